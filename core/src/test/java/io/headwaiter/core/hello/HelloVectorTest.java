package io.headwaiter.core.hello;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.hello.ClientHelloParser.Status;
import io.headwaiter.core.hello.ResumptionClaim.Kind;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The expected results of the parser for each captured hello. */
class HelloVectorTest {
  private static final int ML_KEM_768_SHARE_BYTES = 1184;

  /** Claims if the server supports TLS 1.3 and if it does not, and further traits. */
  private record Expected(Kind claim, Kind claimTls12, boolean tls13, String alpn, Extra extra) {}

  /** Traits of browsers and of Go. */
  private enum Extra {
    NOTHING,
    POST_QUANTUM,
    POST_QUANTUM_AND_ECH
  }

  private static final String TO_TLS12 = "-to-tls12";
  private static final String BOTH = "h2,http/1.1";
  private static final Map<String, byte[]> VECTORS = HelloVectors.all();

  /** curl and NSS switch tickets off; Firefox leaves the extension out beside a pre-shared key. */
  private static final Set<String> WITHOUT_TICKET_EXTENSION =
      Set.of(
          "curl-tls12-id-new",
          "curl-tls12-id-resumed",
          "curl-tls13-new",
          "curl-tls13-resumed",
          "firefox-tls13-resumed",
          "nss-tls12-id-new",
          "nss-tls12-id-resumed",
          "nss-tls13-new",
          "nss-tls13-resumed");

  private static final Map<String, Expected> EXPECTED = expected();

  private static Map<String, Expected> expected() {
    Map<String, Expected> all = new TreeMap<>();
    tls13(all, "openssl-tls13", "", Extra.NOTHING);
    tls13(all, "openssl-default", BOTH, Extra.NOTHING);
    tls12(all, "openssl-tls12-id", "", Kind.SESSION_ID);
    tls12(all, "openssl-tls12-ticket", "", Kind.SESSION_TICKET);
    tls12(all, "openssl-tls11", "", Kind.SESSION_ID);
    tls12(all, "openssl-tls10", "", Kind.SESSION_ID);
    for (String jsse : new String[] {"jsse17", "jsse25"}) {
      tls13(all, jsse + "-tls13", BOTH, Extra.NOTHING);
      tls13(all, jsse + "-tls13-ticket", BOTH, Extra.NOTHING);
      toTls12(all, jsse + "-to-tls12-id", BOTH, Kind.SESSION_ID, Extra.NOTHING);
      toTls12(all, jsse + "-to-tls12-ticket", BOTH, Kind.SESSION_TICKET, Extra.NOTHING);
      tls12(all, jsse + "-tls12-id", BOTH, Kind.SESSION_ID);
      tls12(all, jsse + "-tls12-ticket", BOTH, Kind.SESSION_TICKET);
    }
    tls13(all, "go-tls13", BOTH, Extra.POST_QUANTUM);
    tls12(all, "go-tls12-ticket", BOTH, Kind.SESSION_TICKET);
    tls13(all, "curl-tls13", BOTH, Extra.NOTHING);
    tls12(all, "curl-tls12-id", BOTH, Kind.SESSION_ID);
    tls13(all, "node-tls13", "http/1.1", Extra.NOTHING);
    tls13(all, "chromium-tls13", BOTH, Extra.POST_QUANTUM_AND_ECH);
    tls12(all, "chromium-tls12-id", BOTH, Kind.SESSION_ID);
    tls13(all, "firefox-tls13", BOTH, Extra.POST_QUANTUM_AND_ECH);
    for (String client : new String[] {"python", "haproxy", "gnutls", "nss", "nginx"}) {
      String alpn = client.equals("python") || client.equals("haproxy") ? BOTH : "";
      tls13(all, client + "-tls13", alpn, Extra.NOTHING);
      tls12(all, client + "-tls12-id", alpn, Kind.SESSION_ID);
      tls12(all, client + "-tls12-ticket", alpn, Kind.SESSION_TICKET);
    }
    // NSS omits the session id that makes TLS 1.3 look older, except in a browser.
    all.put("nss-tls13-new", new Expected(Kind.NONE, Kind.NONE, true, "", Extra.NOTHING));
    all.put(
        "nss-tls13-resumed", new Expected(Kind.PRE_SHARED_KEY, Kind.NONE, true, "", Extra.NOTHING));
    tls12(all, "node-tls12-id", "http/1.1", Kind.SESSION_ID);
    tls12(all, "node-tls12-ticket", "http/1.1", Kind.SESSION_TICKET);
    tls13ToTls12(all);
    return all;
  }

