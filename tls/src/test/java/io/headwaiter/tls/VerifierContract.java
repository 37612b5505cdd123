package io.headwaiter.tls;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.hello.ClientHelloParser;
import io.headwaiter.core.hello.HelloLimits;
import io.headwaiter.core.hello.ResumptionClaim;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The contract of every verifier, against real engines: it knows exactly the sessions that the
 * server would resume, whatever a client sends. A changed hello differs from a real one only in its
 * token, cipher suites or PSK modes, so it can fail for nothing else.
 */
abstract class VerifierContract {
  static final String TLS12 = "TLSv1.2";
  static final String TLS13 = "TLSv1.3";
  static final String HOST = Handshakes.HOST;
  static final String OTHER_HOST = "other.example";
  private static final int SESSION_ID_BYTES_MAX = 32;
  private static final int STRANGERS = 400;

  /** Returns an engine of this host, as a connection gets it. */
  abstract SSLEngine serverEngine(String host);

  /** Asks the verifier under test. */
  abstract boolean isKnown(ResumptionClaim claim, String host);

  /** Returns whether the second of two connections of a client resumed the session of the first. */
  abstract boolean isResumed(SSLEngine first, SSLEngine second);

  /** Ends the lifetime of all sessions, at once or soon. */
  abstract void endSessions();

  /** Returns whether the engine itself ignores this byte of its tokens. */
  boolean isNothingToTheEngine(int at) {
    return false;
  }

  /** Returns the answer of an engine of {@link #HOST} to this hello. */
  abstract ServerAnswer answer(byte[] hello);

  /** Returns the signature algorithm of the server's certificate: "RSA" or "ECDSA". */
  abstract String authentication();

  /** Returns whether a session is known only if the hello proves that its client owns it. */
  boolean asksForProof() {
    return false;
  }

  /** Frees the resources of an engine. */
  void release(SSLEngine engine) {}

  /** Returns a server of the same name that has no data of this one. */
  abstract VerifierContract stranger() throws Exception;

  @ParameterizedTest
  @ValueSource(strings = {TLS12, TLS13})
  void aGenuineTokenIsKnownAndThenResumed(String protocol) throws Exception {
    SSLContext client = Handshakes.client();
    SSLEngine first = visit(client, protocol);
    for (int i = 0; i < 3; i++) {
      SSLEngine next = serverEngine(HOST);
      Handshakes.run(
          Handshakes.clientEngine(client, protocol),
          next,
          hello -> {
            assertThat(isKnown(hello, protocol)).isTrue();
            assertThat(isKnown(hello, protocol)).as("asked again").isTrue();
          });
      assertThat(isResumed(first, next)).isTrue();
      release(next);
    }
    release(first);
  }

