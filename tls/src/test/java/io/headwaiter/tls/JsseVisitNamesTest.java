package io.headwaiter.tls;

import static io.headwaiter.tls.VerifierContract.TLS12;
import static io.headwaiter.tls.VerifierContract.TLS13;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSessionContext;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The visits to which JSSE's connections belong in stateful mode, by real handshakes. */
class JsseVisitNamesTest {
  private static final int CHAIN = 6;

  @TempDir static Path folder;

  private SSLContext server;
  private JsseSessionVerifier verifier;

  @BeforeEach
  void contexts() throws Exception {
    server = Handshakes.server(folder, "EC");
    verifier = new JsseSessionVerifier(host -> List.of(server.getServerSessionContext()));
  }

  @ParameterizedTest
  @ValueSource(strings = {TLS12, TLS13})
  void everyResumptionKeepsTheVisitName(String protocol) throws Exception {
    SSLContext client = Handshakes.client();
    SSLSession first = connect(client, protocol);
    assertThat(JsseVisitNames.isNamed(first)).isFalse();
    long visit = JsseVisitNames.of(first);
    assertThat(visit).isNotEqualTo(KnownSession.UNKNOWN);
    for (int i = 0; i < CHAIN; i++) {
      assertThat(told(client, protocol)).isEqualTo(visit);
      SSLSession next = connect(client, protocol);
      assertThat(JsseVisitNames.isNamed(next)).isTrue();
      assertThat(next.getCreationTime()).isEqualTo(first.getCreationTime());
      assertThat(JsseVisitNames.of(next)).isEqualTo(visit);
    }
  }

  /**
   * JSSE makes the sessions of a connection's tickets before it reports the end of the handshake.
   */
  @ParameterizedTest
  @ValueSource(strings = {TLS12, TLS13})
  void allSessionsOfHandshakeShareOneVisit(String protocol) throws Exception {
    for (boolean cacheFirst : new boolean[] {true, false}) {
      contexts();
      SSLSession own = connect(Handshakes.client(), protocol);
      Set<Long> names = new HashSet<>();
      if (!cacheFirst) {
        names.add(JsseVisitNames.of(own));
      }
      SSLSessionContext cache = server.getServerSessionContext();
      List<byte[]> ids = Collections.list(cache.getIds());
      assertThat(ids).isNotEmpty();
      ids.forEach(id -> names.add(JsseVisitNames.of(cache.getSession(id))));
      names.add(JsseVisitNames.of(own));
      assertThat(names).as("cache first: %s", cacheFirst).hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {TLS12, TLS13})
  void simultaneousVisitsHaveDifferentNames(String protocol) throws Exception {
    Set<Long> visits = new HashSet<>();
    for (int i = 0; i < 20; i++) {
      visits.add(JsseVisitNames.of(connect(Handshakes.client(), protocol)));
    }
    assertThat(visits).hasSize(20);
  }

  @Test
  void concurrentQueriesReturnOneName() throws Exception {
    int askers = 4;
    ExecutorService threads = Executors.newFixedThreadPool(askers);
    try {
      for (int round = 0; round < 20; round++) {
        SSLSession session = connect(Handshakes.client(), TLS12);
        List<Future<Long>> asked =
            threads.invokeAll(Collections.nCopies(askers, () -> JsseVisitNames.of(session)));
        Set<Long> names = new HashSet<>();
        for (Future<Long> name : asked) {
          names.add(name.get());
        }
        assertThat(names).hasSize(1);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private SSLSession connect(SSLContext client, String protocol) throws SSLException {
    return Handshakes.run(client, server, protocol).server().getSession();
  }

  /** Returns the visit that the verifier states for a resumption of this client, and resumes. */
  private long told(SSLContext client, String protocol) throws SSLException {
    long[] told = new long[1];
    Handshakes.run(
        client,
        server,
        protocol,
        hello ->
            told[0] =
                verifier
                    .find(VerifierContract.claim(hello, protocol), Handshakes.HOST)
                    .orElseThrow()
                    .visit());
    return told[0];
  }
}
