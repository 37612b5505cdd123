package io.headwaiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.headwaiter.core.pool.PoolSizes;
import io.headwaiter.e2e.war.TinyShop;
import io.headwaiter.lab.experiment.TunableServer;
import io.headwaiter.lab.profile.AccessLogReader;
import io.headwaiter.lab.profile.LogFormat;
import io.headwaiter.lab.tuning.TunedPools;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Somebody's own application with its own customers, from a WAR and an access log. */
@Timeout(180)
class TuneWarTest {
  private static final String DATABASE = "jdbc:h2:mem:tiny;DB_CLOSE_DELAY=-1";

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

  /** Ten visits; item 404 has been sold since. */
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
    arguments.addAll(List.of("--runs", "3", "--run", "1200ms"));
    arguments.addAll(List.of("--warmup", "300ms", "--first-warmup", "600ms"));
    arguments.addAll(List.of(more));
    return Command.headwaiter(arguments.toArray(String[]::new));
  }

  /** Whether a run was full depends on the machine, as in {@link TunePoolsTest}. */
  @Test
  void aWarIsProfiledWithItsOwnCustomers() throws Exception {
    Path out = folder.resolve("out");
    Command tuned = tune(out, "--war", war.toString(), "--db", DATABASE, "--db-user", "sa");
    assertThat(tuned.out())
        .as(tuned.err())
        .contains(
            "recorded addresses; 1 not answered well: GET /tiny/item/404 answered 404",
            "not asked for: /tiny/order (2 requests: they may change something)",
            "93.8 % of the recorded requests are asked for, 3 by a visitor",
            "run 1: 3 threads, 2 connections");
    if (tuned.exitCode() == 0) {
      assertThat(tuned.out()).contains("chosen: ", "predicted: ");
      assertThat(TunedPools.read(out.resolve("profile.json")).chosen().sizes().threads())
          .isBetween(2, 3);
    } else {
      assertThat(tuned.err()).containsPattern("does not keep .* threads busy|too short|was full");
    }
    JsonNode types =
        new ObjectMapper()
            .readTree(out.resolve("state.json").toFile())
            .at("/runs/0/measured/types");
    // Its connections are ours, and each of its visitors has kept the session's cookie.
    assertThat(types.path("/tiny/page").path("withConnection").asInt()).isPositive();
    assertThat(types.path("/tiny/item").path("withConnection").asInt())
        .isEqualTo(types.path("/tiny/item").path("count").asInt())
        .isPositive();
  }

  @Test
  void aRunningServerIsSizedFromOutside() throws Exception {
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
