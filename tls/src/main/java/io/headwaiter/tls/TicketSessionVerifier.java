package io.headwaiter.tls;

import io.headwaiter.core.hello.ResumptionClaim;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * Verifies claims by the authentication code of the ticket, where tickets are issued under our own
 * keys: {@code session_ticket} in TLS 1.2, the first identity of {@code pre_shared_key} in TLS 1.3,
 * which is the only one that BoringSSL looks at. Session ids resume nothing there.
 *
 * <p>Thread-safe, takes no lock and some microseconds: fit for an event loop.
 */
public final class TicketSessionVerifier {
  private final Function<String, Optional<TicketRealm>> realms;

  /**
   * A verifier.
   *
   * @param realms the realm of a host name (lower case, or null for none) that a handshake with
   *     this name would use; empty if that host issues no tickets
   */
  public TicketSessionVerifier(Function<String, Optional<TicketRealm>> realms) {
    this.realms = Objects.requireNonNull(realms, "realms");
  }

  /**
   * What is known of the claimed session; empty if {@link #isKnown} says no.
   *
   * @param sessionTimeoutSeconds how long that host's sessions of TLS 1.2 live
   */
  public Optional<KnownSession> find(
      ResumptionClaim claim, String serverName, long sessionTimeoutSeconds) {
    return isKnown(claim, serverName)
        ? realms
            .apply(serverName)
            .flatMap(r -> r.find(claim.tokens().get(0), sessionTimeoutSeconds))
        : Optional.empty();
  }

  /** Whether the claimed ticket was issued by that host under a key that is in force. */
  public boolean isKnown(ResumptionClaim claim, String serverName) {
    return switch (claim.kind()) {
      case SESSION_TICKET, PRE_SHARED_KEY ->
          realms.apply(serverName).map(r -> r.isAuthentic(claim.tokens().get(0))).orElse(false);
      case NONE, SESSION_ID -> false;
    };
  }
}
