package io.headwaiter.front.session;

import io.headwaiter.core.hello.ClientHelloParser;
import io.headwaiter.core.hello.HelloLimits;
import io.headwaiter.core.hello.ResumptionClaim;
import io.headwaiter.tls.BoringsslEngine;
import io.headwaiter.tls.KnownSession;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * The ClientHello of a connection that claimed to resume, kept until the handshake proves the
 * claim. The ticket in it gives the start of the visit, and whether it was issued with a courtesy
 * page. BoringSSL's engine gives neither, only the name of the visit.
 */
public final class ClaimedTicket {
  private static final String TLS13 = "TLSv1.3";
  // The door has already bounded the hello.
  private static final HelloLimits LIMITS = new HelloLimits(64 * 1024, 1024);

  private final byte[] hello;

  private ClaimedTicket(byte[] hello) {
    this.hello = hello;
  }

  /** Copies the received bytes, from position to limit. */
  public static ClaimedTicket in(ByteBuffer received) {
    byte[] copy = new byte[received.remaining()];
    received.get(received.position(), copy);
    return new ClaimedTicket(copy);
  }

  /**
   * Returns the resumed session; empty if its ticket is not known.
   *
   * @param engine an engine with a finished, resumed handshake
   */
  public Optional<KnownSession> session(BoringsslEngine engine) {
    ClientHelloParser parser = new ClientHelloParser(LIMITS);
    if (parser.parse(ByteBuffer.wrap(hello)) != ClientHelloParser.Status.COMPLETE
        || engine.settings().realm().isEmpty()) {
      return Optional.empty();
    }
    boolean tls13 = engine.getSession().getProtocol().equals(TLS13);
    ResumptionClaim claim = ResumptionClaim.of(parser.hello(), tls13);
    if (claim.tokens().isEmpty()) {
      return Optional.empty();
    }
    return engine
        .settings()
        .realm()
        .get()
        .find(claim.tokens().get(0), engine.settings().sessionTimeoutSeconds())
        .map(session -> inVisitOf(engine, session));
  }

  /**
   * Returns the visit under way to which the claimed session belongs, even if the handshake did not
   * finish. Returns {@link KnownSession#UNKNOWN} if the visit is not known or is over.
   *
   * @param sessions finds the session as it would have before the connection was admitted
   */
  public long owner(SessionDirectory sessions) {
    ClientHelloParser parser = new ClientHelloParser(LIMITS);
    if (parser.parse(ByteBuffer.wrap(hello)) != ClientHelloParser.Status.COMPLETE) {
      return KnownSession.UNKNOWN;
    }
    String serverName = parser.hello().serverName().orElse(null);
    return sessions
        .find(ResumptionClaim.of(parser.hello(), /* serverSpeaksTls13= */ true), serverName)
        .or(() -> sessions.find(ResumptionClaim.of(parser.hello(), false), serverName))
        .filter(sessions::goesOn)
        .map(KnownSession::visit)
        .orElse(KnownSession.UNKNOWN);
  }

  /** Prefers the engine's name of the visit: the name by ticket may have been forgotten since. */
  private static KnownSession inVisitOf(BoringsslEngine engine, KnownSession session) {
    return engine.visit() == KnownSession.UNKNOWN
        ? session
        : new KnownSession(
            engine.visit(), session.beganMillis(), session.renewedMillis(), session.courtesy());
  }
}