  @ParameterizedTest
  @ValueSource(strings = {TLS12, TLS13})
  void clientWithoutSessionIsNotKnown(String protocol) throws Exception {
    release(visit(Handshakes.client(), protocol));
    assertThat(isKnown(Handshakes.hello(Handshakes.client(), protocol), protocol)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {TLS12, TLS13})
  void expiredSessionIsNotKnown(String protocol) throws Exception {
    byte[] hello = returning(protocol);
    assertThat(isKnown(hello, protocol)).isTrue();
    endSessions();
    Awaitility.await().until(() -> !isKnown(hello, protocol));
  }

  @ParameterizedTest
  @ValueSource(strings = {TLS12, TLS13})
  void tokenWithFlippedBitIsNotKnown(String protocol) throws Exception {
    byte[] hello = returning(protocol);
    byte[] token = token(hello, protocol);
    for (int at = 0; at < token.length; at++) {
      if (isNothingToTheEngine(at)) {
        continue;
      }
      byte[] bent = token.clone();
      bent[at] ^= (byte) (1 << at % 8);
      assertThat(isKnown(HelloSurgery.withToken(hello, bent), protocol))
          .as("byte %s of %s", at, token.length)
          .isFalse();
    }
    assertThat(isKnown(HelloSurgery.withToken(hello, token), protocol)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {TLS12, TLS13})
  void tokenOfOtherLengthIsNotKnown(String protocol) throws Exception {
    byte[] hello = returning(protocol);
    byte[] token = token(hello, protocol);
    // An identity of no bytes would be a defect, and an empty ticket would be no claim.
    int longest = isSessionId(hello, protocol) ? SESSION_ID_BYTES_MAX : token.length + 48;
    for (int length = 1; length <= longest; length++) {
      assertThat(isKnown(HelloSurgery.withToken(hello, Arrays.copyOf(token, length)), protocol))
          .as("%s bytes of %s", length, token.length)
          .isEqualTo(length == token.length);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {TLS12, TLS13})
  void aSessionOfAnotherHostIsNotKnown(String protocol) throws Exception {
    byte[] hello = returning(protocol);
    ResumptionClaim claim = claim(hello, protocol);
    assertThat(isKnown(claim, OTHER_HOST)).isFalse();
    assertThat(isKnown(claim, HOST)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {TLS12, TLS13})
  void aSessionOfAnotherServerIsNotKnown(String protocol) throws Exception {
    VerifierContract stranger = stranger();
    byte[] ours = returning(protocol);
    byte[] theirs = stranger.returning(protocol);
    assertThat(isKnown(theirs, protocol)).isFalse();
    assertThat(stranger.isKnown(theirs, protocol)).isTrue();
    assertThat(stranger.isKnown(ours, protocol)).isFalse();
    assertThat(isKnown(HelloSurgery.withToken(ours, token(theirs, protocol)), protocol)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {TLS12, TLS13})
  void aSessionOfAnotherVersionIsNotKnown(String protocol) throws Exception {
    String other = protocol.equals(TLS12) ? TLS13 : TLS12;
    byte[] hello = returning(protocol);
    byte[] foreign = token(returning(other), other);
    assertThat(isKnown(HelloSurgery.withToken(hello, foreign), protocol)).isFalse();
    assertThat(isKnown(hello, protocol)).isTrue();
  }

  /** Random bytes of every length; half of them start like a genuine token. */
  @ParameterizedTest
  @ValueSource(strings = {TLS12, TLS13})
  void randomTokensAreNotKnown(String protocol) throws Exception {
    byte[] hello = returning(protocol);
    byte[] token = token(hello, protocol);
    int longest = isSessionId(hello, protocol) ? SESSION_ID_BYTES_MAX : 2 * token.length;
    for (int i = 0; i < STRANGERS; i++) {
      SplittableRandom random = new SplittableRandom(i);
      byte[] noise = new byte[1 + random.nextInt(longest)];
      random.nextBytes(noise);
      if (i % 2 == 0) {
        System.arraycopy(token, 0, noise, 0, Math.min(noise.length, 1 + random.nextInt(31)));
      }
      boolean genuine = Arrays.equals(noise, token);
      assertThat(isKnown(HelloSurgery.withToken(hello, noise), protocol))
          .as("noise %s", i)
          .isEqualTo(genuine);
    }
  }

  /** Without psk_dhe_ke the engines sign, whatever ticket the client presents. */
  @Test
  void ticketClaimRequiresPskDheMode() throws Exception {
    for (byte[] modes : new byte[][] {{0}, {0, 0}, {2, 9, 0}}) {
      byte[] bent = HelloSurgery.withPskModes(returning(TLS13), modes);
      assertThat(claim(bent, TLS13).kind()).isEqualTo(ResumptionClaim.Kind.NONE);
      assertThat(isKnown(bent, TLS13)).isFalse();
      assertThat(answer(bent)).as("modes %s", Arrays.toString(modes)).isEqualTo(ServerAnswer.FULL);
    }
    byte[] many = new byte[40];
    many[39] = 1;
    for (byte[] modes : new byte[][] {{1, 0}, {0, 1}, many}) {
      byte[] bent = HelloSurgery.withPskModes(returning(TLS13), modes);
      assertThat(isKnown(bent, TLS13)).isEqualTo(!asksForProof());
      assertThat(answer(bent)).as("the binder is wrong").isEqualTo(ServerAnswer.REFUSED);
    }
  }

  /** Every offer of up to three suites in every order, with a session of each of them. */
  @ParameterizedTest
  @ValueSource(strings = {TLS12, TLS13})
  void knowsSessionExactlyWhenSuitesAllowResumption(String protocol) throws Exception {
    List<String> suites = suites(protocol);
    int resumable = 0;
    for (String suite : suites) {
      resumable += assertAgreement(protocol, suite, offers(suites));
    }
    assertThat(resumable).as("of 45").isBetween(15, 33);
  }

  private List<String> suites(String protocol) {
    String prefix = protocol.equals(TLS13) ? "TLS_" : "TLS_ECDHE_" + authentication() + "_WITH_";
    return Stream.of("AES_128_GCM_SHA256", "AES_256_GCM_SHA384", "CHACHA20_POLY1305_SHA256")
        .map(prefix::concat)
        .toList();
  }

  /**
   * Checks that a session of this suite is known with exactly the offers that let the engine
   * resume.
   *
   * @return the number of those offers
   */
  final int assertAgreement(String protocol, String suite, List<int[]> offers) throws Exception {
    int resumable = 0;
    for (int[] offer : offers) {
      byte[] hello = HelloSurgery.withSuites(returning(protocol, suite), offer);
      boolean known = isKnown(hello, protocol);
      ServerAnswer answer = answer(hello);
      // A changed hello of TLS 1.3 has a wrong binder, checked only if the engine would resume.
      boolean resumes =
          answer == ServerAnswer.RESUMED
              || (protocol.equals(TLS13) && answer == ServerAnswer.REFUSED);
      assertThat(known)
          .as("%s beside %s: %s", suite, Arrays.toString(offer), answer)
          .isEqualTo(resumes && !(asksForProof() && answer == ServerAnswer.REFUSED));
      resumable += resumes ? 1 : 0;
    }
    return resumable;
  }

  /** Returns one, two or all of three suites, in every order: 15 offers. */
  static List<int[]> offers(List<String> suites) {
    List<int[]> offers = new ArrayList<>();
    int n = suites.size();
    int[] codes = suites.stream().mapToInt(name -> CipherSuiteCodes.of(name).getAsInt()).toArray();
    for (int a = 0; a < n; a++) {
      offers.add(new int[] {codes[a]});
      for (int b = 0; b < n; b++) {
        if (a != b) {
          offers.add(new int[] {codes[a], codes[b]});
          offers.add(new int[] {codes[a], codes[b], codes[n - a - b]});
        }
      }
    }
    return offers;
  }

  /** Makes a client's first visit; returns the server's engine, which the caller must release. */
  final SSLEngine visit(SSLContext client, String protocol) throws SSLException {
    SSLEngine engine = serverEngine(HOST);
    Handshakes.run(Handshakes.clientEngine(client, protocol), engine, hello -> {});
    return engine;
  }

  /** Returns the hello of a client with a session of this server. */
  final byte[] returning(String protocol) throws Exception {
    SSLContext client = Handshakes.client();
    release(visit(client, protocol));
    return Handshakes.hello(client, protocol);
  }

  /** Returns the hello of such a client that has only this cipher suite. */
  private byte[] returning(String protocol, String suite) throws Exception {
    SSLContext client = Handshakes.client();
    SSLEngine engine = serverEngine(HOST);
    Handshakes.run(clientEngine(client, protocol, suite), engine, hello -> {});
    release(engine);
    return Handshakes.hello(clientEngine(client, protocol, suite));
  }

  private static SSLEngine clientEngine(SSLContext client, String protocol, String suite) {
    SSLEngine engine = Handshakes.clientEngine(client, protocol);
    engine.setEnabledCipherSuites(new String[] {suite});
    return engine;
  }

  final boolean isKnown(byte[] hello, String protocol) {
    return isKnown(claim(hello, protocol), HOST);
  }

  static byte[] token(byte[] hello, String protocol) {
    return claim(hello, protocol).tokens().get(0);
  }

  private static boolean isSessionId(byte[] hello, String protocol) {
    return claim(hello, protocol).kind() == ResumptionClaim.Kind.SESSION_ID;
  }

  static ResumptionClaim claim(byte[] hello, String protocol) {
    ClientHelloParser parser = new ClientHelloParser(HelloLimits.DEFAULT);
    assertThat(parser.parse(ByteBuffer.wrap(hello))).isEqualTo(ClientHelloParser.Status.COMPLETE);
    return ResumptionClaim.of(parser.hello(), protocol.equals(TLS13));
  }
}
