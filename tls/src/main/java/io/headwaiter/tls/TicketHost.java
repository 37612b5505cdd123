package io.headwaiter.tls;

import java.util.Objects;

/**
 * What tells whether a host on BoringSSL would resume a ticket. Immutable.
 *
 * @param realm whose tickets it accepts
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
