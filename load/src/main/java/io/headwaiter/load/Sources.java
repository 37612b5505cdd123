package io.headwaiter.load;

import java.net.InetSocketAddress;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Source addresses of connections, used in rotation. Belongs to one event loop.
 *
 * <p>A run begins at a random place of the rotation. Two runs that begin at the same place come
 * from the same addresses, and a server that knows customers by their addresses takes those of the
 * second run for those of the first who come back.
 */
public final class Sources {
  private final InetSocketAddress[] addresses;
  private final SourceNetworks networks;
  private final int step;
  private long next;

  /** As the other constructor, for a run of one loop. */
  public Sources(int count, String networks) {
    this(count, networks, randomStart(), 1);
  }

  /**
   * Uses the networks if any are given, else the number of addresses.
   *
   * @param count addresses 127.0.0.1 to 127.0.0.count; 0 leaves the choice to the kernel
   * @param networks networks to use instead, as {@link SourceNetworks} reads them; blank for none
   * @param first start of the rotation, such as {@link #randomStart} plus the place of the loop
   * @param step loops that share the addresses: each takes one in so many
   */
  Sources(int count, String networks, long first, int step) {
    addresses = new InetSocketAddress[count];
    for (int i = 0; i < count; i++) {
      addresses[i] = new InetSocketAddress("127.0.0." + (i + 1), 0);
    }
    this.networks = SourceNetworks.parse(networks);
    this.step = step;
    next = first;
  }

  /** Returns a start for the rotation of a run. */
  static long randomStart() {
    return ThreadLocalRandom.current().nextInt(Integer.MAX_VALUE);
  }

  /** Returns whether connections have to be bound. */
  boolean given() {
    return addresses.length > 0 || !networks.isEmpty();
  }

  /** Returns the next address, or null for any. */
  public InetSocketAddress next() {
    long number = next;
    next += step;
    if (!networks.isEmpty()) {
      return networks.address(number);
    }
    return addresses.length == 0 ? null : addresses[Math.floorMod(number, addresses.length)];
  }
}
