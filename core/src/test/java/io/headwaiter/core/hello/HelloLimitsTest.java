package io.headwaiter.core.hello;

import static io.headwaiter.core.hello.HelloBuilder.bytes;
import static io.headwaiter.core.hello.HelloBuilder.join;
import static io.headwaiter.core.hello.HelloBuilder.record;
import static io.headwaiter.core.hello.HelloBuilder.records;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwaiter.core.hello.ClientHelloParser.Status;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class HelloLimitsTest {
  /** A hello that occupies this many bytes in one record. */
  private static byte[] recordOf(int receivedLength) {
    int frame = new HelloBuilder().extension(21, new byte[0]).record().length;
    return new HelloBuilder().extension(21, new byte[receivedLength - frame]).record();
  }

  @Test
  void acceptsHelloUpToSizeLimit() {
    ClientHelloParser parser = new ClientHelloParser(new HelloLimits(1024, 64));
    assertThat(parser.parse(ByteBuffer.wrap(recordOf(1024)))).isEqualTo(Status.COMPLETE);
    parser.reset();
    assertThat(parser.parse(ByteBuffer.wrap(recordOf(1025)))).isEqualTo(Status.DEFECTIVE);
    assertThat(parser.defect()).isEqualTo(HelloDefect.TOO_LARGE);
  }

  @Test
  void countsRecordHeadersTowardsSizeLimit() {
    byte[] message = new byte[1000];
    System.arraycopy(recordOf(1005), 5, message, 0, 1000);
    ClientHelloParser parser = new ClientHelloParser(new HelloLimits(1024, 64));
    assertThat(parser.parse(ByteBuffer.wrap(records(message, 250)))).isEqualTo(Status.COMPLETE);
    parser.reset();
    assertThat(parser.parse(ByteBuffer.wrap(records(message, 200)))).isEqualTo(Status.DEFECTIVE);
    assertThat(parser.defect()).isEqualTo(HelloDefect.TOO_LARGE);
  }

  @Test
  void rejectsHelloWhenNoFurtherRecordFits() {
    byte[] message = new byte[1000];
    System.arraycopy(recordOf(1005), 5, message, 0, 1000);
    byte[] most = records(Arrays.copyOf(message, 900), 100); // 945 bytes
    byte[] last = records(Arrays.copyOfRange(message, 900, 970), 70); // 75, which leaves 4
    ClientHelloParser parser = new ClientHelloParser(new HelloLimits(1024, 64));
    assertThat(parser.parse(ByteBuffer.wrap(most))).isEqualTo(Status.NEED_MORE);
    assertThat(parser.parse(ByteBuffer.wrap(join(most, last)))).isEqualTo(Status.DEFECTIVE);
    assertThat(parser.defect()).isEqualTo(HelloDefect.TOO_LARGE);
  }

  @Test
  void rejectsClaimedLengthBeforeBytesArrive() {
    ClientHelloParser parser = new ClientHelloParser(new HelloLimits(1024, 64));
    byte[] fits = record(bytes(1, 0, 3, 0xf7)); // 5 + 4 + 1015 bytes
    byte[] tooLarge = record(bytes(1, 0, 3, 0xf8));
    assertThat(parser.parse(ByteBuffer.wrap(fits))).isEqualTo(Status.NEED_MORE);
    parser.reset();
    assertThat(parser.parse(ByteBuffer.wrap(tooLarge))).isEqualTo(Status.DEFECTIVE);
    assertThat(parser.defect()).isEqualTo(HelloDefect.TOO_LARGE);
  }

  @Test
  void acceptsRecordsUpToLimit() {
    byte[] message = new HelloBuilder().message();
    ClientHelloParser parser = new ClientHelloParser(new HelloLimits(32 * 1024, 3));
    int third = (message.length + 2) / 3;
    assertThat(parser.parse(ByteBuffer.wrap(records(message, third)))).isEqualTo(Status.COMPLETE);
    assertThat(parser.hello().recordCount()).isEqualTo(3);
    parser.reset();
    assertThat(parser.parse(ByteBuffer.wrap(records(message, third - 1))))
        .isEqualTo(Status.DEFECTIVE);
    assertThat(parser.defect()).isEqualTo(HelloDefect.TOO_MANY_RECORDS);
  }

  @Test
  void acceptsRecordUpToTlsMaximum() {
    ClientHelloParser parser = new ClientHelloParser(new HelloLimits(65536, 1024));
    byte[] longest = recordOf(TlsConstants.RECORD_HEADER_BYTES + TlsConstants.RECORD_BYTES_MAX);
    assertThat(parser.parse(ByteBuffer.wrap(longest))).isEqualTo(Status.COMPLETE);
    parser.reset();
    byte[] tooLong = recordOf(TlsConstants.RECORD_HEADER_BYTES + TlsConstants.RECORD_BYTES_MAX + 1);
    assertThat(parser.parse(ByteBuffer.wrap(tooLong))).isEqualTo(Status.DEFECTIVE);
    assertThat(parser.defect()).isEqualTo(HelloDefect.RECORD_TOO_LONG);
  }

  @Test
  void rejectsLimitsOutOfRange() {
    assertThatThrownBy(() -> new HelloLimits(1023, 64))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("helloBytesMax must be 1024 to 65536 bytes, got 1023");
    assertThatThrownBy(() -> new HelloLimits(65537, 64)).hasMessageContaining("got 65537");
    assertThatThrownBy(() -> new HelloLimits(4096, 0))
        .hasMessage("recordsMax must be 1 to 1024 records, got 0");
    assertThatThrownBy(() -> new HelloLimits(4096, 1025)).hasMessageContaining("got 1025");
  }
}
