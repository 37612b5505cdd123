package io.headwaiter.tls;

import io.headwaiter.core.hello.ResumptionClaim;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * Verifies claims on JSSE in stateless mode, where the session is in the client's ticket and only
 * JSSE has the key. The hello is given to a server engine that may resume but not create a session,
 * and that is then thrown away. If it answers with a ServerHello, the real engine will resume too.
 *
 * <p>With TLS 1.3 the probe checks the binder too: a ticket is unknown if the client does not know
 * its secret, unless the client repeats a whole hello.
 *
 * <p>A probe never uses the private key. A foreign ticket costs the parsing and one failed
 * decryption, about 0.1 ms. One of this server's also costs a key agreement with TLS 1.3, about 0.5
 * ms. So the probe belongs on a thread of its own behind a bounded queue.
 *
 * <p>In two cases the answer may be no although JSSE would resume. A hello that needs a
 * HelloRetryRequest is not decided by its first message. And TLS 1.3 identities of at most 32
 * bytes, which JSSE issues if a session does not fit a ticket, are good for one look: for a claim
 * with one of those, only the caches are asked.
 *
 * <p>Thread-safe.
 */
public final class JsseTicketProbe {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);
  private static final int SESSION_ID_BYTES_MAX = 32;
  private static final int RECORD_CONTENT_MAX = 1 << 14;
  private static final int RECORD_HEADER_BYTES = 5;
  private static final int HANDSHAKE = 22;
  private static final int SERVER_HELLO = 2;
  // Record header, message type and length, version.
  private static final int RANDOM_AT = RECORD_HEADER_BYTES + 4 + 2;
  // RFC 8446 section 4.1.3: SHA-256 of "HelloRetryRequest".
  private static final byte[] RETRY_RANDOM =
      HexFormat.of().parseHex("cf21ad74e59a6111be1d8c021e65b891c2a211167abb8c5e079e09e2c8a8339c");

  private final Function<String, Stream<SSLEngine>> engines;
  private final JsseSessionVerifier caches;

  /**
   * Makes a verifier.
   *
   * @param engines fresh server engines, one of each context that a handshake with this host name
   *     (lower case, or null for none) could use, set up as for a real handshake
   * @param caches asked for sessions that are in the server's caches even in stateless mode
   */
  public JsseTicketProbe(Function<String, Stream<SSLEngine>> engines, JsseSessionVerifier caches) {
    this.engines = Objects.requireNonNull(engines, "engines");
    this.caches = Objects.requireNonNull(caches, "caches");
  }

  /** Returns whether an engine of that host would resume the claimed session. */
  public boolean isKnown(ResumptionClaim claim, @Nullable String serverName) {
    return find(claim, serverName).isPresent();
  }

  /**
   * Returns the claimed session; empty if no engine of that host would resume it. JSSE does not say
   * when a ticket was issued: the ticket counts as old as its session.
   */
  public Optional<KnownSession> find(ResumptionClaim claim, @Nullable String serverName) {
    if (claim.kind() == ResumptionClaim.Kind.NONE) {
      return Optional.empty();
    }
    if (isUsedUpByLooking(claim)) {
      return caches.find(claim, serverName);
    }
    byte[] hello = claim.helloMessage();
    try (Stream<SSLEngine> fresh = engines.apply(serverName)) {
      return fresh
          .filter(engine -> resumes(engine, hello))
          .map(JsseTicketProbe::session)
          .findFirst();
    }
  }

  private static KnownSession session(SSLEngine resuming) {
    SSLSession session = resuming.getHandshakeSession();
    long visit = session == null ? KnownSession.UNKNOWN : JsseVisitNames.of(session);
    long beganMillis = session == null ? KnownSession.UNKNOWN : session.getCreationTime();
    return new KnownSession(visit, beganMillis, beganMillis, /* courtesy= */ false);
  }

  private static boolean isUsedUpByLooking(ResumptionClaim claim) {
    return claim.kind() == ResumptionClaim.Kind.PRE_SHARED_KEY
        && claim.tokens().stream().anyMatch(token -> token.length <= SESSION_ID_BYTES_MAX);
  }

  private static boolean resumes(SSLEngine engine, byte[] hello) {
    engine.setUseClientMode(false);
    engine.setEnableSessionCreation(false);
    ByteBuffer answer = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
    try {
      ByteBuffer in = records(hello);
      while (in.hasRemaining() && engine.unwrap(in, NOTHING.duplicate()).bytesConsumed() > 0) {
        runTasks(engine);
      }
      if (engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
        engine.wrap(NOTHING.duplicate(), answer);
      }
    } catch (SSLException e) {
      return false; // "Not resumption, and no new session is allowed", or no hello for this engine
    }
    return isServerHello(answer.flip());
  }

  /** Runs the delegated tasks of the engine on this thread. */
  static void runTasks(SSLEngine engine) {
    for (Runnable task = engine.getDelegatedTask();
        task != null;
        task = engine.getDelegatedTask()) {
      task.run();
    }
  }

  private static ByteBuffer records(byte[] message) {
    int count = (message.length + RECORD_CONTENT_MAX - 1) / RECORD_CONTENT_MAX;
    ByteBuffer records = ByteBuffer.allocate(message.length + count * RECORD_HEADER_BYTES);
    for (int at = 0; at < message.length; at += RECORD_CONTENT_MAX) {
      int length = Math.min(RECORD_CONTENT_MAX, message.length - at);
      records.put(new byte[] {HANDSHAKE, 3, 1}).putShort((short) length).put(message, at, length);
    }
    return records.flip();
  }

  private static boolean isServerHello(ByteBuffer answer) {
    if (answer.remaining() < RANDOM_AT + RETRY_RANDOM.length
        || answer.get(0) != HANDSHAKE
        || answer.get(RECORD_HEADER_BYTES) != SERVER_HELLO) {
      return false;
    }
    byte[] random = new byte[RETRY_RANDOM.length];
    answer.get(RANDOM_AT, random);
    return !Arrays.equals(random, RETRY_RANDOM);
  }
}
