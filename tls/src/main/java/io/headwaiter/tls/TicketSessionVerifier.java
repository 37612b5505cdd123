package io.headwaiter.tls;

import io.headwaiter.core.hello.ResumptionClaim;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Verifies claims by the ticket's authentication code and by the version, cipher suite, master
 * secret and end that the ticket states for its session. It serves hosts that issue tickets under
 * Headwaiter's own keys: {@code session_ticket} in TLS 1.2, the first identity of {@code
 * pre_shared_key} in TLS 1.3, which is the only one that BoringSSL looks at. Session ids resume
 * nothing there.
 *
 * <p>Thread-safe. A call takes some microseconds, and a lock for well under one: fit for an event
 * loop.
 */
public final class TicketSessionVerifier {
  private final Function<String, Optional<TicketHost>> hosts;

  /**
   * Makes a verifier.
   *
   * @param hosts the host that a handshake with this host name (lower case, or null for none) would
   *     use; empty if that host issues no tickets
   */
  public TicketSessionVerifier(Function<String, Optional<TicketHost>> hosts) {
    this.hosts = Objects.requireNonNull(hosts, "hosts");
  }

  /**
   * Returns the claimed session; empty unless that host issued the ticket under a key in force, for
   * a session of the claimed version that has not ended. The hello must also offer the session's
   * cipher suite so that it can be chosen, and in TLS 1.2 agree with the session on the extended
   * master secret.
   */
  public Optional<KnownSession> find(ResumptionClaim claim, @Nullable String serverName) {
    return switch (claim.kind()) {
      case SESSION_TICKET -> find(claim, serverName, /* tls13= */ false);
      case PRE_SHARED_KEY -> find(claim, serverName, /* tls13= */ true);
      case NONE, SESSION_ID -> Optional.empty();
    };
  }

  private Optional<KnownSession> find(
      ResumptionClaim claim, @Nullable String serverName, boolean tls13) {
    return hosts
        .apply(serverName)
        .flatMap(
            host ->
                host.realm()
                    .findResumable(
                        claim.tokens().get(0),
                        tls13,
                        suite -> host.suites().canBe(suite, tls13, claim.cipherSuites()),
                        claim.offersExtendedMasterSecret(),
                        host.sessionTimeoutSeconds()));
  }

  /** Returns whether the claimed session is known. */
  public boolean isKnown(ResumptionClaim claim, @Nullable String serverName) {
    return find(claim, serverName).isPresent();
  }
}
