package io.headwaiter.tls;

import io.headwaiter.core.hello.ResumptionClaim;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * Verifies claims by the authentication code of the ticket and by what it says of its session's
 * version, cipher suite, master secret and end, where tickets are issued under our own keys: {@code
 * session_ticket} in TLS 1.2, the first identity of {@code pre_shared_key} in TLS 1.3, which is the
 * only one that BoringSSL looks at. Session ids resume nothing there.
 *
 * <p>Thread-safe; takes a lock for well under a microsecond, and some microseconds: fit for an
 * event loop.
 */
public final class TicketSessionVerifier {
  private final Function<String, Optional<TicketHost>> hosts;

  /**
   * A verifier.
   *
   * @param hosts what a handshake with this host name (lower case, or null for none) would use;
   *     empty if that host issues no tickets
   */
  public TicketSessionVerifier(Function<String, Optional<TicketHost>> hosts) {
    this.hosts = Objects.requireNonNull(hosts, "hosts");
  }

  /**
   * What is known of the claimed session; empty unless the ticket was issued by that host under a
   * key that is in force, for a session of the version that is claimed, which has not ended, and
   * the hello offers its cipher suite so that it can be chosen, and has the extended master secret
   * as the session has it.
   */
  public Optional<KnownSession> find(ResumptionClaim claim, String serverName) {
    return switch (claim.kind()) {
      case SESSION_TICKET -> find(claim, serverName, /* tls13= */ false);
      case PRE_SHARED_KEY -> find(claim, serverName, /* tls13= */ true);
      case NONE, SESSION_ID -> Optional.empty();
    };
  }

  private Optional<KnownSession> find(ResumptionClaim claim, String serverName, boolean tls13) {
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

  /** Whether the claimed session is known. */
  public boolean isKnown(ResumptionClaim claim, String serverName) {
    return find(claim, serverName).isPresent();
  }
}
