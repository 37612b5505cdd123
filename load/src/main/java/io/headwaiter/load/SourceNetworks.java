package io.headwaiter.load;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;

/**
 * Loopback networks that connections come from, such as {@code 127.1.1.0/24,127.1.2.0/24}.
 * Addresses are used in rotation: one of each network, then the next one of each; the first and the
 * last address of a network are left out. Immutable.
 *
 * <p>Worked: 127.1.1.0/24 and 127.1.2.0/24 give 127.1.1.1, 127.1.2.1, 127.1.1.2, 127.1.2.2, and
 * after 508 connections 127.1.1.1 again.
 */
final class SourceNetworks {
  private static final int MOST_NETWORKS = 1024;
  private static final int LOOPBACK = 127;
  private static final int LEAST_PREFIX = 8;
  private static final int MOST_PREFIX = 30;

  /** One network: its first address and how many of its addresses are used. */
  private record Network(int base, int hosts) {}

  private final List<Network> networks;

  private SourceNetworks(List<Network> networks) {
    this.networks = List.copyOf(networks);
  }

  /**
   * Reads a list.
   *
   * @param text networks, separated by commas; blank for none
   * @throws IllegalArgumentException when it is not a list of networks of 127.0.0.0/8, or too long
   */
  static SourceNetworks parse(String text) {
    List<Network> networks = new ArrayList<>();
    if (!text.isBlank()) {
      for (String one : text.split(",", -1)) {
        networks.add(network(one.trim(), text));
      }
    }
    if (networks.size() > MOST_NETWORKS) {
      throw wrong(text);
    }
    return new SourceNetworks(networks);
  }

  boolean isEmpty() {
    return networks.isEmpty();
  }

  /** Returns the address of a connection by its number, from 0; the kernel chooses the port. */
  InetSocketAddress address(long number) {
    Network network = networks.get(Math.floorMod(number, networks.size()));
    int host = 1 + Math.floorMod(number / networks.size(), network.hosts());
    int address = network.base() + host;
    byte[] bytes = {
      (byte) (address >> 24), (byte) (address >> 16), (byte) (address >> 8), (byte) address
    };
    try {
      return new InetSocketAddress(InetAddress.getByAddress(bytes), 0);
    } catch (UnknownHostException e) {
      throw new IllegalStateException("four bytes are an address", e);
    }
  }

  private static Network network(String one, String whole) {
    if (!one.matches("\\d{1,3}(\\.\\d{1,3}){3}/\\d{1,2}")) {
      throw wrong(whole);
    }
    String[] parts = one.split("[./]", -1);
    int prefix = Integer.parseInt(parts[4]);
    int base = 0;
    for (int i = 0; i < 4; i++) {
      int part = Integer.parseInt(parts[i]);
      if (part > 255) {
        throw wrong(whole);
      }
      base = base << 8 | part;
    }
    if (base >>> 24 != LOOPBACK || prefix < LEAST_PREFIX || prefix > MOST_PREFIX) {
      throw wrong(whole);
    }
    int size = 1 << (32 - prefix);
    if ((base & (size - 1)) != 0) {
      throw wrong(whole);
    }
    return new Network(base, size - 2);
  }

  private static IllegalArgumentException wrong(String text) {
    return new IllegalArgumentException(
        "The source networks are \""
            + text
            + "\"; allowed are up to "
            + MOST_NETWORKS
            + " networks of 127.0.0.0/8 with a prefix from "
            + LEAST_PREFIX
            + " to "
            + MOST_PREFIX
            + " and no bit set behind it. Write them like 127.1.1.0/24,127.1.2.0/24.");
  }
}
