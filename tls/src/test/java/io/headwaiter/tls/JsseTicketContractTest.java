package io.headwaiter.tls;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.hello.ResumptionClaim;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** JSSE in stateless mode: the verifier probes the tickets. Runs in a JVM of that mode. */
@Tag("slow")
@Tag("stateless")
class JsseTicketContractTest extends JsseContract {
  private static final int COMPRESSED_AT = 20;

  private final AtomicInteger probes = new AtomicInteger();
  private final JsseTicketProbe verifier =
      new JsseTicketProbe(this::fresh, new JsseSessionVerifier(host -> caches().apply(host)));

  private Stream<SSLEngine> fresh(String host) {
    return engines().apply(host).peek(engine -> probes.incrementAndGet());
  }

  @Override
  boolean isKnown(ResumptionClaim claim, String host) {
    return verifier.isKnown(claim, host);
  }

  /**
   * After four bytes of key number and sixteen of vector, JDK 25 writes whether the session is
   * compressed. It means to authenticate this byte but does not: the buffer is not flipped. JSSE
   * resumes the ticket, so it is known.
   */
  @Override
  boolean isNothingToTheEngine(int at) {
    return at == COMPRESSED_AT;
  }

  /** The probe checks the binder. */
  @Override
  boolean asksForProof() {
    return true;
  }

  @Override
  VerifierContract stranger() throws Exception {
    JsseTicketContractTest other = new JsseTicketContractTest();
    other.hosts();
    return other;
  }

  @ParameterizedTest
  @ValueSource(strings = {TLS12, TLS13})
  void serverStoresNothingAndProbesTicketOnce(String protocol) throws Exception {
    byte[] hello = returning(protocol);
    assertThat(caches().apply(HOST).get(0).getIds().hasMoreElements()).isFalse();
    assertThat(token(hello, protocol)).hasSizeGreaterThan(32);
    probes.set(0);
    assertThat(isKnown(hello, protocol)).isTrue();
    assertThat(probes).hasValue(1);
  }

  /** No value can be bound to such a session: JSSE would no longer put it into a ticket. */
  @ParameterizedTest
  @ValueSource(strings = {TLS12, TLS13})
  void visitIsNamedByItsStartMillisecond(String protocol) throws Exception {
    SSLContext client = Handshakes.client();
    SSLSession first = visit(client, protocol).getSession();
    long visit = JsseVisitNames.of(first);
    assertThat(visit).isEqualTo(first.getCreationTime());
    assertThat(first.getValueNames()).isEmpty();
    for (int i = 0; i < 3; i++) {
      SSLEngine next = serverEngine(HOST);
      Handshakes.run(
          Handshakes.clientEngine(client, protocol),
          next,
          hello ->
              assertThat(verifier.find(claim(hello, protocol), HOST).orElseThrow().visit())
                  .isEqualTo(visit));
      assertThat(JsseVisitNames.of(next.getSession())).isEqualTo(visit);
    }
  }

  /** A look-up takes such an identity out of the cache, so the verifier only asks the cache. */
  @Test
  void doesNotProbeCacheIdentity() throws Exception {
    byte[] hello = returning(TLS13);
    probes.set(0);
    assertThat(isKnown(HelloSurgery.withToken(hello, new byte[32]), TLS13)).isFalse();
    assertThat(probes).hasValue(0);
  }

  /** The server asks for another key share first: whether it will resume is not known yet. */
  @Test
  void helloNeedingRetryIsNotKnown() throws Exception {
    byte[] hello = returning(TLS13);
    assertThat(isKnown(hello, TLS13)).isTrue();
    assertThat(isKnown(HelloSurgery.withoutKeyShare(hello), TLS13)).isFalse();
  }

  @Test
  void probesSecondCertificateToo() throws Exception {
    SSLContext other = Handshakes.server(folder, "EC");
    JsseTicketProbe both =
        new JsseTicketProbe(
            host -> Stream.concat(Stream.of(other.createSSLEngine()), engines().apply(host)),
            new JsseSessionVerifier(caches()));
    assertThat(both.isKnown(claim(returning(TLS13), TLS13), HOST)).isTrue();
    JsseTicketProbe none =
        new JsseTicketProbe(host -> Stream.empty(), new JsseSessionVerifier(caches()));
    assertThat(none.isKnown(claim(returning(TLS13), TLS13), HOST)).isFalse();
  }
}
