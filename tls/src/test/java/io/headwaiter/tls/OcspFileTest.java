package io.headwaiter.tls;

import static io.headwaiter.tls.DerWriter.join;
import static io.headwaiter.tls.DerWriter.tagged;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Responses written by hand; real ones are in the test of the connector. */
class OcspFileTest {
  private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
  private static final String ONE_O_CLOCK = "20261121130000Z";
  private static final String TWO_O_CLOCK = "20261121140000Z";

  private final AtomicLong nowMillis = new AtomicLong(NOON.toEpochMilli());

  @Test
  void responseIsGoodUntilEarliestAnswerEnds() {
    assertThat(OcspResponse.goodUntil(response(TWO_O_CLOCK, ONE_O_CLOCK)))
        .isEqualTo(Instant.parse("2026-11-21T13:00:00Z"));
    assertThat(OcspResponse.goodUntil(response(TWO_O_CLOCK, null)))
        .isEqualTo(Instant.parse("2026-11-21T14:00:00Z"));
    assertThat(OcspResponse.goodUntil(response(new String[] {null}))).isEqualTo(Instant.MAX);
  }

  @Test
  void rejectsErrorFromResponder() {
    byte[] unauthorised = tagged(0x30, tagged(0x0a, new byte[] {6}));
    assertThatThrownBy(() -> OcspResponse.goodUntil(unauthorised))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("answered with an error");
  }

  @Test
  void rejectsTruncatedResponse() {
    byte[] whole = response(ONE_O_CLOCK);
    for (int length = 0; length < whole.length; length++) {
      byte[] half = Tickets.cut(whole, length);
      assertThatThrownBy(() -> OcspResponse.goodUntil(half))
          .as("%s bytes", length)
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Property(tries = 3_000)
  void damagedResponseIsReadOrRejected(@ForAll @Size(max = 60) byte[] noise, @ForAll byte at) {
    byte[] bent = response(ONE_O_CLOCK);
    System.arraycopy(noise, 0, bent, Math.min(at & 0x7f, bent.length - noise.length), noise.length);
    for (byte[] bytes : new byte[][] {noise, bent}) {
      try {
        assertThat(OcspResponse.goodUntil(bytes)).isNotNull();
      } catch (IllegalArgumentException refused) {
        assertThat(refused).hasMessageNotContaining("null");
      }
    }
  }

  @Test
  void followsCreationChangeAndDeletionOfFile(@TempDir Path folder) throws Exception {
    Path path = folder.resolve("shop.pem.ocsp");
    OcspFile file = new OcspFile(path, nowMillis::get);
    assertThat(file.current()).isEmpty();
    byte[] first = write(path, response(ONE_O_CLOCK), 1);
    assertThat(file.current()).as("looked at once a second").isEmpty();
    assertThat(later(file)).hasValue(first);
    byte[] second = write(path, response(TWO_O_CLOCK), 2);
    assertThat(later(file)).hasValue(second);
    write(path, "no response at all".getBytes(StandardCharsets.US_ASCII), 3);
    assertThat(later(file)).isEmpty();
    write(path, second, 4);
    assertThat(later(file)).hasValue(second);
    Files.delete(path);
    assertThat(later(file)).isEmpty();
  }

  @Test
  void followsFileAfterClockWasSetBack(@TempDir Path folder) throws Exception {
    Path path = folder.resolve("shop.pem.ocsp");
    OcspFile file = new OcspFile(path, nowMillis::get);
    assertThat(file.current()).isEmpty();
    byte[] response = write(path, response(ONE_O_CLOCK), 1);
    nowMillis.addAndGet(-3_600_000);
    assertThat(file.current()).hasValue(response);
  }

  @Test
  void doesNotReturnExpiredResponse(@TempDir Path folder) throws Exception {
    Path path = folder.resolve("shop.pem.ocsp");
    byte[] response = write(path, response(ONE_O_CLOCK), 1);
    OcspFile file = new OcspFile(path, nowMillis::get);
    assertThat(file.current()).hasValue(response);
    nowMillis.set(Instant.parse("2026-11-21T12:59:59.999Z").toEpochMilli());
    assertThat(file.current()).hasValue(response);
    nowMillis.addAndGet(1);
    assertThat(file.current()).isEmpty();
  }

  @Test
  void ignoresOversizedFile(@TempDir Path folder) throws Exception {
    Path path = folder.resolve("shop.pem.ocsp");
    write(path, Tickets.cut(response(ONE_O_CLOCK), 65_537), 1);
    assertThat(new OcspFile(path, nowMillis::get).current()).isEmpty();
  }

  private java.util.Optional<byte[]> later(OcspFile file) {
    nowMillis.addAndGet(1_000);
    return file.current();
  }

  private static byte[] write(Path path, byte[] content, int version) throws Exception {
    Files.write(path, content);
    Files.setLastModifiedTime(path, FileTime.from(NOON.plusSeconds(version)));
    return content;
  }

  /** Returns a response with an answer for each of these ends; null stands for no end. */
  private static byte[] response(String... nextUpdates) {
    ByteArrayOutputStream singles = new ByteArrayOutputStream();
    for (String next : nextUpdates) {
      singles.writeBytes(single(next));
    }
    byte[] data =
        join(
            tagged(0xa1, tagged(0x30, new byte[0])),
            tagged(0x18, ascii(ONE_O_CLOCK)),
            tagged(0x30, singles.toByteArray()));
    byte[] basic = tagged(0x30, join(tagged(0x30, data), tagged(0x03, new byte[130])));
    byte[] bytes = tagged(0x30, join(tagged(0x06, new byte[] {43, 6, 1}), tagged(0x04, basic)));
    return tagged(0x30, join(tagged(0x0a, new byte[1]), tagged(0xa0, bytes)));
  }

  private static byte[] single(String nextUpdate) {
    return tagged(
        0x30,
        join(
            tagged(0x30, new byte[20]),
            tagged(0x80, new byte[0]),
            tagged(0x18, ascii(ONE_O_CLOCK)),
            nextUpdate == null ? new byte[0] : tagged(0xa0, tagged(0x18, ascii(nextUpdate)))));
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
