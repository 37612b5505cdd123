package io.headwaiter.lab.abuse;

import java.net.InetSocketAddress;
import java.net.URI;

/**
 * The server that is attacked.
 *
 * @param address on this machine
 */
public record Target(InetSocketAddress address) {
  /** Refuses every address but a loopback address. */
  public Target {
    if (address.getAddress() == null || !address.getAddress().isLoopbackAddress()) {
      throw new IllegalArgumentException(
          "An attack program runs against a loopback address only, got " + address + ".");
    }
  }

  /** The server with this URL. */
  public static Target of(URI uri) {
    return new Target(new InetSocketAddress(uri.getHost(), uri.getPort()));
  }
}
