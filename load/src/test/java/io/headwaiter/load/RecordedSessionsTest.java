package io.headwaiter.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.load.results.LoadResult;
import io.headwaiter.load.workload.MarkovChain;
import io.headwaiter.load.workload.RecordedPage;
import io.headwaiter.load.workload.RecordedWorkload;
import io.headwaiter.load.workload.Step;
import io.headwaiter.load.workload.Workload;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The requests of recorded visits that are made again. */
@Timeout(120)
class RecordedSessionsTest {
  /** A page, and then an order. */
  private static Workload visits() {
    List<Step> page = List.of(new Step(new RecordedPage("/a", "/a", 0, "GET"), "/a?x=1"));
    List<Step> order = List.of(new Step(new RecordedPage("POST /b", "/b", 1, "POST"), "/b"));
    double[][] chain = {{0, 1, 0}, {0, 0, 1}, {0, 0, 0}};
    return new RecordedWorkload(List.of(page, order), new MarkovChain(chain), 1000);
  }

  private static LoadResult run(ScriptedServer server) throws InterruptedException {
    LoadOptions options =
        LoadOptions.builder(server.uri())
            .closedPopulation(1)
            .thinkMean(Duration.ZERO)
            .warmup(Duration.ZERO)
            .patience(Duration.ofSeconds(40))
            .duration(Duration.ofSeconds(50))
            .maxSessions(2)
            .build();
    try (LoadGenerator generator = new LoadGenerator(options, visits())) {
      return generator.run(progress -> {});
    }
  }

  @Test
  void sendsMethodsAndCookies() throws Exception {
    try (ScriptedServer server =
        new ScriptedServer(
            (client, number) -> {
              client.handshake();
              while (client.request() != null) {
                client.reply(200, "Set-Cookie: id=v" + number + "; Path=/\r\n", "page");
              }
            })) {
      LoadResult result = run(server);
      assertThat(result.sessions().completed()).isEqualTo(2);
      String host = "Host: " + server.uri().getAuthority() + "\r\n";
      // Each visit has cookies of its own, and begins without any.
      assertThat(server.heads())
          .containsExactly(
              "GET /a?x=1 HTTP/1.1\r\n" + host + "\r\n",
              "POST /b HTTP/1.1\r\n" + host + "Cookie: id=v0\r\nContent-Length: 0\r\n\r\n",
              "GET /a?x=1 HTTP/1.1\r\n" + host + "\r\n",
              "POST /b HTTP/1.1\r\n" + host + "Cookie: id=v1\r\nContent-Length: 0\r\n\r\n");
      assertThat(result.responseMillisByInteraction()).containsOnlyKeys("/a", "POST /b");
    }
  }
}
