package io.headwaiter.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwaiter.load.results.LoadResult;
import io.headwaiter.load.workload.PlainWorkload;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Certificates, suites, groups, and targets without TLS. */
@Timeout(120)
class TlsChoicesTest {
  private static final String SUITE = "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384";

  private final Set<String> suites = ConcurrentHashMap.newKeySet();

  private static LoadResult run(URI target, UnaryOperator<LoadOptionsBuilder> change)
      throws InterruptedException {
    LoadOptionsBuilder builder =
        LoadOptions.builder(target)
            .closedPopulation(1)
            .plain(new PlainWorkload(2, true, List.of("/"), List.of()))
            .newConnectionPerRequest(true)
            .thinkMean(Duration.ZERO)
            .retryDelay(Duration.ZERO)
            .warmup(Duration.ZERO)
            .maxSessions(3)
            .patience(Duration.ZERO)
            .duration(Duration.ofSeconds(50));
    try (LoadGenerator generator = new LoadGenerator(change.apply(builder).build())) {
      return generator.run(progress -> {});
    }
  }

  private ScriptedServer server() {
    return new ScriptedServer(
        (client, number) -> {
          client.handshake();
          suites.add(client.suite());
          client.serveAll("page");
        });
  }

  @Test
  void certificateOfAGivenAuthorityIsTrusted() throws InterruptedException {
    try (ScriptedServer server = server()) {
      LoadResult result = run(server.uri(), b -> b.checkCertificates(TestKeys.certificatePem()));
      assertThat(result.errorsByKind()).isEmpty();
      assertThat(result.sessions().completed()).isEqualTo(3);
      assertThat(result.handshakes().resumed()).isEqualTo(3);
    }
  }

  @Test
  void unknownCertificateIsRefused() throws InterruptedException {
    try (ScriptedServer server = server()) {
      LoadResult result = run(server.uri(), b -> b.checkCertificates(""));
      assertThat(result.sessions().refused()).isEqualTo(3);
      assertThat(result.errorsByKind()).containsOnlyKeys("certificate-refused");
      assertThat(server.targets()).isEmpty();
    }
  }

  @Test
  void certificateForAnotherNameIsRefused() throws InterruptedException {
    try (ScriptedServer server = server()) {
      URI byAddress = URI.create("https://127.0.0.1:" + server.uri().getPort());
      LoadResult result = run(byAddress, b -> b.checkCertificates(TestKeys.certificatePem()));
      assertThat(result.sessions().refused()).isEqualTo(3);
      assertThat(result.errorsByKind()).containsOnlyKeys("certificate-refused");
    }
  }

  @Test
  void offersOnlyTheChosenSuite() throws InterruptedException {
    try (ScriptedServer server = server()) {
      LoadResult result = run(server.uri(), b -> b.tlsVersions(TlsVersions.TLS_1_2).suite(SUITE));
      assertThat(result.sessions().completed()).isEqualTo(3);
      assertThat(suites).containsExactly(SUITE);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"X25519", "P-256", "P-384", "P-521"})
  void offersOnlyTheChosenGroup(String group) throws InterruptedException {
    try (ScriptedServer server = server()) {
      LoadResult result = run(server.uri(), b -> b.group(group));
      assertThat(result.errorsByKind()).isEmpty();
      assertThat(result.sessions().completed()).isEqualTo(3);
    }
  }

  @Test
  void serverThatDoesNotKnowTheGroupEndsTheHandshake() throws InterruptedException {
    try (ScriptedServer server = server()) {
      LoadResult result =
          run(server.uri(), b -> b.tlsVersions(TlsVersions.TLS_1_3).group("X25519MLKEM768"));
      assertThat(result.sessions().completed()).isZero();
      assertThat(result.handshakes().failed()).isEqualTo(3);
    }
  }

  @Test
  void explainsWrongChoices() {
    URI target = URI.create("https://localhost:1");
    assertThatThrownBy(() -> run(target, b -> b.suite(SUITE)))
        .hasMessageContainingAll(SUITE, "TLS 1.2 only", "at the server");
    assertThatThrownBy(
            () ->
                run(
                    target,
                    b -> b.tlsVersions(TlsVersions.TLS_1_2).suite("TLS_AES_128_GCM_SHA256")))
        .hasMessageContainingAll("The suite is TLS_AES_128_GCM_SHA256", SUITE);
    assertThatThrownBy(() -> run(target, b -> b.group("P-224")))
        .hasMessageContainingAll("The group is P-224", "X25519MLKEM768");
    URI plain = URI.create("http://localhost:1");
    assertThatThrownBy(() -> run(plain, b -> b.checkCertificates("")))
        .hasMessageContaining("is without TLS");
  }

  @Test
  void speaksWithoutTls() throws InterruptedException {
    try (ScriptedServer server =
        new ScriptedServer((client, number) -> client.plain().serveAll("page"))) {
      URI plain = URI.create("http://localhost:" + server.uri().getPort());
      LoadResult result = run(plain, b -> b);
      assertThat(result.sessions().completed()).isEqualTo(3);
      assertThat(result.handshakes().full()).isZero();
      assertThat(server.accepted()).isEqualTo(6);
    }
  }

  @Test
  void serverThatClosesBeforeItsFirstReplyRefusesWithoutTls() throws InterruptedException {
    try (ScriptedServer server = new ScriptedServer((client, number) -> client.plain().request())) {
      URI plain = URI.create("http://localhost:" + server.uri().getPort());
      LoadResult result = run(plain, b -> b);
      assertThat(result.sessions().refused()).isEqualTo(3);
      assertThat(result.errorsByKind()).containsOnlyKeys("reply-closed");
    }
  }
}
