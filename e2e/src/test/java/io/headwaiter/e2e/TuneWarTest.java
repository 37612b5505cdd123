package io.headwaiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.pool.profile.PoolSizes;
import io.headwaiter.e2e.war.TinyShop;
import io.headwaiter.lab.server.TunableServer;
import io.headwaiter.load.workload.RecordedPage;
import io.headwaiter.load.workload.Step;
import io.headwaiter.tuning.Rehearsal;
import io.headwaiter.tuning.TunedPools;
import io.headwaiter.tuning.mix.AccessLogReader;
import io.headwaiter.tuning.mix.LogFormat;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A third-party application with its own customers, from a WAR and an access log. */
@Tag("once")
@Timeout(180)
class TuneWarTest {
  private static final String PASSWORD = "open-sesame";

  @TempDir private static Path folder;
  private static Path war;
  private static Path mix;

  @BeforeAll
  static void packAndRecord() throws IOException {
    war = folder.resolve("tiny.war");
    String name = TinyShop.class.getName().replace('.', '/') + ".class";
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(war));
        InputStream code = TinyShop.class.getClassLoader().getResourceAsStream(name)) {
      zip.putNextEntry(new ZipEntry("WEB-INF/classes/" + name));
      code.transferTo(zip);
    }
    mix = folder.resolve("mix.json");
    AccessLogReader reader = new AccessLogReader(LogFormat.of("\"%r\" %s %S", false), 20, 1);
    reader.read(new ByteArrayInputStream(log().getBytes(StandardCharsets.UTF_8)));
    reader.mix("access.log").write(mix);
  }

  /** Ten visits; item 404 no longer exists. */
  private static String log() {
    StringBuilder log = new StringBuilder();
    for (int visit = 0; visit < 10; visit++) {
      String session = " 200 s" + visit + "\n";
      log.append("\"GET /tiny/page HTTP/1.1\"").append(session);
      log.append("\"GET /tiny/item/7 HTTP/1.1\"").append(session);
      log.append("\"GET /tiny/item/").append(visit < 2 ? 404 : 8).append(" HTTP/1.1\"");
      log.append(session);
      if (visit < 2) {
        log.append("\"POST /tiny/order HTTP/1.1\"").append(session);
      }
    }
    return log.toString();
  }

  private static Command tune(Path out, String... more) throws Exception {
    List<String> arguments = new ArrayList<>(List.of("tune", "pools", "--out", out.toString()));
    arguments.addAll(List.of("--mix", mix.toString(), "--threads", "2-3", "--connections", "2"));
    arguments.addAll(List.of("--runs", "3", "--run", "2s"));
    arguments.addAll(List.of("--warmup", "200ms", "--first-warmup", "500ms"));
    arguments.addAll(List.of(more));
    return Command.headwaiter(arguments.toArray(String[]::new));
  }

  /** Whether a run keeps the server full depends on the machine, as in {@link TunePoolsTest}. */
  @Test
  void profilesWarWithRecordedRequests() throws Exception {
    Path out = folder.resolve("out");
    String database = "jdbc:h2:" + folder.resolve("tiny");
    DriverManager.getConnection(database, "sa", PASSWORD).close();
    Command tuned =
        tune(
            out,
            "--war",
            war.toString(),
            "--db",
            database,
            "--db-user",
            "sa",
            "--db-password",
            PASSWORD);
    assertThat(tuned.out())
        .as(tuned.err())
        .contains(
            "recorded addresses; 1 not answered well: GET /tiny/item/404 answered 404",
            "not asked for: /tiny/order (2 requests: they may change something)",
            "93.8 % of the recorded requests are asked for, 3 by a visitor",
            "run 1: 3 threads, 2 connections");
    if (tuned.exitCode() == 0) {
      assertThat(tuned.out())
          .contains(
              "chosen: ",
              "predicted: ",
              "6.3 % of the recorded requests are not in this profile",
              "are taken in by --replay-unsafe");
      assertThat(TunedPools.read(out.resolve("profile.json")).chosen().sizes().threads())
          .isBetween(2, 3);
    } else {
      assertThat(tuned.err()).containsPattern(TunePoolsTest.NOTHING_MEASURED);
    }
    assertThat(tuned.out() + tuned.err()).doesNotContain(PASSWORD);
    try (Stream<Path> files = Files.list(out)) {
      assertThat(files)
          .isNotEmpty()
          .allSatisfy(f -> assertThat(f).content().doesNotContain(PASSWORD));
    }
  }

  /** Checks that requests use the server's connections and a visitor keeps its session's cookie. */
  private static void asked(ServedShop served) throws Exception {
    String server = served.uri("").toString();
    URI target = URI.create(server.substring(0, server.length() - 1));
    Step page = new Step(new RecordedPage("/page", "/page", 0, "GET"), "/page");
    Step item = new Step(new RecordedPage("/item", "/item", 1, "GET"), "/item/7");
    assertThat(new Rehearsal(target, /* anyCertificate= */ true).failures(List.of(item, page)))
        .isEmpty();
    // A request is recorded when its reply is under way already.
    Awaitility.await()
        .untilAsserted(
            () ->
                assertThat(served.admin("/metrics"))
                    .contains("requests_with_connection_total{type=\"/page\"} 1\n")
                    .contains("requests_with_connection_total{type=\"/item/*\"} 1\n"));
  }

  @Test
  void resizesRunningServerFromOutside() throws Exception {
    try (ServedShop served =
        ServedShop.startWith(
            "--war",
            war.toString(),
            "--context",
            "/",
            "--db-connections",
            "6",
            "--admission",
            "off",
            "--admin-port",
            "0",
            "--tunable")) {
      try (TunableServer tunable = TunableServer.open(served.adminUri())) {
        tunable.resize(new PoolSizes(3, 2));
        asked(served);
        assertThat(served.admin("/status"))
            .contains("\"tunable\":true")
            .containsPattern("\"pools\":\\{[^}]*\"connections\":2")
            .containsPattern("\"pools\":\\{[^}]*\"threads\":3");
      }
      assertThat(served.admin("/status")).containsPattern("\"pools\":\\{[^}]*\"connections\":6");
      Command stranger =
          tune(
              folder.resolve("running"),
              "--url",
              served.uri("/").toString(),
              "--admin",
              served.adminUri().toString());
      assertThat(stranger.exitCode()).isEqualTo(1);
      assertThat(stranger.err()).contains("has a certificate that this JVM does not trust");
    }
  }
}
