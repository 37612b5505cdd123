package io.headwaiter.tuning.mix;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.profile.RequestType;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Clients decide what is in a log: any content is read to its end, and all lines are counted. */
class AccessLogFuzzTest {
  private static final String GOOD =
      "10.1.2.3 - - [21/Nov/2026:14:00:05 +0100] \"GET /shop/item?id=7 HTTP/1.1\" 200 512"
          + " \"https://a.example/\" \"Mozilla/5.0 (\\\"X\\\")\" 1500 4F2A";
  private static final String PATTERN = LogFormat.COMBINED + " %D %S";

  private static final String[] PATTERN_PIECES = {
    "%h",
    "%t",
    "%{",
    "}t",
    "}a",
    "}i",
    "}c",
    "%S",
    "%U",
    "%q",
    "\"%r\"",
    "%s",
    "%D",
    "%",
    "\\\"",
    "yyyy",
    "MM",
    "dd",
    "HH",
    "mm",
    "ss",
    "SSS",
    "Z",
    "z",
    "'",
    "[",
    "]",
    "|",
    "-",
    " ",
    ":",
    "<",
    "%Y",
    "%m",
    "%d",
    "%e",
    "%T",
    "%z",
    "msec",
    "sec",
    "begin:",
    "X-Forwarded-For",
    "JSESSIONID"
  };

  private static RecordedMix read(InputStream log) throws IOException {
    AccessLogReader reader =
        new AccessLogReader(
            LogFormat.of(PATTERN, false), 5, 1, new OpenSessions(20, AccessLogReader.IDLE_SECONDS));
    reader.read(log);
    return reader.mix("fuzz");
  }

  private static RecordedMix read(byte[] log) throws IOException {
    return read(new ByteArrayInputStream(log));
  }

  private static void assertBoundedAndSound(RecordedMix mix) {
    assertThat(mix.types()).hasSizeLessThanOrEqualTo(RequestType.TYPES_MAX + 1);
    assertThat(mix.types().values().stream().mapToLong(RecordedMix.TypeMix::requests).sum())
        .isEqualTo(mix.requests());
    assertThat(mix.sessions()).isLessThanOrEqualTo(mix.requests());
    assertThat(mix.longestSession()).isLessThanOrEqualTo(mix.requests());
    assertThat(mix.types().values())
        .allMatch(type -> type.examples().size() <= 5 && type.failed() <= type.requests());
  }

  @Property(tries = 300)
  void readsAnyBytes(@ForAll @Size(max = 2000) byte[] log) throws IOException {
    assertBoundedAndSound(read(log));
  }

  /** One byte of a valid line is changed: the lines around it are still read. */
  @Property
  void changedByteAffectsNoOtherLine(
      @ForAll @IntRange(min = 0, max = 170) int place, @ForAll byte value) throws IOException {
    byte[] line = GOOD.getBytes(UTF_8);
    line[place % line.length] = value;
    byte[] good = (GOOD + "\n").getBytes(UTF_8);
    RecordedMix mix = read(join(good, line, "\n".getBytes(UTF_8), good));
    assertBoundedAndSound(mix);
    assertThat(mix.requests()).isBetween(2L, 3L);
    assertThat(mix.requests() + mix.unreadLines()).isBetween(3L, 4L); // a line end makes two lines
  }

  @Property
  void truncatedLineIsReadOrCounted(@ForAll @IntRange(min = 1, max = 170) int length)
      throws IOException {
    RecordedMix mix = read(GOOD.substring(0, Math.min(length, GOOD.length())).getBytes(UTF_8));
    assertThat(mix.requests() + mix.unreadLines()).isEqualTo(1);
  }

  @Provide
  Arbitrary<String> patterns() {
    return Arbitraries.of(PATTERN_PIECES)
        .list()
        .ofMaxSize(12)
        .map(parts -> "%h %U " + String.join("", parts));
  }

  /** A pattern is rejected with a message, or reads any line. */
  @Property(tries = 2000)
  void rejectsPatternOrReadsAnyLine(@ForAll("patterns") String pattern, @ForAll String noise) {
    LogFormat format;
    try {
      format = LogFormat.of(pattern, false);
    } catch (IllegalArgumentException refused) {
      assertThat(refused).hasMessageContaining("log pattern");
      return;
    }
    for (String line : List.of(noise, "a / " + noise, "a / 2026-11-21 14:00:05 " + noise, GOOD)) {
      format.read(line).ifPresent(entry -> assertThat(entry.target()).isNotEmpty());
    }
  }

  @Provide
  Arbitrary<List<String>> lines() {
    Arbitrary<String> paths = Arbitraries.strings().withChars("/abc;%?=+\\ \"1é").ofMaxLength(30);
    return paths
        .map(path -> GOOD.replace("/shop/item?id=7", path))
        .injectDuplicates(0.3)
        .list()
        .ofMaxSize(200);
  }

  @Property(tries = 200)
  void countsRequestsOfAnyPaths(@ForAll("lines") List<String> lines) throws IOException {
    RecordedMix mix = read(String.join("\n", lines).getBytes(UTF_8));
    assertBoundedAndSound(mix);
    assertThat(mix.requests() + mix.unreadLines()).isEqualTo(lines.size());
    assertThat(mix.sessions()).isLessThanOrEqualTo(1);
  }

  /** The block size in which a file is read has no effect. */
  @Property(tries = 100)
  void blockSizeDoesNotChangeResult(@ForAll @IntRange(min = 1, max = 50) int block)
      throws IOException {
    String good = "unread\r\n" + (GOOD + "\r\n").repeat(20);
    RecordedMix whole = read(good.getBytes(UTF_8));
    RecordedMix pieces = read(new InPieces(good.getBytes(UTF_8), block));
    assertThat(pieces).isEqualTo(whole);
    assertThat(whole.requests()).isEqualTo(20);
    assertThat(whole.unreadLines()).isEqualTo(1);
  }

  /** Returns a few bytes at a time. */
  private static final class InPieces extends FilterInputStream {
    private final int bytesMax;

    InPieces(byte[] bytes, int bytesMax) {
      super(new ByteArrayInputStream(bytes));
      this.bytesMax = bytesMax;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      return super.read(into, offset, Math.min(length, bytesMax));
    }
  }

  private static byte[] join(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }
}
