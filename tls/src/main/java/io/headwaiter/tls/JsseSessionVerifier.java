package io.headwaiter.tls;

import io.headwaiter.core.hello.ResumptionClaim;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSessionContext;
import org.jspecify.annotations.Nullable;

/**
 * Verifies claims against the session caches of JSSE in stateful mode: TLS 1.2 session ids, and TLS
 * 1.3 identities, which are session ids there.
 *
 * <p>A virtual host has one cache for each of its certificates; all are asked. A session of the
 * wrong protocol version does not count, nor one with a cipher suite that the hello does not offer:
 * JSSE would not resume it.
 *
 * <p>VERIFIED is less than PROVEN: an id travels in clear, and only its Finished message proves
 * that the client owns the session.
 *
 * <p>Thread-safe. Each look-up takes the lock of a session cache, the same that handshakes take, so
 * it does not belong on an event loop.
 */
public final class JsseSessionVerifier {
  private static final String TLS13 = "TLSv1.3";

  private final Function<String, List<SSLSessionContext>> caches;

  /**
   * Makes a verifier.
   *
   * @param caches the session caches of a host name (lower case, or null for none): those that a
   *     handshake with this name would use
   */
  public JsseSessionVerifier(Function<String, List<SSLSessionContext>> caches) {
    this.caches = Objects.requireNonNull(caches, "caches");
  }

  /** Returns whether one of the claimed tokens is the id of a live session of that host. */
  public boolean isKnown(ResumptionClaim claim, @Nullable String serverName) {
    return find(claim, serverName).isPresent();
  }

  /** Returns the claimed session; empty if it is not a live one of that host. */
  public Optional<KnownSession> find(ResumptionClaim claim, @Nullable String serverName) {
    boolean tls13 = claim.kind() == ResumptionClaim.Kind.PRE_SHARED_KEY;
    List<byte[]> ids = idsOf(claim);
    if (ids.isEmpty()) {
      return Optional.empty();
    }
    for (SSLSessionContext cache : caches.apply(serverName)) {
      for (byte[] id : ids) {
        SSLSession session = cache.getSession(id);
        if (session != null && session.isValid() && fits(session, tls13, claim)) {
          return Optional.of(
              new KnownSession(
                  JsseVisitNames.of(session),
                  session.getCreationTime(),
                  session.getLastAccessedTime(),
                  /* courtesy= */ false));
        }
      }
    }
    return Optional.empty();
  }

  private static boolean fits(SSLSession session, boolean tls13, ResumptionClaim claim) {
    OptionalInt suite = CipherSuiteCodes.of(session.getCipherSuite());
    return tls13 == TLS13.equals(session.getProtocol())
        // The code of this suite is unknown here, so JSSE decides.
        && (suite.isEmpty() || SuiteChoice.contains(claim.cipherSuites(), suite.getAsInt()));
  }

  private static List<byte[]> idsOf(ResumptionClaim claim) {
    if (claim.kind() != ResumptionClaim.Kind.SESSION_TICKET) {
      return claim.tokens();
    }
    // A stateful server issues no tickets. The session id beside a ticket may still be real.
    return claim.sessionId().length > 0 ? List.of(claim.sessionId()) : List.of();
  }
}
