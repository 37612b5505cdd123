package io.headwaiter.core.hello;

import static io.headwaiter.core.hello.HelloBuilder.ascii;
import static io.headwaiter.core.hello.HelloBuilder.bytes;
import static io.headwaiter.core.hello.HelloBuilder.join;
import static io.headwaiter.core.hello.HelloBuilder.records;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwaiter.core.hello.ClientHelloParser.Status;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClientHelloParserTest {
  private final ClientHelloParser parser = new ClientHelloParser(HelloLimits.DEFAULT);

  private static HelloBuilder resumingTls13() {
    return new HelloBuilder()
        .sessionId(new byte[32])
        .extension(0x1a1a, new byte[0])
        .serverName("Shop.Example")
        .versions(0x2a2a, 0x0304, 0x0303)
        .alpn(List.of("h2", "http/1.1"))
        .pskModes(1)
        .extension(TlsConstants.EXT_EARLY_DATA, new byte[0])
        .extension(21, new byte[100])
        .preSharedKeys(List.of(bytes(1, 2, 3), bytes(4, 5)));
  }

  @Test
  void readsEveryFieldOfResumingHello() {
    byte[] record = resumingTls13().record();
    assertThat(parser.parse(ByteBuffer.wrap(record))).isEqualTo(Status.COMPLETE);
    ClientHello hello = parser.hello();
    assertThat(hello.legacyVersion()).isEqualTo(0x0303);
    assertThat(hello.sessionId()).hasSize(32);
    assertThat(hello.serverName()).contains("shop.example");
    assertThat(hello.supportedVersions()).containsExactly(0x0304, 0x0303);
    assertThat(hello.offersTls13()).isTrue();
    assertThat(hello.alpnProtocols()).containsExactly("h2", "http/1.1");
    assertThat(hello.pskModes()).containsExactly(1);
    assertThat(hello.earlyData()).isTrue();
    assertThat(hello.encryptedClientHello()).isFalse();
    assertThat(hello.hasTicketExtension()).isFalse();
    assertThat(hello.sessionTicket()).isEmpty();
    assertThat(hello.pskIdentityCount()).isEqualTo(2);
    assertThat(hello.pskIdentities()).containsExactly(bytes(1, 2, 3), bytes(4, 5));
    assertThat(hello.pskIdentity(1)).containsExactly(4, 5);
    assertThat(hello.recordCount()).isEqualTo(1);
    assertThat(hello.messageLength()).isEqualTo(record.length - 5);
    assertThat(hello.receivedLength()).isEqualTo(record.length);
  }

  @Test
  void keepsMessageWithoutRecordHeader() {
    byte[] record = resumingTls13().record();
    parser.parse(ByteBuffer.wrap(record));
    assertThat(parser.hello().message())
        .isEqualTo(Arrays.copyOfRange(record, 5, record.length))
        .isNotSameAs(parser.hello().message());
    assertThat(parser.limits()).isSameAs(HelloLimits.DEFAULT);
  }

  @Test
  void reportsNoEarlyDataWithoutItsExtension() {
    parser.parse(ByteBuffer.wrap(new HelloBuilder().versions(0x0304).record()));
    assertThat(parser.hello().earlyData()).isFalse();
  }

  /** The next extension has a number that begins with 1, the code of psk_dhe_ke. */
  @Test
  void readsPskModesAndNothingBehindThem() {
    HelloBuilder builder =
        new HelloBuilder().versions(0x0304).pskModes(0, 2).extension(0x0101, new byte[0]);
    parser.parse(ByteBuffer.wrap(builder.record()));
    assertThat(parser.hello().pskModes()).containsExactly(0, 2);
    assertThat(parser.hello().offersPskDheKe()).isFalse();
  }

  @Test
  void needsMoreBeforeLastByte() {
    byte[] record = resumingTls13().record();
    for (int length = 0; length < record.length; length++) {
      parser.reset();
      assertThat(parser.parse(ByteBuffer.wrap(record, 0, length)))
          .as("after %d bytes", length)
          .isEqualTo(Status.NEED_MORE);
    }
  }

  @Test
  void readsHelloByteByByte() {
    byte[] record = resumingTls13().record();
    for (int length = 0; length < record.length; length++) {
      assertThat(parser.parse(ByteBuffer.wrap(record, 0, length))).isEqualTo(Status.NEED_MORE);
    }
    assertThat(parser.parse(ByteBuffer.wrap(record))).isEqualTo(Status.COMPLETE);
    assertThat(parser.hello().pskIdentityCount()).isEqualTo(2);
  }

  @Test
  void joinsRecords() {
    byte[] message = resumingTls13().message();
    ClientHelloParser lavish = new ClientHelloParser(new HelloLimits(64 * 1024, 1024));
    for (int contentMax : new int[] {1, 2, 3, 4, 5, 7, 100, message.length - 1}) {
      lavish.reset();
      byte[] received = records(message, contentMax);
      assertThat(lavish.parse(ByteBuffer.wrap(received))).isEqualTo(Status.COMPLETE);
      assertThat(lavish.hello().serverName()).contains("shop.example");
      assertThat(lavish.hello().recordCount())
          .isEqualTo((message.length + contentMax - 1) / contentMax);
      assertThat(lavish.hello().receivedLength()).isEqualTo(received.length);
    }
  }

  @Test
  void leavesLaterBytesAndBufferUnchanged() {
    byte[] record = resumingTls13().record();
    byte[] later = bytes(20, 3, 3, 0, 1, 1, 23, 3, 3, 0xff, 0xff, 7);
    ByteBuffer received = ByteBuffer.wrap(join(ascii("xyz"), record, later)).position(3);
    byte[] before = received.array().clone();
    assertThat(parser.parse(received)).isEqualTo(Status.COMPLETE);
    assertThat(parser.hello().receivedLength()).isEqualTo(record.length);
    assertThat(received.position()).isEqualTo(3);
    assertThat(received.remaining()).isEqualTo(record.length + later.length);
    assertThat(received.array()).isEqualTo(before);
  }

  @Test
  void readsDirectBuffers() {
    byte[] record = resumingTls13().record();
    ByteBuffer direct = ByteBuffer.allocateDirect(record.length).put(record).flip();
    assertThat(parser.parse(direct)).isEqualTo(Status.COMPLETE);
  }

  @Test
  void copiesItsBytes() {
    byte[] record = resumingTls13().record();
    parser.parse(ByteBuffer.wrap(record));
    Arrays.fill(record, (byte) 0);
    assertThat(parser.hello().serverName()).contains("shop.example");
    parser.hello().pskIdentities().get(0)[0] = 99;
    assertThat(parser.hello().pskIdentity(0)).containsExactly(1, 2, 3);
  }

  @Test
  void readsHelloWithoutExtensions() {
    byte[] record = new HelloBuilder().version(0x0301).withoutExtensions().record();
    assertThat(parser.parse(ByteBuffer.wrap(record))).isEqualTo(Status.COMPLETE);
    ClientHello hello = parser.hello();
    assertThat(hello.serverName()).isEmpty();
    assertThat(hello.alpnProtocols()).isEmpty();
    assertThat(hello.supportedVersions()).isEmpty();
    assertThat(hello.offersTls13()).isFalse();
    assertThat(hello.hasPreSharedKey()).isFalse();
    assertThat(hello.hasPskModes()).isFalse();
    assertThat(hello.pskIdentities()).isEmpty();
  }

  @Test
  void omitsOnlyGreaseValues() {
    byte[] record =
        new HelloBuilder()
            .versions(0x0a0a, 0x0a1a, 0xfafa, 0x0304)
            .alpn(List.of("zz", "zj", "h2"))
            .record();
    assertThat(parser.parse(ByteBuffer.wrap(record))).isEqualTo(Status.COMPLETE);
    assertThat(parser.hello().supportedVersions()).containsExactly(0x0a1a, 0x0304);
    assertThat(parser.hello().alpnProtocols()).containsExactly("zj", "h2");
  }

  @Test
  void keepsResultUntilReset() {
    parser.parse(ByteBuffer.wrap(resumingTls13().record()));
    assertThat(parser.parse(ByteBuffer.wrap(ascii("GET /")))).isEqualTo(Status.COMPLETE);
    assertThatThrownBy(parser::defect).isInstanceOf(IllegalStateException.class);
    parser.reset();
    assertThatThrownBy(parser::hello).hasMessageContaining("NEED_MORE");
    assertThat(parser.parse(ByteBuffer.wrap(ascii("GET /")))).isEqualTo(Status.DEFECTIVE);
    assertThat(parser.parse(ByteBuffer.allocate(0))).isEqualTo(Status.DEFECTIVE);
  }

  @Test
  void rejectsFewerBytesThanBefore() {
    byte[] received = records(resumingTls13().message(), 10);
    parser.parse(ByteBuffer.wrap(received, 0, 40));
    assertThatThrownBy(() -> parser.parse(ByteBuffer.wrap(received, 0, 20)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("20 bytes received, but 30 were walked already");
  }
}
