package io.headwaiter.front;

import io.headwaiter.core.hello.ClientHelloParser;
import io.headwaiter.core.hello.HelloLimits;
import io.headwaiter.core.hello.ResumptionClaim;
import io.headwaiter.tls.BoringsslEngine;
import io.headwaiter.tls.KnownSession;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * The hello of a connection that claimed to resume, kept until the handshake has proven it: the
 * ticket in it says when the visit began, and whether it came with a courtesy page. BoringSSL's
 * engine says neither; it does say which visit it is.
 */
public final class ClaimedTicket {
  private static final String TLS13 = "TLSv1.3";
  // The door has bounded it already.
  private static final HelloLimits LIMITS = new HelloLimits(64 * 1024, 1024);

  private final byte[] hello;

  private ClaimedTicket(byte[] hello) {
    this.hello = hello;
  }

  /** Copies what was received, position to limit. */
  public static ClaimedTicket in(ByteBuffer received) {
    byte[] copy = new byte[received.remaining()];
    received.get(received.position(), copy);
    return new ClaimedTicket(copy);
  }

  /**
   * The session that was resumed; empty if it is not known by its ticket.
   *
   * @param engine whose handshake is done and resumed
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
   * The visit under way whose session was claimed, also if the handshake was not finished; {@link
   * KnownSession#UNKNOWN} if that is not known, or the session is of a visit that is over.
   *
   * @param visits finds it as it would have been found before the connection was let in
   */
  long owner(Visits visits) {
    ClientHelloParser parser = new ClientHelloParser(LIMITS);
    if (parser.parse(ByteBuffer.wrap(hello)) != ClientHelloParser.Status.COMPLETE) {
      return KnownSession.UNKNOWN;
    }
    String serverName = parser.hello().serverName().orElse(null);
    return visits
        .find(ResumptionClaim.of(parser.hello(), /* serverSpeaksTls13= */ true), serverName)
        .or(() -> visits.find(ResumptionClaim.of(parser.hello(), false), serverName))
        .filter(visits::goesOn)
        .map(KnownSession::visit)
        .orElse(KnownSession.UNKNOWN);
  }

  /** The engine was named first: what the ticket is called may have been forgotten since. */
  private static KnownSession inVisitOf(BoringsslEngine engine, KnownSession session) {
    return engine.visit() == KnownSession.UNKNOWN
        ? session
        : new KnownSession(
            engine.visit(), session.beganMillis(), session.renewedMillis(), session.courtesy());
  }
}
