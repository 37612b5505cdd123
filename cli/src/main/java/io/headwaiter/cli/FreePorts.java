package io.headwaiter.cli;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** Checks, before anything is started, that a port can be had. */
final class FreePorts {
  private FreePorts() {}

  /**
   * Returns if a server could listen there now.
   *
   * @param port from 0 to 65535; 0 for any free one
   * @throws IOException with a sentence if not
   */
  static void require(String flag, String address, int port) throws IOException {
    try (ServerSocket probe = new ServerSocket()) {
      InetSocketAddress at = new InetSocketAddress(address, port);
      if (at.isUnresolved()) {
        throw new IOException(address + " is no address of this machine.");
      }
      probe.bind(at);
    } catch (IOException e) {
      throw new IOException(
          "Port %d of %s cannot be bound (%s). Is another server running there? Choose another port by %s, or 0 for any free one."
              .formatted(port, address, e.getMessage(), flag),
          e);
    }
  }
}
