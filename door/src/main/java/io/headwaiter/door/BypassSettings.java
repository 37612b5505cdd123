package io.headwaiter.door;

import io.headwaiter.core.admission.TokenBucket;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Which clients pass first: health probes and the like. One match is enough.
 *
 * <p>A network is what the connection shows. A host name and a protocol are what the client says,
 * and any client can say it: only the budget bounds it, so keep it small, and name nothing that
 * ordinary clients say.
 *
 * @param networks of those clients
 * @param serverNames host names (SNI) that they ask for, lower case
 * @param protocols application protocols (ALPN) that they offer
 * @param burst how many pass first at once, from 1 to {@value TokenBucket#BURST_MAX}; over the
 *     budget they are treated like any other
 * @param perSecond how many a second in the long run, above 0
 */
public record BypassSettings(
    List<NetworkRange> networks,
    Set<String> serverNames,
    Set<String> protocols,
    int burst,
    double perSecond) {
  /** No client passes first. */
  public static final BypassSettings NONE = new BypassSettings(List.of(), Set.of(), Set.of(), 1, 1);

  /** Checks the ranges. */
  public BypassSettings {
    networks = List.copyOf(networks);
    serverNames = Set.copyOf(serverNames);
    protocols = Set.copyOf(protocols);
    new TokenBucket(burst, perSecond); // which knows its bounds
  }

  /** What is to be said at the start if some pass first by what they say; empty if none do. */
  public Optional<String> caution() {
    if (serverNames.isEmpty() && protocols.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        "Anybody can claim to pass first by host name "
            + serverNames
            + " or protocol "
            + protocols
            + ": at most "
            + burst
            + " connections at once and "
            + perSecond
            + " per second do, and the budget is charged for them.");
  }
}
