package io.headwaiter.tls;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.hello.ResumptionClaim;
import io.headwaiter.tls.SuiteChoice.Tls13Preference;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tickets of BoringSSL under the project's keys; the verifier checks their code. */
@Tag("slow")
class BoringsslContractTest extends VerifierContract {
  private static final int TIMEOUT_SECONDS = TestSettings.TIMEOUT_SECONDS;
  private static final int EXTENDED_MASTER_SECRET = 23;
  private static final int SEQUENCE = 0x30;
  // Context tag 17 of BoringSSL's session.
  private static final int SESSION_EMS = 0xb1;
  private static final long SEVEN_DAYS_MILLIS = 7 * 86_400_000L;

  @TempDir static Path folder;

  private final TestKeys keys = new TestKeys();
  private final Map<String, BoringsslContext> contexts = new HashMap<>();
  private final TicketSessionVerifier verifier =
      new TicketSessionVerifier(host -> contexts.get(host).ticketHost());

  @BeforeEach
  void load() throws Exception {
    for (String host : List.of(HOST, OTHER_HOST)) {
      contexts.put(host, context(host, "EC"));
    }
  }

  @AfterEach
  void close() {
    contexts.values().forEach(BoringsslContext::close);
  }

  @Override
  SSLEngine serverEngine(String host) {
    return contexts.get(host).newEngine();
  }

  @Override
  void release(SSLEngine engine) {
    ((BoringsslEngine) engine).release();
  }

  @Override
  boolean isKnown(ResumptionClaim claim, String host) {
    return verifier.isKnown(claim, host);
  }

  @Override
  boolean isResumed(SSLEngine first, SSLEngine second) {
    return ((BoringsslEngine) second).isResumed();
  }

  @Override
  ServerAnswer answer(byte[] hello) {
    return ServerAnswer.to(contexts.get(HOST), hello);
  }

  @Override
  String authentication() {
    return "ECDSA";
  }

