package io.headwaiter.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.load.results.LoadResult;
import io.headwaiter.load.workload.Mix;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A visit resumes only its own TLS sessions, with both versions and both kinds of server: JSSE that
 * puts sessions into tickets, and JSSE that keeps them.
 */
@Tag("slow")
@Timeout(120)
class ResumptionTest {
  private static final int REQUESTS = 3;
  private static final int SESSIONS = 4;

  private static LoadResult run(TlsVersions versions, boolean tickets, double resumeShare)
      throws InterruptedException {
    try (ScriptedServer server =
            new ScriptedServer(
                TestKeys.serverContext(tickets),
                (client, number) -> client.handshake().serveAll("page"));
        LoadGenerator generator =
            new LoadGenerator(
                LoadOptions.builder(server.uri())
                    .closedPopulation(1)
                    .mix(Mix.BROWSING)
                    .maxRequests(REQUESTS)
                    .thinkMean(Duration.ofMillis(1))
                    .newConnectionPerRequest(true)
                    .tlsVersions(versions)
                    .resumeShare(resumeShare)
                    .warmup(Duration.ZERO)
                    .maxSessions(SESSIONS)
                    .patience(Duration.ofSeconds(40))
                    .duration(Duration.ofSeconds(50))
                    .build())) {
      return generator.run(progress -> {});
    }
  }

  @ParameterizedTest
  @CsvSource({"TLS_1_2,true", "TLS_1_2,false", "TLS_1_3,true", "TLS_1_3,false", "BOTH,true"})
  void visitMakesOneFullHandshake(TlsVersions versions, boolean tickets)
      throws InterruptedException {
    LoadResult result = run(versions, tickets, 1);
    assertThat(result.errorsByKind()).isEmpty();
    assertThat(result.handshakes().full()).isEqualTo(SESSIONS);
    assertThat(result.handshakes().resumed()).isEqualTo(SESSIONS * (REQUESTS - 1));
  }

  @ParameterizedTest
  @CsvSource({"TLS_1_2,true", "TLS_1_2,false", "TLS_1_3,true", "TLS_1_3,false"})
  void visitWithoutResumptionMakesOnlyFullHandshakes(TlsVersions versions, boolean tickets)
      throws InterruptedException {
    LoadResult result = run(versions, tickets, 0);
    assertThat(result.errorsByKind()).isEmpty();
    assertThat(result.handshakes().resumed()).isZero();
    assertThat(result.handshakes().full()).isEqualTo(SESSIONS * REQUESTS);
  }
}
