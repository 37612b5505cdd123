package io.headwaiter.front.session;

import io.headwaiter.tls.BoringsslEngine;
import io.headwaiter.tls.JsseVisitNames;
import io.headwaiter.tls.KnownSession;
import java.util.Optional;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * The result of a finished handshake.
 *
 * @param resumed whether it resumed an earlier session
 * @param session the session that was resumed; that of the connection itself if none was
 */
public record HandshakeResult(boolean resumed, KnownSession session) {
  private static final KnownSession UNKNOWN_SESSION =
      new KnownSession(KnownSession.UNKNOWN, 0, 0, /* courtesy= */ false);

  /**
   * Reads the result from an engine, once for each connection: on JSSE this names the visit, and a
   * session that has a name is a resumed one.
   *
   * @param engine an engine with a finished handshake
   * @param admittedMillis when the connection was admitted, since the epoch
   * @param claimed what its hello claimed; null if that was not kept
   */
  public static HandshakeResult of(
      SSLEngine engine, long admittedMillis, @Nullable ClaimedTicket claimed) {
    if (engine instanceof BoringsslEngine boringssl) {
      return ofBoringssl(boringssl, claimed);
    }
    return ofJsse(engine.getSession(), admittedMillis);
  }

  static HandshakeResult ofJsse(SSLSession session, long admittedMillis) {
    // JSSE keeps the first creation time in a resumed session, in TLS 1.2 and in 1.3. The clock may
    // have been set back since then, so a session that was seen before is a resumed one, too.
    long beganMillis = session.getCreationTime();
    boolean resumed = JsseVisitNames.isNamed(session) || beganMillis < admittedMillis;
    return new HandshakeResult(resumed, began(JsseVisitNames.of(session), beganMillis));
  }

  private static HandshakeResult ofBoringssl(
      BoringsslEngine engine, @Nullable ClaimedTicket claimed) {
    boolean resumed = engine.isResumed();
    Optional<KnownSession> ofTicket =
        resumed && claimed != null ? claimed.session(engine) : Optional.empty();
    return new HandshakeResult(
        resumed, ofTicket.orElseGet(() -> ofEngine(engine.visit(), engine.beganMillis())));
  }

  /**
   * Returns the session as the engine knows it. A ticket whose key has expired since the hello
   * cannot be read any more, and its connection must still belong to a visit.
   */
  static KnownSession ofEngine(long visit, long beganMillis) {
    return visit == KnownSession.UNKNOWN || beganMillis == KnownSession.UNKNOWN
        ? UNKNOWN_SESSION
        : began(visit, beganMillis);
  }

  private static KnownSession began(long visit, long millis) {
    return new KnownSession(visit, millis, millis, /* courtesy= */ false);
  }
}
