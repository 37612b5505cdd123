package io.headwaiter.e2e.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.headwaiter.lab.server.ServerProcess;
import io.headwaiter.load.LoadGenerator;
import io.headwaiter.load.LoadOptions;
import io.headwaiter.load.LoadOptionsBuilder;
import io.headwaiter.load.results.LoadResult;
import io.headwaiter.load.results.SessionCounts;
import io.headwaiter.load.workload.PlainWorkload;
import io.headwaiter.tomcat.TestShop;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A protected server, in a process of its own, under five times the load that it carries. The load
 * does not model a shop: visits of six requests on one kept connection, each of 3 ms CPU time,
 * without resumption.
 *
 * <p>The capacity is measured with twelve clients that make such visits again and again, so the
 * machine's speed does not matter. If none is refused at five times that, it is measured again from
 * there. All counts are of whole runs: arrivals stop after a number of visits, and the run lasts
 * until each of them is over, so both sides must have counted the same. On a machine that is busy
 * with other work, the test tries again for enough completed visits. A wrong count or a broken
 * visit fails at once.
 */
@Timeout(120)
class OverloadTest {
  private static final int REQUESTS = 6;
  private static final int CLIENTS = 12;
  private static final double SECONDS = 2;
  private static final int TRIES = 3;
  private static final double OVERLOAD = 5;
  private static final double LEAST_PART = 0.5;

  // Far more than clients wait: an admitted one that still loses patience was forgotten.
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final ObjectMapper MAPPER = new ObjectMapper();

  @TempDir private Path folder;

  private static List<String> command(List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx512m", "-XX:+UseSerialGC"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), ShopMain.class.getName()));
    command.addAll(arguments);
    return command;
  }

  private static LoadOptionsBuilder load(ServerProcess server) {
    String page = "/?" + TestShop.WORKS;
    return LoadOptions.builder(server.target())
        .plain(new PlainWorkload(REQUESTS, /* fixedLength= */ true, List.of(page), List.of()))
        .thinkMean(Duration.ZERO)
        .patience(PATIENCE)
        .resumeShare(0)
        .warmup(Duration.ZERO)
        .duration(Duration.ofSeconds(60));
  }

  /** A whole run, from the first arrival to the end of the last visit. */
  private record Run(SessionCounts sessions, double completedPerSecond, long refusedByServer) {}

  private static Run run(LoadGenerator generator, ServerProcess server, LoadOptionsBuilder load)
      throws Exception {
    JsonNode before = status(server);
    long start = System.nanoTime();
    LoadResult result = generator.run(load.build(), progress -> {});
    double seconds = (System.nanoTime() - start) / 1e9;
    SessionCounts sessions = result.sessions();
    Awaitility.await()
        .alias("arrivals counted by the server")
        .until(() -> since(before, status(server), "/arrived") >= sessions.started());
    JsonNode after = status(server);
    assertThat(since(before, after, "/arrived")).as("arrived").isEqualTo(sessions.started());
    long refused = since(before, after, "/new/refused/total");
    assertThat(since(before, after, "/new/admitted") + refused)
        .as("let in or refused")
        .isEqualTo(sessions.started());
    return new Run(sessions, sessions.completed() / seconds, refused);
  }

  private static long since(JsonNode before, JsonNode after, String pointer) {
    return after.at(pointer).asLong() - before.at(pointer).asLong();
  }

  private static JsonNode status(ServerProcess server) throws Exception {
    URI status = server.requireAdmin().resolve("/status");
    try (InputStream body = status.toURL().openStream()) {
      return MAPPER.readTree(body);
    }
  }

  /** Checks that each visit completed or was refused at the door, by the counts of both sides. */
  private static void assertNobodyBrokenAndEachRefusalCountedOnce(Run run) {
    SessionCounts sessions = run.sessions();
    assertThat(sessions.broken()).as("broken of " + sessions).isZero();
    assertThat(sessions.timedOutBeforeEntry()).as("timed out of " + sessions).isZero();
    assertThat(sessions.completed() + sessions.refused())
        .as("over of " + sessions)
        .isEqualTo(sessions.started());
    assertThat(run.refusedByServer()).as("refused by the server").isEqualTo(sessions.refused());
  }

  /** Returns the completed visits per second of a few clients that come again and again. */
  private static double carried(LoadGenerator generator, ServerProcess server) throws Exception {
    LoadResult busy =
        generator.run(
            load(server)
                .closedPopulation(CLIENTS)
                .warmup(Duration.ofMillis(1500))
                .duration(Duration.ofMillis(1500))
                .build(),
            progress -> {});
    assertThat(busy.sessions().completed()).as("of " + busy.sessions()).isPositive();
    return busy.completedPerSecond();
  }

  @ParameterizedTest
  @ValueSource(strings = {"tomcat tls=boringssl", "tomcat tls=jsse", "jetty"})
  void completesHalfOfCapacityAtFiveTimesLoad(String shop) throws Exception {
    List<String> words = List.of(shop.split(" ", -1));
    Path log = folder.resolve("shop.log");
    try (ServerProcess server =
            ServerProcess.start(words.get(0), command(words), log, Duration.ofSeconds(60));
        LoadGenerator generator = new LoadGenerator(load(server).build())) {
      double oneX = carried(generator, server);
      double part = 0;
      List<String> seen = new ArrayList<>();
      for (int i = 0; i < TRIES && part < LEAST_PART; i++) {
        Run fits = run(generator, server, arrivals(server, oneX, 2L * i));
        Run overloaded = run(generator, server, arrivals(server, OVERLOAD * oneX, 2L * i + 1));
        assertNobodyBrokenAndEachRefusalCountedOnce(fits);
        assertNobodyBrokenAndEachRefusalCountedOnce(overloaded);
        seen.add(fits + " and " + overloaded);
        if (overloaded.refusedByServer() == 0) {
          // The server was measured while it was cold or the machine busy: no overload yet.
          oneX = overloaded.completedPerSecond();
        } else {
          part = overloaded.completedPerSecond() / fits.completedPerSecond();
        }
      }
      assertThat(part)
          .as("completed at 5x of that at 1x (0: none refused), %s a second: %s", oneX, seen)
          .isGreaterThanOrEqualTo(LEAST_PART);
    }
  }

  private static LoadOptionsBuilder arrivals(ServerProcess server, double perSecond, long seed) {
    return load(server)
        .ratePerSecond(perSecond)
        .seed(seed)
        .maxSessions(Math.max(1, Math.round(SECONDS * perSecond)));
  }
}
