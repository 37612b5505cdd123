package io.headwaiter.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.load.results.LoadResult;
import io.headwaiter.load.workload.PlainWorkload;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The connections and requests of plain customers. */
@Timeout(120)
class PlainSessionsTest {
  private static final List<String> PAGES = List.of("/a", "/b?id=1");

  /** One client, one visit after another; the window only guards against hanging. */
  private static LoadResult run(
      ScriptedServer server, PlainWorkload customers, UnaryOperator<LoadOptionsBuilder> change)
      throws InterruptedException {
    LoadOptionsBuilder builder =
        LoadOptions.builder(server.uri())
            .closedPopulation(1)
            .plain(customers)
            .thinkMean(Duration.ZERO)
            .warmup(Duration.ZERO)
            .maxSessions(4)
            .patience(Duration.ofSeconds(40))
            .duration(Duration.ofSeconds(50));
    try (LoadGenerator generator = new LoadGenerator(change.apply(builder).build())) {
      return generator.run(progress -> {});
    }
  }

  @Test
  void visitKeepsItsConnection() throws InterruptedException {
    try (ScriptedServer server =
        new ScriptedServer((client, number) -> client.handshake().serveAll("any page"))) {
      LoadResult result = run(server, new PlainWorkload(5, true, PAGES, List.of()), b -> b);
      assertThat(result.sessions().completed()).isEqualTo(4);
      assertThat(result.errorsByKind()).isEmpty();
      assertThat(server.accepted()).isEqualTo(4);
      assertThat(server.targets()).hasSize(20).containsOnly("/a", "/b?id=1");
      assertThat(result.responseMillisByInteraction()).containsOnlyKeys("/a", "/b?id=1");
    }
  }

  @Test
  void visitOpensConnectionForEachPage() throws InterruptedException {
    try (ScriptedServer server =
        new ScriptedServer((client, number) -> client.handshake().serveAll("any page"))) {
      LoadResult result =
          run(
              server,
              new PlainWorkload(3, true, PAGES, List.of()),
              b -> b.newConnectionPerRequest(true));
      assertThat(result.sessions().completed()).isEqualTo(4);
      assertThat(server.accepted()).isEqualTo(12);
      assertThat(result.handshakes().resumed()).isEqualTo(8);
    }
  }

  @Test
  void fetchesEachAssetOncePerVisit() throws InterruptedException {
    try (ScriptedServer server =
        new ScriptedServer((client, number) -> client.handshake().serveAll("any page"))) {
      List<String> assets = List.of("/a.css", "/b.png", "/c.png");
      LoadResult result =
          run(
              server,
              new PlainWorkload(2, true, PAGES, assets),
              b -> b.imageConnections(6).maxSessions(1));
      assertThat(result.sessions().completed()).isEqualTo(1);
      assertThat(server.targets()).hasSize(5).containsAll(assets);
      assertThat(server.accepted()).isEqualTo(4);
      assertThat(result.responseMillis().count()).isEqualTo(2);
    }
  }

  @Test
  void errorStatusBreaksVisit() throws InterruptedException {
    try (ScriptedServer server =
        new ScriptedServer(
            (client, number) -> {
              client.handshake().request();
              client.reply(503, "busy");
            })) {
      LoadResult result =
          run(
              server,
              new PlainWorkload(2, true, PAGES, List.of()),
              b -> b.retryDelay(Duration.ZERO));
      assertThat(result.sessions().completed()).isZero();
      assertThat(result.sessions().broken()).isEqualTo(4);
    }
  }
}