  /** In TLS 1.2 the order of the offer has no effect if the server's order decides. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256"
            + " TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256"
            + " TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
        "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384 TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256"
      })
  void followsServerCipherOrder(String order) throws Exception {
    List<String> suites = new ArrayList<>(List.of(order.split(" ", -1)));
    suites.addAll(
        List.of(
            "TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256"));
    BoringsslSettings settings =
        TestSettings.of(
            Handshakes.keys(folder, "EC"),
            List.of(TLS12, TLS13),
            suites,
            List.of(),
            /* ownCipherOrder= */ true,
            TIMEOUT_SECONDS,
            Optional.of(keys.realm(HOST)));
    contexts.put(HOST, BoringsslContext.of(settings)).close();
    String other = "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384";
    String suite = "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256";
    assertAgreement(TLS12, suite, offers(List.of(suite, other, "TLS_AES_128_GCM_SHA256")));
    assertAgreement(TLS12, other, offers(List.of(suite, other, "TLS_AES_128_GCM_SHA256")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"EC", "RSA"})
  void probeFindsTls13SuitePreference(String algorithm) throws Exception {
    try (BoringsslContext any = context(HOST, algorithm)) {
      BoringsslEngine engine = any.newEngine();
      assertThat(SuiteProbe.preferenceOf(engine))
          .isIn(Tls13Preference.CLIENTS_FIRST, Tls13Preference.CHACHA20);
      engine.release();
      assertThat(any.references()).as("it was asked before, too").isEqualTo(1);
    }
  }

  /** The keys stay in force: the end of the session itself counts. */
  @Override
  void endSessions() {
    keys.later(SEVEN_DAYS_MILLIS);
  }

  @Override
  VerifierContract stranger() throws Exception {
    BoringsslContractTest other = new BoringsslContractTest();
    other.load();
    return other;
  }

  @ParameterizedTest
  @ValueSource(strings = {TLS12, TLS13})
  void ticketIsKnownAfterOneKeyRotationOnly(String protocol) throws Exception {
    byte[] hello = returning(protocol);
    keys.rotate();
    assertThat(isKnown(hello, protocol)).isTrue();
    assertThat(ServerAnswer.to(contexts.get(HOST), hello)).isEqualTo(ServerAnswer.RESUMED);
    keys.rotate();
    assertThat(isKnown(hello, protocol)).isFalse();
    assertThat(ServerAnswer.to(contexts.get(HOST), hello)).isEqualTo(ServerAnswer.FULL);
  }

  @ParameterizedTest
  @ValueSource(strings = {TLS12, TLS13})
  void ticketIsKnownAfterCertificateReload(String protocol) throws Exception {
    byte[] hello = returning(protocol);
    contexts.put(HOST, context(HOST, "EC")).close();
    assertThat(isKnown(hello, protocol)).isTrue();
    assertThat(ServerAnswer.to(contexts.get(HOST), hello)).isEqualTo(ServerAnswer.RESUMED);
  }

  /**
   * A TLS 1.2 session resumed in the next key period gets a ticket under a fresh key, but no more
   * time. By the name of that key it would last longer.
   */
  @Test
  void renewedTicketEndsWithItsSession() throws Exception {
    TicketRealm realm = keys.realm(HOST);
    SSLContext client = Handshakes.client();
    release(visit(client, TLS12));
    byte[] old = token(Handshakes.hello(client, TLS12), TLS12);
    long began = realm.beganMillis(old, TIMEOUT_SECONDS).orElseThrow();
    // Long enough to tell a gain in lifetime from the margin of one second.
    Awaitility.await().until(() -> System.currentTimeMillis() > began + 4_000);
    keys.rotate();
    release(visit(client, TLS12));
    byte[] renewed = token(Handshakes.hello(client, TLS12), TLS12);
    assertThat(Tickets.cut(renewed, 16)).isNotEqualTo(Tickets.cut(old, 16));
    long ends = began + TIMEOUT_SECONDS * 1000L;
    keys.setMillis(ends - 3_600_000);
    assertThat(realm.isResumable(renewed, /* tls13= */ false)).isTrue();
    keys.setMillis(ends);
    assertThat(realm.isResumable(renewed, false)).isFalse();
    assertThat(realm.isAuthentic(renewed)).as("its key is in force").isTrue();
  }

  /** RFC 7627 section 5.3: otherwise the engine refuses, or signs. */
  @Test
  void sessionRequiresMatchingExtendedMasterSecret() throws Exception {
    byte[] hello = returning(TLS12);
    byte[] plain = HelloSurgery.without(hello, EXTENDED_MASTER_SECRET);
    assertThat(isKnown(plain, TLS12)).isFalse();
    assertThat(answer(plain)).isEqualTo(ServerAnswer.REFUSED);

    byte[] ticket = withoutExtendedMasterSecret(token(hello, TLS12));
    byte[] old = HelloSurgery.withToken(hello, ticket);
    assertThat(isKnown(old, TLS12)).isFalse();
    assertThat(answer(old)).isEqualTo(ServerAnswer.FULL);

    byte[] both = HelloSurgery.withToken(plain, ticket);
    assertThat(isKnown(both, TLS12)).isTrue();
    assertThat(answer(both)).isEqualTo(ServerAnswer.RESUMED);
  }

  /** Returns the same session, as if made with a client that does not know the extension. */
  private byte[] withoutExtendedMasterSecret(byte[] ticket) throws Exception {
    AtomicReference<List<TicketKey>> inForce = new AtomicReference<>();
    keys.realm(HOST).attach(inForce::set);
    TicketKey key = TicketVerifier.keyOf(ticket, inForce.get()).orElseThrow();
    ByteBuffer fields = Der.value(ByteBuffer.wrap(key.decrypt(ticket)), SEQUENCE);
    byte[] kept = new byte[0];
    while (fields.hasRemaining()) {
      int tag = Der.tag(fields);
      ByteBuffer value = Der.value(fields);
      byte[] content = new byte[value.remaining()];
      value.get(content);
      kept = tag == SESSION_EMS ? kept : DerWriter.join(kept, DerWriter.tagged(tag, content));
    }
    return Tickets.seal(key, DerWriter.tagged(SEQUENCE, kept));
  }

  private BoringsslContext context(String host, String algorithm) throws Exception {
    return BoringsslContext.of(TestSettings.of(folder, algorithm, Optional.of(keys.realm(host))));
  }
}
