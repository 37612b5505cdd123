package io.headwaiter.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwaiter.core.hello.ClientHelloParser;
import io.headwaiter.core.hello.HelloLimits;
import io.headwaiter.core.hello.ResumptionClaim;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Real tickets of BoringSSL, presented by JSSE: verified before the handshake, proven by it. */
@Tag("slow")
class BoringsslContextTest {
  private static final int TIMEOUT_SECONDS = TestSettings.TIMEOUT_SECONDS;
  private static final int HANDSHAKES = 2_000;
  private static final List<String> BOTH = List.of("TLSv1.2", "TLSv1.3");

  @TempDir static Path folder;

  private final TestKeys keys = new TestKeys();
  private final TicketRealm realm = keys.realm("shop");

  @ParameterizedTest
  @CsvSource({"TLSv1.2, RSA", "TLSv1.3, RSA", "TLSv1.2, EC", "TLSv1.3, EC"})
  void aRealTicketIsVerifiedAndThenProven(String protocol, String keyAlgorithm) throws Exception {
    try (BoringsslContext context = context(keyAlgorithm, BOTH)) {
      SSLContext client = Handshakes.client();
      assertThat(resumes(client, context, protocol)).isFalse();
      for (int i = 0; i < 3; i++) {
        assertThat(verifiedAndResumes(client, context, protocol)).isTrue();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void aTicketSaysWhenItsSessionBegan(String protocol) throws Exception {
    try (BoringsslContext context = context("EC", BOTH)) {
      SSLContext client = Handshakes.client();
      long before = System.currentTimeMillis() / 1000 * 1000;
      resumes(client, context, protocol);
      for (int i = 0; i < 3; i++) {
        Consumer<byte[]> look =
            ticket ->
                assertThat(realm.beganMillis(ticket, TIMEOUT_SECONDS).orElseThrow())
                    .isBetween(before, System.currentTimeMillis());
        assertThat(resumes(client, context, protocol, look)).isTrue();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void engineAndItsTicketAgreeOnSession(String protocol) throws Exception {
    try (BoringsslContext context = context("EC", BOTH)) {
      SSLContext client = Handshakes.client();
      BoringsslEngine engine = context.newEngine();
      Handshakes.run(Handshakes.clientEngine(client, protocol), engine, hello -> {});
      KnownSession ticket = realm.find(ticket(client, protocol), TIMEOUT_SECONDS).orElseThrow();
      assertThat(engine.beganMillis()).isEqualTo(ticket.beganMillis());
      assertThat(ticket.renewedMillis())
          .isBetween(ticket.beganMillis(), System.currentTimeMillis());
      assertThat(ticket.visit()).isEqualTo(engine.visit());
      assertThat(ticket.courtesy()).isFalse();
      engine.release();
      assertThat(engine.beganMillis()).isEqualTo(KnownSession.UNKNOWN);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void courtesyTicketIsRecognisedAndBecomesOrdinary(String protocol) throws Exception {
    try (BoringsslContext context = context("EC", BOTH)) {
      SSLContext client = Handshakes.client();
      assertThat(resumes(client, context.courtesy(), protocol)).isFalse();
      Consumer<byte[]> isOfAPage = ticket -> assertThat(isOfAPage(ticket)).isTrue();
      assertThat(resumes(client, context.courtesy(), protocol, isOfAPage))
          .as("another page, with a small handshake")
          .isTrue();
      assertThat(resumes(client, context, protocol, isOfAPage)).as("let in").isTrue();
      List<Boolean> ofPages = new ArrayList<>();
      // Clients that present their oldest ticket first use courtesy tickets for a while.
      for (int i = 0; i < 8; i++) {
        assertThat(resumes(client, context, protocol, t -> ofPages.add(isOfAPage(t)))).isTrue();
      }
      assertThat(ofPages.get(7)).isFalse();
      assertThat(context.courtesy()).isSameAs(context.courtesy());
    }
  }

  @Test
  void courtesyHandshakeNegotiatesNoApplicationProtocol() throws Exception {
    try (BoringsslContext context =
        BoringsslContext.of(settings("EC", BOTH, List.of("h2"), Optional.of(realm)))) {
      assertThat(negotiated(context.courtesy(), "h2", "http/1.1")).isEmpty();
      assertThat(negotiated(context, "h2", "http/1.1")).isEqualTo("h2");
    }
  }

  @Test
  void courtesyContextClosesWithItsOwner() throws Exception {
    BoringsslContext context = context("EC", BOTH);
    BoringsslContext courtesy = context.courtesy();
    assertThat(courtesy.references()).isEqualTo(1);
    context.close();
    assertThat(courtesy.references()).isZero();
  }

  private boolean isOfAPage(byte[] ticket) {
    return realm.find(ticket, TIMEOUT_SECONDS).orElseThrow().courtesy();
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void aTicketSurvivesARotationAndAReload(String protocol) throws Exception {
    SSLContext client = Handshakes.client();
    try (BoringsslContext before = context("RSA", BOTH)) {
      resumes(client, before, protocol);
      keys.rotate();
    }
    try (BoringsslContext after = context("RSA", BOTH)) {
      assertThat(verifiedAndResumes(client, after, protocol)).isTrue();
      keys.rotate();
      keys.rotate();
      Consumer<byte[]> look = ticket -> assertThat(realm.isAuthentic(ticket)).isFalse();
      assertThat(resumes(client, after, protocol, look)).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void ticketWithFlippedBitIsNotAuthentic(String protocol) throws Exception {
    try (BoringsslContext context = context("EC", BOTH)) {
      SSLContext client = Handshakes.client();
      resumes(client, context, protocol);
      byte[] ticket = ticket(client, protocol);
      for (int bit = 0; bit < ticket.length * 8; bit += 7) {
        assertThat(realm.isAuthentic(Tickets.flip(ticket, bit))).as("bit %s", bit).isFalse();
      }
    }
  }

  /** Neither the engine nor the verifier accepts a genuine ticket in the other TLS version. */
  @Test
  void ticketIsKnownInItsVersionOnly() throws Exception {
    try (BoringsslContext context = context("EC", BOTH)) {
      for (String protocol : BOTH) {
        boolean tls13 = protocol.equals("TLSv1.3");
        SSLContext own = Handshakes.client();
        resumes(own, context, protocol);
        byte[] real = ticket(own, protocol);
        String otherProtocol = BOTH.get(tls13 ? 0 : 1);
        SSLContext other = Handshakes.client();
        resumes(other, context, otherProtocol);
        byte[] hello = Handshakes.hello(other, otherProtocol);
        byte[] wrong = HelloSurgery.withToken(hello, real);
        assertThat(isKnown(context, hello, !tls13)).isTrue();
        assertThat(realm.isAuthentic(real)).isTrue();
        assertThat(isKnown(context, wrong, !tls13))
            .as("%s shown as %s", protocol, otherProtocol)
            .isFalse();
        assertThat(ServerAnswer.to(context, hello)).isEqualTo(ServerAnswer.RESUMED);
        assertThat(ServerAnswer.to(context, wrong)).isEqualTo(ServerAnswer.FULL);
      }
    }
  }

  /**
   * Retries until the session has its full length: it is one second shorter if the clock advances
   * by a second during the handshake.
   */
  private static byte[] helloOfAWholeSession(
      BoringsslContext context, TicketRealm realm, long seconds) throws Exception {
    while (true) {
      SSLContext client = Handshakes.client();
      resumes(client, context, "TLSv1.2");
      byte[] hello = Handshakes.hello(client, "TLSv1.2");
      KnownSession session = realm.find(claim(hello, false).tokens().get(0), seconds).orElseThrow();
      if (session.beganMillis() == session.renewedMillis()) {
        return hello;
      }
    }
  }

  /** A session of two seconds under keys of 12 hours: its own end counts, not that of the key. */
  @Test
  void endedSessionIsNotResumableDespiteValidKey() throws Exception {
    int seconds = 2;
    AtomicLong nowMillis = new AtomicLong(System.currentTimeMillis());
    TicketRealm realm = Tickets.generated(TestKeys.ROTATION_SECONDS, nowMillis::get).realm("short");
    try (BoringsslContext context =
        BoringsslContext.of(settings("EC", BOTH, List.of(), Optional.of(realm), seconds))) {
      byte[] hello = helloOfAWholeSession(context, realm, seconds);
      byte[] ticket = claim(hello, false).tokens().get(0);
      long began = realm.beganMillis(ticket, seconds).orElseThrow();
      nowMillis.set(began);
      assertThat(realm.isResumable(ticket, /* tls13= */ false)).isTrue();
      nowMillis.set(began + 1000);
      assertThat(realm.isResumable(ticket, false)).as("its last second").isFalse();
      // The engine has its own clock.
      Awaitility.await().until(() -> ServerAnswer.to(context, hello) == ServerAnswer.FULL);
      nowMillis.set(began + 3_600_000);
      assertThat(realm.isResumable(ticket, false)).isFalse();
      assertThat(realm.isAuthentic(ticket)).as("its key is in force").isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void nothingIsResumedWithoutRealm(String protocol) throws Exception {
    try (BoringsslContext context =
        BoringsslContext.of(settings("EC", BOTH, List.of(), Optional.empty()))) {
      SSLContext client = Handshakes.client();
      for (int i = 0; i < 3; i++) {
        assertThat(resumes(client, context, protocol)).isFalse();
      }
    }
  }

  @Test
  void onlyTheFirstIdentityCounts() throws Exception {
    try (BoringsslContext context = context("EC", BOTH)) {
      SSLContext client = Handshakes.client();
      resumes(client, context, "TLSv1.3");
      byte[] real = ticket(client, "TLSv1.3");
      byte[] noise = Tickets.random(real.length);
      assertThat(isKnown(context, Hello13.withIdentities(List.of(real, noise)), true)).isTrue();
      assertThat(isKnown(context, Hello13.withIdentities(List.of(noise, real)), true)).isFalse();
      assertThat(isKnown(context, Hello13.tls12(new byte[32], real), false))
          .as("in TLS 1.2")
          .isFalse();
      assertThat(isKnown(context, Hello13.tls12(Tickets.cut(real, 32), new byte[0]), false))
          .isFalse();
      TicketSessionVerifier none = new TicketSessionVerifier(host -> Optional.empty());
      ResumptionClaim claim = claim(Hello13.withIdentities(List.of(real)), true);
      assertThat(none.isKnown(claim, "shop")).isFalse();
    }
  }

  @Test
  void protocolsAndApplicationProtocolsAreNegotiated() throws Exception {
    try (BoringsslContext context =
        BoringsslContext.of(
            settings("EC", List.of("TLSv1.2"), List.of("h2"), Optional.of(realm)))) {
      assertThatThrownBy(() -> resumes(Handshakes.client(), context, "TLSv1.3"))
          .isInstanceOf(SSLException.class);
      assertThat(negotiated(context, "h2", "http/1.1")).isEqualTo("h2");
      assertThat(negotiated(context, "http/1.1")).isEmpty();
    }
  }

  @Test
  void repeatedContainerSettingsChangeNothing() throws Exception {
    try (BoringsslContext context = context("EC", List.of("TLSv1.2"))) {
      BoringsslEngine engine = context.newEngine();
      engine.setUseClientMode(false);
      engine.setEnabledProtocols(new String[] {"TLSv1.2"});
      engine.setEnabledCipherSuites(engine.settings().cipherSuites().toArray(new String[0]));
      SSLParameters parameters = engine.getSSLParameters();
      parameters.setNeedClientAuth(true);
      engine.setSSLParameters(parameters);
      assertThat(engine.getNeedClientAuth()).isFalse();
      assertThat(engine.getEnabledProtocols()).contains("TLSv1.2").doesNotContain("TLSv1.3");
      engine.release();
    }
  }

  @Test
  void releasedEnginesReleaseContextReferences() throws Exception {
    BoringsslContext context = context("EC", BOTH);
    SSLContext client = Handshakes.client();
    for (int i = 0; i < HANDSHAKES; i++) {
      BoringsslEngine engine = context.newEngine();
      if (i % 4 == 0) {
        engine.unwrap(
            ByteBuffer.wrap(Handshakes.hello(client, BOTH.get(i % 2))), ByteBuffer.allocate(1));
      } else if (i % 4 == 1) {
        assertThatThrownBy(
                () ->
                    engine.unwrap(
                        ByteBuffer.wrap(new byte[100]), // no TLS at all
                        ByteBuffer.allocate(32_000)))
            .isInstanceOf(SSLException.class);
      } else if (i % 4 == 2) {
        Handshakes.run(Handshakes.clientEngine(client, BOTH.get(i / 4 % 2)), engine, hello -> {});
      }
      engine.release();
      engine.release();
    }
    assertThat(context.references()).isEqualTo(1);
    context.close();
    assertThat(context.references()).isZero();
  }

  /** As after a reload, when Tomcat leaves the context to the garbage collector. */
  @Test
  void realmDoesNotHoldUnreferencedContext() throws Exception {
    WeakReference<BoringsslContext> dropped = new WeakReference<>(context("EC", BOTH));
    Awaitility.await()
        .until(
            () -> {
              System.gc();
              return dropped.get() == null;
            });
    keys.rotate();
    assertThat(realm.isAuthentic(new byte[80])).isFalse();
  }

  @Test
  void aReleasedEngineIsClosedAndHarmless() throws Exception {
    try (BoringsslContext context = context("EC", BOTH)) {
      BoringsslEngine engine = context.newEngine();
      SSLEngine client = Handshakes.clientEngine(Handshakes.client(), "TLSv1.3");
      Handshakes.run(client, engine, hello -> {});
      engine.release();
      assertThat(engine.isResumed()).isFalse();
      assertThat(engine.getSession().getProtocol()).isEqualTo("TLSv1.3");
      assertThat(engine.wrap(ByteBuffer.allocate(1), ByteBuffer.allocate(32_000)).getStatus())
          .isEqualTo(javax.net.ssl.SSLEngineResult.Status.CLOSED);
      engine.closeOutbound();
      engine.closeInbound();
      assertThat(engine.getDelegatedTask()).isNull();
    }
  }

  private BoringsslContext context(String keyAlgorithm, List<String> protocols) throws Exception {
    return BoringsslContext.of(settings(keyAlgorithm, protocols, List.of(), Optional.of(realm)));
  }

  private static BoringsslSettings settings(
      String keyAlgorithm, List<String> protocols, List<String> alpn, Optional<TicketRealm> realm)
      throws Exception {
    return settings(keyAlgorithm, protocols, alpn, realm, TIMEOUT_SECONDS);
  }

  private static BoringsslSettings settings(
      String keyAlgorithm,
      List<String> protocols,
      List<String> alpn,
      Optional<TicketRealm> realm,
      int timeoutSeconds)
      throws Exception {
    return TestSettings.of(
        Handshakes.keys(folder, keyAlgorithm),
        protocols,
        List.copyOf(Boringssl.cipherSuites()),
        alpn,
        /* ownCipherOrder= */ false,
        timeoutSeconds,
        realm);
  }

  private boolean verifiedAndResumes(SSLContext client, BoringsslContext context, String protocol)
      throws SSLException {
    Consumer<byte[]> look = ticket -> assertThat(realm.isAuthentic(ticket)).isTrue();
    return resumes(client, context, protocol, look);
  }

  private static boolean resumes(SSLContext client, BoringsslContext context, String protocol)
      throws SSLException {
    return resumes(client, context, protocol, ticket -> {});
  }

  /** Makes a connection and passes the client's ticket, if it has one, to {@code look}. */
  private static boolean resumes(
      SSLContext client, BoringsslContext context, String protocol, Consumer<byte[]> look)
      throws SSLException {
    BoringsslEngine engine = context.newEngine();
    boolean tls13 = protocol.equals("TLSv1.3");
    try {
      Handshakes.run(
          Handshakes.clientEngine(client, protocol),
          engine,
          hello -> claim(hello, tls13).tokens().forEach(look));
      return engine.isResumed();
    } finally {
      engine.release();
    }
  }

  private static String negotiated(BoringsslContext context, String... offered) throws Exception {
    SSLEngine client = Handshakes.clientEngine(Handshakes.client(), "TLSv1.2");
    SSLParameters parameters = client.getSSLParameters();
    parameters.setApplicationProtocols(offered);
    client.setSSLParameters(parameters);
    BoringsslEngine engine = context.newEngine();
    try {
      Handshakes.run(client, engine, hello -> {});
      String there = engine.getApplicationProtocol();
      assertThat(client.getApplicationProtocol()).isEqualTo(there == null ? "" : there);
      return client.getApplicationProtocol();
    } finally {
      engine.release();
    }
  }

  /** Returns the ticket that this client would present now. */
  private static byte[] ticket(SSLContext client, String protocol) throws SSLException {
    return claim(Handshakes.hello(client, protocol), protocol.equals("TLSv1.3")).tokens().get(0);
  }

  private static boolean isKnown(BoringsslContext context, byte[] hello, boolean tls13) {
    return new TicketSessionVerifier(host -> context.ticketHost())
        .isKnown(claim(hello, tls13), Handshakes.HOST);
  }

  private static ResumptionClaim claim(byte[] hello, boolean tls13) {
    ClientHelloParser parser = new ClientHelloParser(HelloLimits.DEFAULT);
    assertThat(parser.parse(ByteBuffer.wrap(hello))).isEqualTo(ClientHelloParser.Status.COMPLETE);
    return ResumptionClaim.of(parser.hello(), tls13);
  }
}