  private static void tls13ToTls12(Map<String, Expected> all) {
    toTls12(all, "openssl-to-tls12-id", "", Kind.SESSION_ID, Extra.NOTHING);
    toTls12(all, "openssl-to-tls12-ticket", "", Kind.SESSION_TICKET, Extra.NOTHING);
    toTls12(all, "go-to-tls12-ticket", BOTH, Kind.SESSION_TICKET, Extra.POST_QUANTUM);
    toTls12(all, "chromium-to-tls12-id", BOTH, Kind.SESSION_ID, Extra.POST_QUANTUM_AND_ECH);
    toTls12(all, "firefox-to-tls12-id", BOTH, Kind.SESSION_ID, Extra.POST_QUANTUM_AND_ECH);
    // Firefox made only full handshakes with the stateful TLS 1.2 server.
    all.remove("firefox-to-tls12-id-resumed");
  }

  /** A client that offers TLS 1.3 resumes a session of TLS 1.2. */
  private static void toTls12(
      Map<String, Expected> all, String name, String alpn, Kind claimTls12, Extra extra) {
    all.put(name + "-new", new Expected(Kind.NONE, Kind.SESSION_ID, true, alpn, extra));
    all.put(name + "-resumed", new Expected(Kind.NONE, claimTls12, true, alpn, extra));
  }

  /** Under TLS 1.3 the session id is random; to a TLS 1.2 server it looks like a claim. */
  private static void tls13(Map<String, Expected> all, String name, String alpn, Extra extra) {
    all.put(name + "-new", new Expected(Kind.NONE, Kind.SESSION_ID, true, alpn, extra));
    all.put(
        name + "-resumed", new Expected(Kind.PRE_SHARED_KEY, Kind.SESSION_ID, true, alpn, extra));
  }

  private static void tls12(Map<String, Expected> all, String name, String alpn, Kind claim) {
    Kind unresumed = isFalseClaim(name + "-new") ? Kind.SESSION_ID : Kind.NONE;
    all.put(name + "-new", new Expected(unresumed, unresumed, false, alpn, Extra.NOTHING));
    all.put(name + "-resumed", new Expected(claim, claim, false, alpn, Extra.NOTHING));
  }

  /**
   * Returns whether this is a new connection that looks like a resumed one. A TLS 1.2 server sees
   * the random session id of each client of TLS 1.3. Go also sends one in its TLS 1.2 hellos, to
   * detect from the echo whether its ticket was accepted. No server can honour these claims, so no
   * claim may be trusted.
   */
  private static boolean isFalseClaim(String name) {
    return name.endsWith("-new") && (name.contains(TO_TLS12) || name.startsWith("go-tls12"));
  }

  static Stream<String> names() {
    return VECTORS.keySet().stream();
  }

  private static ClientHello parsed(String name) {
    ClientHelloParser parser = new ClientHelloParser(HelloLimits.DEFAULT);
    assertThat(parser.parse(ByteBuffer.wrap(VECTORS.get(name)))).isEqualTo(Status.COMPLETE);
    return parser.hello();
  }

  @Test
  void vectorsAndExpectationsMatch() {
    assertThat(VECTORS.keySet()).isEqualTo(EXPECTED.keySet());
  }

  @ParameterizedTest
  @MethodSource("names")
  void readsFieldsOfCapturedHello(String name) {
    Expected expected = EXPECTED.get(name);
    ClientHello hello = parsed(name);
    assertThat(hello.serverName()).contains("shop.localhost");
    assertThat(hello.offersTls13()).isEqualTo(expected.tls13);
    assertThat(String.join(",", hello.alpnProtocols())).isEqualTo(expected.alpn);
    assertThat(hello.hasTicketExtension()).isNotEqualTo(WITHOUT_TICKET_EXTENSION.contains(name));
    assertThat(hello.encryptedClientHello())
        .isEqualTo(expected.extra == Extra.POST_QUANTUM_AND_ECH);
    int tokenBytes =
        hello.sessionTicketLength()
            + hello.pskIdentities().stream().mapToInt(id -> id.length).sum();
    assertThat(hello.messageLength() - tokenBytes > ML_KEM_768_SHARE_BYTES)
        .isEqualTo(expected.extra != Extra.NOTHING);
    assertThat(hello.recordCount()).isEqualTo(1);
    assertThat(hello.receivedLength()).isEqualTo(VECTORS.get(name).length);
  }

