package io.headwaiter.door;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * Names the network of a client by its leading address bits, as one number: IPv4 networks lie where
 * IPv6 has its mapped addresses, which no client has. Immutable.
 */
public final class Networks {
  /** Of a client without an IP address; the gate has the same number for it. */
  static final long UNKNOWN = -1;

  private static final long IPV4 = 0x0000_ffff_0000_0000L;
  private static final int IPV4_BYTES = 4;

  private final int ipv4Mask;
  private final long ipv6Mask;

  /**
   * @param ipv4Prefix from 0 to 32
   * @param ipv6Prefix from 0 to 64
   */
  public Networks(int ipv4Prefix, int ipv6Prefix) {
    this.ipv4Mask = ipv4Prefix == 0 ? 0 : -1 << (Integer.SIZE - ipv4Prefix);
    this.ipv6Mask = ipv6Prefix == 0 ? 0 : -1L << (Long.SIZE - ipv6Prefix);
  }

  /** Address of a channel's client; null if it has none any more. */
  static InetAddress addressOf(SocketChannel channel) {
    try {
      return channel.getRemoteAddress() instanceof InetSocketAddress ip ? ip.getAddress() : null;
    } catch (IOException e) {
      return null; // closed: the next read from it will show that
    }
  }

  long of(SocketAddress client) {
    return client instanceof InetSocketAddress ip && ip.getAddress() != null
        ? of(ip.getAddress())
        : UNKNOWN;
  }

  /** The number of the network in which this address is. */
  public long of(InetAddress address) {
    ByteBuffer bytes = ByteBuffer.wrap(address.getAddress());
    return bytes.remaining() == IPV4_BYTES
        ? IPV4 | (bytes.getInt() & ipv4Mask & 0xffff_ffffL)
        : bytes.getLong() & ipv6Mask;
  }
}
