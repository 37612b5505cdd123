package io.headwaiter.tls;

import java.util.Objects;

/**
 * The facts that decide whether a host on BoringSSL would resume a ticket. Immutable.
 *
 * @param realm holder of the ticket keys that it accepts
 * @param suites how it chooses a cipher suite
 * @param sessionTimeoutSeconds how long its sessions of TLS 1.2 live, at least 1
 */
public record TicketHost(TicketRealm realm, SuiteChoice suites, int sessionTimeoutSeconds) {
  /** Checks that nothing is missing. */
  public TicketHost {
    Objects.requireNonNull(realm, "realm");
    Objects.requireNonNull(suites, "suites");
  }
}
