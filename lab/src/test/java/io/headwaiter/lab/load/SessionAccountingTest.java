package io.headwaiter.lab.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.lab.results.LoadResult;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of sessions at servers that behave in every way, counted by the generator. */
@Timeout(60)
class SessionAccountingTest {

  /** A closed population of one, short thinking: a handful of sessions within the window. */
  private static LoadOptionsBuilder one(ScriptedServer server) {
    return LoadOptions.builder(server.uri())
        .closedPopulation(1)
        .maxRequests(3)
        .thinkMean(Duration.ofMillis(1))
        .retryDelay(Duration.ofMillis(20))
        .warmup(Duration.ZERO)
        .duration(Duration.ofMillis(1500));
  }

  private static LoadResult run(LoadOptionsBuilder options) throws InterruptedException {
    try (LoadGenerator generator = new LoadGenerator(options.build())) {
      return generator.run(progress -> {});
    }
  }

  @Test
  void completesSessionsAtAHealthyServer() throws InterruptedException {
    try (ScriptedServer server =
        new ScriptedServer((client, number) -> client.handshake().serveAll("hello"))) {
      LoadResult result = run(one(server));
      assertThat(result.sessions().completed()).isPositive();
      assertThat(result.sessions().broken()).isZero();
      assertThat(result.errorsByKind()).isEmpty();
      assertThat(result.replies().total()).isGreaterThanOrEqualTo(result.sessions().completed());
      assertThat(server.targets().get(0)).isEqualTo("/Home");
    }
  }
}
