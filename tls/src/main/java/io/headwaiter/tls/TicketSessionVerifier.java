package io.headwaiter.tls;

import io.headwaiter.core.hello.ResumptionClaim;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * Verifies claims by the authentication code of the ticket and by what it says of its session's
 * version and end, where tickets are issued under our own keys: {@code session_ticket} in TLS 1.2,
 * the first identity of {@code pre_shared_key} in TLS 1.3, which is the only one that BoringSSL
 * looks at. Session ids resume nothing there.
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
    return switch (claim.kind()) {
      case SESSION_TICKET -> find(claim, serverName, /* tls13= */ false, sessionTimeoutSeconds);
      case PRE_SHARED_KEY -> find(claim, serverName, /* tls13= */ true, sessionTimeoutSeconds);
      case NONE, SESSION_ID -> Optional.empty();
    };
  }

  private Optional<KnownSession> find(
      ResumptionClaim claim, String serverName, boolean tls13, long sessionTimeoutSeconds) {
    return realms
        .apply(serverName)
        .flatMap(realm -> realm.findResumable(claim.tokens().get(0), tls13, sessionTimeoutSeconds));
  }

  /**
   * Whether the claimed ticket was issued by that host under a key that is in force, for a session
   * of the version that is claimed, which has not ended.
   */
  public boolean isKnown(ResumptionClaim claim, String serverName) {
    return switch (claim.kind()) {
      case SESSION_TICKET -> isResumable(claim, serverName, /* tls13= */ false);
      case PRE_SHARED_KEY -> isResumable(claim, serverName, /* tls13= */ true);
      case NONE, SESSION_ID -> false;
    };
  }

  private boolean isResumable(ResumptionClaim claim, String serverName, boolean tls13) {
    return realms
        .apply(serverName)
        .map(realm -> realm.isResumable(claim.tokens().get(0), tls13))
        .orElse(false);
  }
}
