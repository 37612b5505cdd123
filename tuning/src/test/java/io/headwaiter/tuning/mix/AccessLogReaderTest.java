package io.headwaiter.tuning.mix;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.headwaiter.core.profile.RequestPatterns;
import io.headwaiter.core.profile.RequestProfile;
import io.headwaiter.core.profile.RequestTotals;
import io.headwaiter.core.profile.RequestType;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class AccessLogReaderTest {
  private static final String PATTERN = "%h %t \"%r\" %s %D \"%{User-Agent}i\" %S";

  private final AccessLogReader reader = reader(3);
  @TempDir private Path folder;

  private static AccessLogReader reader(int examplesMax) {
    return new AccessLogReader(LogFormat.of(PATTERN, false), examplesMax, 1);
  }

  private static String line(String who, int second, String request, int status, String session) {
    return String.format(
        "%s [21/Nov/2026:14:%02d:%02d +0000] \"%s HTTP/1.1\" %d 2000 \"agent\" %s%n",
        who, second / 60, second % 60, request, status, session);
  }

  private RecordedMix read(String... lines) throws IOException {
    reader.read(new ByteArrayInputStream(String.join("", lines).getBytes(UTF_8)));
    return reader.mix("test");
  }

  @Test
  void countsVisitsPerSession() throws IOException {
    RecordedMix mix =
        read(
            line("a", 0, "GET /home", 200, "1"),
            line("b", 1, "GET /home", 200, "2"),
            line("a", 2, "GET /item/7", 200, "1"),
            line("a", 3, "GET /item/8?x=1", 200, "1"),
            line("b", 4, "GET /item/7", 500, "2"));
    assertThat(mix.sessions()).isEqualTo(2);
    assertThat(mix.longestSession()).isEqualTo(3);
    assertThat(mix.sessionLength()).isEqualTo(2.5);
    assertThat(mix.visitsPerSession())
        .containsExactly(Map.entry("/home", 1.0), Map.entry("/item/*", 1.5));
    assertThat(mix.types().get("/item/*").failed()).isEqualTo(1);
    assertThat(mix.types().get("/item/*").meanMillis()).isEqualTo(2);
    assertThat(mix.types().get("/item/*").examples()).containsExactly("/item/7", "/item/8?x=1");
    assertThat(mix.unreadLines()).isZero();
  }

  @Test
  void patternsDefineTypes() throws IOException {
    reader.named(RequestPatterns.of("/shop/api/v1/orders/**"));
    RecordedMix mix =
        read(
            line("a", 0, "GET /shop/api/v1/orders/17?x=1", 200, "1"),
            line("a", 1, "GET /shop/api/v1/search", 200, "1"));
    assertThat(mix.types()).containsOnlyKeys("/shop/api/v1/orders/**", "/shop/api");
  }

  @Test
  void identifiesSessionByClientAndAgentWithoutCookie() throws IOException {
    RecordedMix mix =
        read(
            line("a", 0, "GET /", 200, "-"),
            line("a", 1, "GET /", 200, "-"),
            line("b", 2, "GET /", 200, "-"),
            line("a", 3, "GET /", 200, "-").replace("agent", "another"));
    assertThat(mix.sessions()).isEqualTo(3);
  }

  @Test
  void requestsBeforeCookieBelongToItsSession() throws IOException {
    RecordedMix mix =
        read(
            line("a", 0, "GET /", 200, "-"),
            line("a", 1, "GET /", 200, "1"),
            line("a", 2, "GET /", 200, "1"),
            line("a", 3, "GET /", 200, "2"));
    assertThat(mix.sessions()).isEqualTo(2);
    assertThat(mix.longestSession()).isEqualTo(3);
  }

  @Test
  void idleTimeEndsSession() throws IOException {
    int idle = (int) AccessLogReader.IDLE_SECONDS;
    RecordedMix mix =
        read(
            line("a", 0, "GET /", 200, "1"),
            line("a", idle, "GET /", 200, "1"),
            line("a", 2 * idle - 1, "GET /", 200, "1"));
    assertThat(mix.sessions()).isEqualTo(1);
    assertThat(read(line("a", 2 * idle - 1, "GET /", 200, "1")).sessions()).isEqualTo(1);
    String later = line("a", 0, "GET /", 200, "1").replace(":14:", ":15:");
    assertThat(read(later.replace("00:00 ", "30:00 ")).sessions()).isEqualTo(2);
  }

  private static AccessLogReader readAs(String pattern, String... lines) throws IOException {
    AccessLogReader log = new AccessLogReader(LogFormat.of(pattern, false), 0, 1);
    log.read(new ByteArrayInputStream(String.join("\n", lines).getBytes(UTF_8)));
    return log;
  }

  @Test
  void idleTimeInCustomFormatEndsSession() throws IOException {
    AccessLogReader log =
        readAs(
            "%{yyyy-MM-dd HH:mm:ss}t %a \"%r\" %s",
            "2026-11-21 14:00:05 10.1.2.3 \"GET / HTTP/1.1\" 200",
            "2026-11-21 14:00:06 10.1.2.3 \"GET / HTTP/1.1\" 200",
            "2026-11-21 15:00:00 10.1.2.3 \"GET / HTTP/1.1\" 200");
    assertThat(log.mix("test").sessions()).isEqualTo(2);
    assertThat(log.warnings()).isEmpty();
  }

  @Test
  void warnsWhenSessionsMayBeWrong() throws IOException {
    String line = "a - \"GET / HTTP/1.1\" en";
    assertThat(readAs("%h %t \"%r\" %{lang}c", line).warnings())
        .satisfiesExactly(
            time -> assertThat(time).startsWith("No line told its time"),
            cookie -> assertThat(cookie).contains("no cookie is named as a session: %{lang}c."));
    assertThat(readAs("%h %t \"%r\" %S", line).warnings()).hasSize(1);
    assertThat(readAs("%h %t \"%r\" %S").warnings()).isEmpty();
  }

  @Test
  void boundsOpenSessions() throws IOException {
    OpenSessions sessions = new OpenSessions(10, 1800);
    AccessLogReader bounded = new AccessLogReader(LogFormat.of(PATTERN, false), 0, 1, sessions);
    StringBuilder log = new StringBuilder();
    for (int i = 0; i < 1000; i++) {
      log.append(line("client" + i, 0, "GET /", 200, "-"));
    }
    log.append(line("client999", 0, "GET /", 200, "-")); // known
    log.append(line("client0", 0, "GET /", 200, "-")); // forgotten
    bounded.read(new ByteArrayInputStream(log.toString().getBytes(UTF_8)));
    assertThat(sessions.openSessions()).isEqualTo(10);
    assertThat(bounded.mix("test").sessions()).isEqualTo(1001);
  }

  @Test
  void boundsTypesAndIgnoresFailedPaths() throws IOException {
    StringBuilder log = new StringBuilder();
    for (int i = 0; i < 500; i++) {
      String name = "/" + (char) ('a' + i % 26) + (char) ('a' + i / 26);
      log.append(line("a", 0, "GET /guess" + name, 404, "1"));
      log.append(line("a", 0, "GET " + name, 200, "1"));
    }
    log.append(line("a", 0, "GET other", 200, "1"));
    RecordedMix mix = read(log.toString());
    assertThat(mix.types()).hasSize(RequestType.TYPES_MAX + 1);
    assertThat(mix.types().keySet()).noneMatch(name -> name.startsWith("/guess"));
    assertThat(mix.requests()).isEqualTo(1001);
    assertThat(mix.types().values().stream().mapToLong(RecordedMix.TypeMix::requests).sum())
        .isEqualTo(1001);
  }

  @Test
  void drawsExamplesFromAllSuitableRequests() throws IOException {
    StringBuilder log = new StringBuilder();
    for (int i = 0; i < 1000; i++) {
      log.append(line("a", 0, "GET /item?id=" + i, 200, "1"));
      log.append(line("a", 0, "POST /item?posted=" + i, 200, "1"));
      log.append(line("a", 0, "GET /item?failed=" + i, 500, "1"));
      log.append(line("a", 0, "GET /item?long=" + "x".repeat(3000), 200, "1"));
    }
    List<String> examples = read(log.toString()).types().get("/item").examples();
    assertThat(examples).hasSize(3).allMatch(path -> path.startsWith("/item?id="));
    assertThat(examples).isNotEqualTo(List.of("/item?id=0", "/item?id=1", "/item?id=2"));
  }

  @Test
  void namesPathsLikeServer() throws IOException {
    RecordedMix mix =
        read(
            line("a", 0, "GET /%61b+c/x", 200, "1"),
            line("a", 0, "GET https://shop.example/ab+c/x", 200, "1"),
            line("a", 0, "GET https://shop.example", 200, "1"),
            line("a", 0, "GET /bad%zz", 200, "1"));
    assertThat(mix.types()).containsOnlyKeys("/ab+c/x", "/", "/bad%zz");
    assertThat(mix.types().get("/ab+c/x").requests()).isEqualTo(2);
  }

  @Test
  void countsUnreadableLinesAndReadsOthers() throws IOException {
    RecordedMix mix =
        read(
            "\n",
            "\r\n",
            "rubbish\n",
            line("a", 0, "GET /", 200, "1"),
            "x".repeat(LineReader.LINE_BYTES_MAX + 1) + "\n",
            line("a", 0, "GET /", 200, "1").stripTrailing()); // no line end
    assertThat(mix.requests()).isEqualTo(2);
    assertThat(mix.unreadLines()).isEqualTo(2);
  }

  /** A gigabyte without a line end would not fit into the memory of this JVM. */
  @Test
  void skipsGiantLineInBoundedMemory() throws IOException {
    InputStream giant = new Endless(1L << 30);
    InputStream rest =
        new ByteArrayInputStream(("\n" + line("a", 0, "GET /", 200, "1")).getBytes(UTF_8));
    reader.read(new SequenceInputStream(giant, rest));
    assertThat(reader.mix("test").unreadLines()).isEqualTo(1);
    assertThat(reader.mix("test").requests()).isEqualTo(1);
  }

  /** Returns the same byte repeatedly. */
  private static final class Endless extends InputStream {
    private long left;

    Endless(long bytes) {
      left = bytes;
    }

    @Override
    public int read() {
      return left-- > 0 ? 'x' : -1;
    }

    @Override
    public int read(byte[] into, int offset, int length) {
      if (left <= 0) {
        return -1;
      }
      int count = (int) Math.min(left, length);
      Arrays.fill(into, offset, offset + count, (byte) 'x');
      left -= count;
      return count;
    }
  }

  @Test
  void readsMixAsWritten() throws IOException {
    RecordedMix mix =
        read(line("a", 0, "GET /é?q=\\\"", 200, "1"), line("a", 0, "GET /b", 404, "1"));
    Path file = folder.resolve("mix.json");
    mix.write(file);
    assertThat(RecordedMix.read(file)).isEqualTo(mix);
  }

  @Test
  void rejectsFileWithoutMix() throws IOException {
    Path file = folder.resolve("mix.json");
    for (String text :
        List.of("", "[]", "{\"types\":null}", "{\"requests\":-1,\"types\":{}}", "\"x\"")) {
      Files.writeString(file, text);
      assertThatIOException()
          .isThrownBy(() -> RecordedMix.read(file))
          .withMessageContaining("mix.json is no recorded mix");
    }
  }

  @Test
  void profileSurvivesJson() throws IOException {
    RequestTotals four = new RequestTotals(4, 0, 0, 0, 8_000_000, 0, 0, 0, 0, 0, 0, 0);
    RequestProfile profile = new RequestProfile(1, 2, Map.of("/a", four));
    ObjectMapper json = new ObjectMapper();
    assertThat(json.readValue(json.writeValueAsString(profile), RequestProfile.class))
        .isEqualTo(profile);
  }

  @Test
  void convertsStatusPageToMix() throws IOException {
    ObjectMapper json = new ObjectMapper();
    String status =
        """
        {"profile":{"sessions":2,"overall":{"count":5},"types":{"/a":{"count":5,
        "visitsPerSession":2.5,"processingMillis":1,"connectionWaitMillis":2,"holdMillis":4},
        "/b":{"count":10,"examples":["/b?x=1"],"unsafePart":0.3,"unsafeExamples":["POST /b"]}}}}
        """;
    RecordedMix mix = RecordedMix.ofStatus("live", json.readTree(status));
    assertThat(mix.sessionLength()).isEqualTo(2.5);
    assertThat(mix.types())
        .containsExactly(
            Map.entry("/a", new RecordedMix.TypeMix(5, 2.5, 0, 7, List.of(), 0, List.of())),
            Map.entry(
                "/b",
                new RecordedMix.TypeMix(10, 0, 0, 0, List.of("/b?x=1"), 3, List.of("POST /b"))));
    for (String other : List.of("{}", "[]", "1", "{\"profile\":{\"types\":[]}}")) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> RecordedMix.ofStatus("shop", json.readTree(other)))
          .withMessageContaining("shop tells no profile");
    }
  }

  /** Examples that redirect would profile the redirect. A redirected form is kept as recorded. */
  @Test
  void redirectedPagesAreNoExamples() throws IOException {
    RecordedMix mix =
        read(
            line("a", 0, "GET /account?a", 302, "1"),
            line("a", 1, "GET /account?b", 200, "1"),
            line("a", 2, "GET /account?c", 304, "1"),
            line("a", 3, "POST /account?d", 303, "1"));
    RecordedMix.TypeMix account = mix.types().get("/account");
    assertThat(account.requests()).isEqualTo(4);
    assertThat(account.examples()).containsExactly("/account?b", "/account?c");
    assertThat(account.unsafeExamples()).containsExactly("POST /account?d");
  }

  @Test
  void recordsOrderAndUnsafeRequests() throws IOException {
    RecordedMix mix =
        read(
            line("a", 0, "GET /home", 200, "-"),
            line("b", 0, "GET /home", 200, "2"),
            line("a", 1, "POST /order?x=1", 302, "1"),
            line("b", 1, "GET /gone", 404, "2"),
            line("a", 2, "POST /order", 500, "1"),
            line("a", 3, "CONNECT /order", 200, "1"),
            line("b", 2, "HEAD /home", 200, "2"));
    assertThat(mix.order())
        .isEqualTo(
            Map.of(
                "", Map.of("/home", 2L),
                "/home", Map.of("/order", 1L, "other", 1L),
                "other", Map.of("/home", 1L),
                "/order", Map.of("/order", 2L)));
    RecordedMix.TypeMix order = mix.types().get("/order");
    assertThat(order.unsafe()).isEqualTo(3);
    assertThat(order.unsafeExamples()).containsExactly("POST /order?x=1");
    assertThat(order.examples()).isEmpty();
    assertThat(mix.types().get("/home").unsafe()).isZero();
    Path file = folder.resolve("mix.json");
    mix.write(file);
    assertThat(RecordedMix.read(file)).isEqualTo(mix);
  }

  @Test
  void readsFilesOfOlderVersions() throws IOException {
    Path file = folder.resolve("mix.json");
    Files.writeString(
        file,
        """
        {"source":"log","sessions":1,"longestSession":1,"requests":1,"unreadLines":0,"types":
        {"/a":{"requests":1,"visitsPerSession":1,"failed":0,"meanMillis":2,"examples":["/a"]}}}
        """);
    RecordedMix mix = RecordedMix.read(file);
    assertThat(mix.order()).isEmpty();
    assertThat(mix.types().get("/a"))
        .isEqualTo(new RecordedMix.TypeMix(1, 1, 0, 2, List.of("/a"), 0, List.of()));
  }

  @Test
  void rejectsTooManyExamples() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> reader(1001))
        .withMessage("examplesMax must be from 0 to 1000, got 1001");
  }
}
