package io.headwaiter.load;

import java.net.InetSocketAddress;

/** Source addresses of connections, used in rotation. Belongs to one event loop. */
public final class Sources {
  private final InetSocketAddress[] addresses;
  private final SourceNetworks networks;
  private long next;

  /**
   * Uses the networks if any are given, else the number of addresses.
   *
   * @param count addresses 127.0.0.1 to 127.0.0.count; 0 leaves the choice to the kernel
   * @param networks networks to use instead, as {@link SourceNetworks} reads them; blank for none
   * @param first start of the rotation, so that loops do not use the same address at the same time
   */
  public Sources(int count, String networks, int first) {
    addresses = new InetSocketAddress[count];
    for (int i = 0; i < count; i++) {
      addresses[i] = new InetSocketAddress("127.0.0." + (i + 1), 0);
    }
    this.networks = SourceNetworks.parse(networks);
    next = first;
  }

  /** Returns whether connections have to be bound. */
  boolean given() {
    return addresses.length > 0 || !networks.isEmpty();
  }

  /** Returns the next address, or null for any. */
  public InetSocketAddress next() {
    if (!networks.isEmpty()) {
      return networks.address(next++);
    }
    return addresses.length == 0 ? null : addresses[Math.floorMod(next++, addresses.length)];
  }
}
