package io.headwaiter.door;

import io.headwaiter.core.admission.TokenBucket;
import io.headwaiter.core.hello.ClientHello;
import java.util.List;
import java.util.Set;

/**
 * Recognises the connections that bypass the CPU-time budget, and bounds them by a budget of their
 * own. Confined to the loop's thread.
 */
final class BypassBudget {
  private final List<NetworkRange> networks;
  private final Set<String> serverNames;
  private final Set<String> protocols;
  private final TokenBucket budget;

  BypassBudget(BypassSettings settings) {
    this.networks = settings.networks();
    this.serverNames = settings.serverNames();
    this.protocols = settings.protocols();
    this.budget = new TokenBucket(settings.burst(), settings.perSecond());
  }

  /** Returns whether this connection matches the settings. */
  boolean isFor(PendingConnection pending, ClientHello hello) {
    return isFromTheirNetwork(pending)
        || (!serverNames.isEmpty() && serverNames.contains(hello.serverName().orElse("")))
        || (!protocols.isEmpty() && hello.alpnProtocols().stream().anyMatch(protocols::contains));
  }

  /** Takes one connection from the bypass budget; false if nothing is left of it. */
  boolean tryUse(long nowNanos) {
    return budget.tryTake(nowNanos);
  }

  private boolean isFromTheirNetwork(PendingConnection pending) {
    return !networks.isEmpty() && NetworkRange.contains(networks, pending.client());
  }
}
