package io.headwaiter.door;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * Maps the network of a client, given by its leading address bits, to one number. IPv4 networks get
 * the numbers of IPv6 prefixes in the reserved block {@code 0:ffff::/32}, which no client has.
 * Immutable.
 */
public final class Networks {
  /** Number of a client without an IP address, as {@code AdmissionGate.NO_NETWORK}. */
  static final long UNKNOWN = -1;

  private static final long IPV4 = 0x0000_ffff_0000_0000L;
  private static final int IPV4_BYTES = 4;

  private final int ipv4Mask;
  private final long ipv6Mask;

  /**
   * @param ipv4Prefix leading bits of an IPv4 network, from 0 to 32
   * @param ipv6Prefix leading bits of an IPv6 network, from 0 to 64
   */
  public Networks(int ipv4Prefix, int ipv6Prefix) {
    this.ipv4Mask = ipv4Prefix == 0 ? 0 : -1 << (Integer.SIZE - ipv4Prefix);
    this.ipv6Mask = ipv6Prefix == 0 ? 0 : -1L << (Long.SIZE - ipv6Prefix);
  }

  /** Returns the address of a channel's client; null if it is closed or has no IP address. */
  static @Nullable InetAddress addressOf(SocketChannel channel) {
    try {
      return channel.getRemoteAddress() instanceof InetSocketAddress ip ? ip.getAddress() : null;
    } catch (IOException e) {
      return null; // closed: the next read from it will show that
    }
  }

  /** Returns the number of the network of a client; unknown without an address. */
  long ofKnown(@Nullable InetAddress client) {
    return client == null ? UNKNOWN : of(client);
  }

  /** Returns the number of the network of this address. */
  public long of(InetAddress address) {
    ByteBuffer bytes = ByteBuffer.wrap(address.getAddress());
    return bytes.remaining() == IPV4_BYTES
        ? IPV4 | (bytes.getInt() & ipv4Mask & 0xffff_ffffL)
        : bytes.getLong() & ipv6Mask;
  }
}
