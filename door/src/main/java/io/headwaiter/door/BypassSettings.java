package io.headwaiter.door;

import io.headwaiter.core.admission.TokenBucket;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Selects the clients that bypass the CPU-time budget, such as health probes. One match is enough.
 *
 * <p>The network is a property of the connection. Host name and protocol are claims that any client
 * can make, and only the bypass budget bounds them. So keep it small, and list no name that
 * ordinary clients send.
 *
 * @param networks networks of those clients
 * @param serverNames host names (SNI) that they ask for, lower case
 * @param protocols application protocols (ALPN) that they offer
 * @param burst how many connections bypass at once, from 1 to {@value TokenBucket#BURST_MAX};
 *     further ones are treated like any other
 * @param perSecond how many a second bypass in the long run, above 0
 */
public record BypassSettings(
    List<NetworkRange> networks,
    Set<String> serverNames,
    Set<String> protocols,
    int burst,
    double perSecond) {
  /** No client bypasses the budget. */
  public static final BypassSettings NONE = new BypassSettings(List.of(), Set.of(), Set.of(), 1, 1);

  /** Copies the collections and checks the ranges. */
  public BypassSettings {
    networks = List.copyOf(networks);
    serverNames = Set.copyOf(serverNames);
    protocols = Set.copyOf(protocols);
    new TokenBucket(burst, perSecond); // checks the ranges
  }

  /** Returns a warning for the start if clients can bypass by their own claims; else empty. */
  public Optional<String> warning() {
    if (serverNames.isEmpty() && protocols.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        "Any client can bypass admission, because any client can name host "
            + serverNames
            + " or protocol "
            + protocols
            + ". At most "
            + burst
            + " connections at once and "
            + perSecond
            + " per second do, and the budget is charged for them.");
  }
}
