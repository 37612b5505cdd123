package io.headwaiter.tls;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.hello.ClientHelloParser;
import io.headwaiter.core.hello.HelloLimits;
import io.headwaiter.core.hello.ResumptionClaim;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSessionContext;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests against real sessions of JSSE in stateful mode. */
@Tag("slow")
class JsseSessionVerifierTest {
  @TempDir static Path folder;

  private SSLContext server;
  private SSLContext client;
  private JsseSessionVerifier verifier;

  @BeforeEach
  void contexts() throws Exception {
    server = Handshakes.server(folder, "RSA");
    client = Handshakes.client();
    verifier = new JsseSessionVerifier(host -> List.of(server.getServerSessionContext()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void knowsOwnSessionThatJsseThenResumes(String protocol) throws Exception {
    Handshakes.Run full = Handshakes.run(client, server, protocol);
    Handshakes.Run resumed =
        Handshakes.run(
            client,
            server,
            protocol,
            hello -> {
              ResumptionClaim claim = claim(hello);
              assertThat(verifier.isKnown(claim, Handshakes.HOST)).isTrue();
              assertThat(verifier.isKnown(claim, Handshakes.HOST)).as("asked again").isTrue();
            });
    assertThat(resumed.server().getSession().getCreationTime())
        .isEqualTo(full.server().getSession().getCreationTime());
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void sessionReportsStartOfItsVisit(String protocol) throws Exception {
    Handshakes.Run full = Handshakes.run(client, server, protocol);
    long began = full.server().getSession().getCreationTime();
    for (int i = 0; i < 3; i++) {
      Handshakes.run(
          client,
          server,
          protocol,
          hello -> {
            KnownSession session = verifier.find(claim(hello), Handshakes.HOST).orElseThrow();
            assertThat(session.beganMillis()).isEqualTo(began);
            assertThat(session.renewedMillis()).isBetween(began, System.currentTimeMillis());
            assertThat(session.courtesy()).isFalse();
          });
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void firstHelloOfClientIsNotKnown(String protocol) throws Exception {
    byte[] first = Handshakes.run(client, server, protocol).firstFlight();
    assertThat(verifier.isKnown(claim(first), Handshakes.HOST)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void aForgedTokenIsNotKnown(String protocol) throws Exception {
    Handshakes.run(client, server, protocol);
    byte[] hello = Handshakes.hello(client, protocol);
    byte[] token = claim(hello).tokens().get(0);
    int at = Collections.indexOfSubList(boxed(hello), boxed(token));
    assertThat(at).as("the token is in the hello").isPositive();
    for (int bit : new int[] {0, token.length / 2, token.length - 1}) {
      byte[] forged = hello.clone();
      forged[at + bit] ^= 1;
      assertThat(verifier.isKnown(claim(forged), Handshakes.HOST)).as("byte %s", bit).isFalse();
    }
    assertThat(verifier.isKnown(claim(hello), Handshakes.HOST)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void aSessionOfAnotherHostIsNotKnown(String protocol) throws Exception {
    SSLContext other = Handshakes.server(folder, "EC");
    Map<String, SSLSessionContext> caches =
        Map.of(
            Handshakes.HOST,
            server.getServerSessionContext(),
            "other.example",
            other.getServerSessionContext());
    verifier = new JsseSessionVerifier(host -> List.of(caches.get(host)));
    Handshakes.run(client, server, protocol);
    ResumptionClaim claim = claim(Handshakes.hello(client, protocol));
    assertThat(verifier.isKnown(claim, "other.example")).isFalse();
    assertThat(verifier.isKnown(claim, Handshakes.HOST)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void asksCachesOfAllCertificates(String protocol) throws Exception {
    SSLContext other = Handshakes.server(folder, "EC");
    List<SSLSessionContext> both =
        List.of(other.getServerSessionContext(), server.getServerSessionContext());
    List<SSLSessionContext> reversed = new ArrayList<>(both);
    Collections.reverse(reversed);
    Handshakes.run(client, server, protocol);
    ResumptionClaim claim = claim(Handshakes.hello(client, protocol));
    assertThat(new JsseSessionVerifier(host -> both).isKnown(claim, null)).isTrue();
    assertThat(new JsseSessionVerifier(host -> reversed).isKnown(claim, null)).isTrue();
    assertThat(new JsseSessionVerifier(host -> List.of()).isKnown(claim, null)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void invalidatedSessionIsNotKnown(String protocol) throws Exception {
    Handshakes.run(client, server, protocol);
    ResumptionClaim claim = claim(Handshakes.hello(client, protocol));
    invalidateAll();
    assertThat(verifier.isKnown(claim, Handshakes.HOST)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void anExpiredSessionIsNotKnown(String protocol) throws Exception {
    Handshakes.run(client, server, protocol);
    ResumptionClaim claim = claim(Handshakes.hello(client, protocol));
    server.getServerSessionContext().setSessionTimeout(1);
    Awaitility.await().until(() -> !verifier.isKnown(claim, Handshakes.HOST));
  }

  /**
   * For example a session with a private key on a token that was removed: JSSE would not resume it.
   */
  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void invalidCachedSessionIsNotKnown(String protocol) {
    byte[] id = new byte[32];
    ResumptionClaim claim =
        claim(
            protocol.equals("TLSv1.3")
                ? Hello13.withIdentities(List.of(id))
                : Hello13.tls12(id, new byte[0]));
    assertThat(cacheOf(protocol, /* valid= */ true).isKnown(claim, null)).isTrue();
    assertThat(cacheOf(protocol, /* valid= */ false).isKnown(claim, null)).isFalse();
  }

  /** Returns a verifier on a cache that has one session under every id. */
  private static JsseSessionVerifier cacheOf(String protocol, boolean valid) {
    Map<String, Object> session =
        Map.of(
            "getProtocol",
            protocol,
            "isValid",
            valid,
            "getCreationTime",
            1L,
            "getLastAccessedTime",
            2L);
    SSLSessionContext cache =
        answering(
            SSLSessionContext.class, Map.of("getSession", answering(SSLSession.class, session)));
    return new JsseSessionVerifier(host -> List.of(cache));
  }

  /** Returns a proxy with these answers by method name, and null for all other methods. */
  private static <T> T answering(Class<T> type, Map<String, Object> answers) {
    return type.cast(
        Proxy.newProxyInstance(
            JsseSessionVerifierTest.class.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> answers.get(method.getName())));
  }

  @Test
  void tls12SessionIsNotKnownToTls13() throws Exception {
    Handshakes.run(client, server, "TLSv1.2");
    byte[] id = Collections.list(server.getServerSessionContext().getIds()).get(0);
    assertThat(verifier.isKnown(claim(Hello13.withIdentities(List.of(id))), null)).isFalse();
    // The same bytes do find the session as a TLS 1.2 id.
    assertThat(verifier.isKnown(claim(Handshakes.hello(client, "TLSv1.2")), null)).isTrue();
  }

  @Test
  void tls13SessionIsNotKnownToTls12() throws Exception {
    Handshakes.run(client, server, "TLSv1.3");
    byte[] identity = claim(Handshakes.hello(client, "TLSv1.3")).tokens().get(0);
    assertThat(verifier.isKnown(claim(Hello13.withIdentities(List.of(identity))), null)).isTrue();
    assertThat(verifier.isKnown(claim(Hello13.tls12(identity, new byte[0])), null)).isFalse();
  }

  @Test
  void knowsSessionOfLaterIdentity() throws Exception {
    Handshakes.run(client, server, "TLSv1.3");
    byte[] identity = claim(Handshakes.hello(client, "TLSv1.3")).tokens().get(0);
    List<byte[]> identities = List.of(new byte[200], new byte[32], identity);
    assertThat(verifier.isKnown(claim(Hello13.withIdentities(identities)), null)).isTrue();
  }

  @Test
  void sessionIdDecidesBesideTicket() throws Exception {
    Handshakes.run(client, server, "TLSv1.2");
    byte[] id = claim(Handshakes.hello(client, "TLSv1.2")).sessionId();
    byte[] ticket = new byte[180];
    assertThat(verifier.isKnown(claim(Hello13.tls12(id, ticket)), null)).isTrue();
    assertThat(verifier.isKnown(claim(Hello13.tls12(new byte[32], ticket)), null)).isFalse();
    assertThat(verifier.isKnown(claim(Hello13.tls12(new byte[0], ticket)), null)).isFalse();
  }

  private void invalidateAll() {
    SSLSessionContext cache = server.getServerSessionContext();
    for (byte[] id : Collections.list(cache.getIds())) {
      SSLSession session = cache.getSession(id);
      if (session != null) {
        session.invalidate();
      }
    }
  }

  private static ResumptionClaim claim(byte[] hello) {
    ClientHelloParser parser = new ClientHelloParser(HelloLimits.DEFAULT);
    assertThat(parser.parse(ByteBuffer.wrap(hello))).isEqualTo(ClientHelloParser.Status.COMPLETE);
    return ResumptionClaim.of(parser.hello(), /* serverSpeaksTls13= */ true);
  }

  private static List<Byte> boxed(byte[] bytes) {
    List<Byte> list = new ArrayList<>();
    for (byte b : bytes) {
      list.add(b);
    }
    return list;
  }
}
