package io.headwaiter.door;

import io.headwaiter.core.admission.TokenBucket;
import io.headwaiter.core.hello.ClientHello;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Set;

/** Knows who passes first, and how many of them have. Belongs to the loop's thread. */
final class Bypass {
  private final List<NetworkRange> networks;
  private final Set<String> serverNames;
  private final Set<String> protocols;
  private final TokenBucket budget;

  Bypass(BypassSettings settings) {
    this.networks = settings.networks();
    this.serverNames = settings.serverNames();
    this.protocols = settings.protocols();
    this.budget = new TokenBucket(settings.burst(), settings.perSecond());
  }

  /** Whether this is one of those who pass first. */
  boolean isFor(SocketChannel channel, ClientHello hello) throws IOException {
    return isFromTheirNetwork(channel)
        || (!serverNames.isEmpty() && serverNames.contains(hello.serverName().orElse("")))
        || (!protocols.isEmpty() && hello.alpnProtocols().stream().anyMatch(protocols::contains));
  }

  /** Uses the budget once; false if there is nothing left of it. */
  boolean tryUse(long nowNanos) {
    return budget.tryTake(nowNanos);
  }

  private boolean isFromTheirNetwork(SocketChannel channel) throws IOException {
    if (networks.isEmpty()
        || !(channel.getRemoteAddress() instanceof InetSocketAddress client)
        || client.getAddress() == null) {
      return false;
    }
    InetAddress address = client.getAddress();
    for (NetworkRange network : networks) {
      if (network.contains(address)) {
        return true;
      }
    }
    return false;
  }
}