  @ParameterizedTest
  @MethodSource("names")
  void classifiesClaimOfCapturedHello(String name) {
    ClientHello hello = parsed(name);
    Expected expected = EXPECTED.get(name);
    assertThat(ResumptionClaim.of(hello, true).kind()).isEqualTo(expected.claim);
    assertThat(ResumptionClaim.of(hello, false).kind()).isEqualTo(expected.claimTls12);
    // The file header states what the recording server knew.
    ResumptionClaim claim = ResumptionClaim.of(hello, !name.contains(TO_TLS12));
    assertThat(claim.kind() != Kind.NONE)
        .isEqualTo(HelloVectors.wasResumed(name) || isFalseClaim(name));
    if (claim.kind() == Kind.PRE_SHARED_KEY && !name.contains("ticket")) {
      assertThat(claim.tokens()).allMatch(token -> token.length == 32);
    }
  }

  /** For each version, new and resumed. The recording server reports what was resumed. */
  @Test
  void vectorsCoverAtLeastEightClients() {
    for (String version : new String[] {"-tls12", "-tls13"}) {
      for (boolean resumed : new boolean[] {false, true}) {
        assertThat(
                VECTORS.keySet().stream()
                    .filter(name -> name.contains(version) && !name.contains(TO_TLS12))
                    .filter(name -> HelloVectors.wasResumed(name) == resumed)
                    .map(name -> name.substring(0, name.indexOf('-')))
                    .distinct())
            .as("%s, resumed %s", version, resumed)
            .hasSizeGreaterThanOrEqualTo(8);
      }
    }
  }

  /** Finds the tokens without the parser: the bytes around a token show its type. */
  @ParameterizedTest
  @MethodSource("names")
  void claimTokensMatchBytesOfCapturedHello(String name) {
    ResumptionClaim claim = ResumptionClaim.of(parsed(name), !name.contains(TO_TLS12));
    byte[] hello = VECTORS.get(name);
    switch (claim.kind()) {
      case NONE -> assertThat(claim.tokens()).isEmpty();
      case SESSION_ID ->
          assertThat(claim.tokens())
              .containsExactly(Arrays.copyOfRange(hello, 44, 44 + (hello[43] & 0xff)));
      case SESSION_TICKET -> assertStandsBehind(hello, 35, claim.tokens().get(0));
      case PRE_SHARED_KEY -> {
        byte[] token = claim.tokens().get(0);
        int at = indexOf(hello, token);
        assertThat(u16(hello, at - 2)).as("identity").isEqualTo(token.length);
        assertThat(u16(hello, at - 8)).as("extension").isEqualTo(41);
        assertThat(at - 4 + u16(hello, at - 6)).as("the last one").isEqualTo(hello.length);
      }
    }
  }

  private static void assertStandsBehind(byte[] hello, int extension, byte[] token) {
    int at = indexOf(hello, token);
    assertThat(u16(hello, at - 2)).isEqualTo(token.length);
    assertThat(u16(hello, at - 4)).isEqualTo(extension);
  }

  private static int indexOf(byte[] all, byte[] part) {
    for (int at = 0; at + part.length <= all.length; at++) {
      if (Arrays.equals(all, at, at + part.length, part, 0, part.length)) {
        return at;
      }
    }
    throw new AssertionError("the token is not in the hello");
  }

  private static int u16(byte[] bytes, int at) {
    return (bytes[at] & 0xff) << 8 | (bytes[at + 1] & 0xff);
  }

  @ParameterizedTest
  @MethodSource("names")
  void needsEveryByteOfCapturedHello(String name) {
    byte[] received = VECTORS.get(name);
    ClientHelloParser fresh = new ClientHelloParser(HelloLimits.DEFAULT);
    ClientHelloParser dripped = new ClientHelloParser(HelloLimits.DEFAULT);
    for (int length = 0; length < received.length; length++) {
      fresh.reset();
      assertThat(fresh.parse(ByteBuffer.wrap(received, 0, length))).isEqualTo(Status.NEED_MORE);
      assertThat(dripped.parse(ByteBuffer.wrap(received, 0, length))).isEqualTo(Status.NEED_MORE);
    }
    assertThat(dripped.parse(ByteBuffer.wrap(received))).isEqualTo(Status.COMPLETE);
    assertThat(List.of(dripped.hello().serverName(), dripped.hello().alpnProtocols()))
        .isEqualTo(List.of(parsed(name).serverName(), parsed(name).alpnProtocols()));
  }
}
