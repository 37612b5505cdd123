package io.headwaiter.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.UnknownHostException;

/** Checks, before anything is started, that a port can be had. */
final class FreePorts {
  private static final int PORT_MAX = 65_535;

  private FreePorts() {}

  /**
   * Checks that a server could listen on this address and port now.
   *
   * @param flags of the address and of the port, for messages
   * @param port 0 for any free one
   * @throws IOException with a sentence if not
   */
  static void require(Flags flags, String address, int port) throws IOException {
    if (port < 0 || port > PORT_MAX) {
      throw new IOException(
          flags.port() + " must be from 0 to " + PORT_MAX + ", got " + port + ".");
    }
    InetAddress at = address(flags, address);
    try (ServerSocket probe = new ServerSocket()) {
      probe.bind(new InetSocketAddress(at, port));
    } catch (IOException e) {
      throw new IOException(
          "Port %d of %s cannot be bound (%s). Is another server running there, or is it below 1024 and this user may not have it? Choose another port by %s, or 0 for any free one."
              .formatted(port, address, e.getMessage(), flags.port()),
          e);
    }
  }

  /**
   * The flags that say where a server listens.
   *
   * @param address for example {@code --address}
   * @param port for example {@code --port}
   */
  record Flags(String address, String port) {}

  private static InetAddress address(Flags flags, String address) throws IOException {
    try {
      InetAddress found = InetAddress.getByName(address);
      if (found.isAnyLocalAddress()
          || found.isLoopbackAddress()
          || NetworkInterface.getByInetAddress(found) != null) {
        return found;
      }
    } catch (UnknownHostException e) {
      // The same as an address of another machine.
    }
    throw new IOException(
        address + " is no address of this machine. Give one by " + flags.address() + ".");
  }
}
