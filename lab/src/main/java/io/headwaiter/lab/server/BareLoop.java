package io.headwaiter.lab.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/**
 * The least that a server on this JDK can do to refuse: one thread accepts, reads the first bytes
 * without looking at them, and closes. The yardstick beside which a refusal that reads and decides
 * is judged. With the argument {@code reset} it closes by a reset.
 */
public final class BareLoop {
  /** Argument for closing by a reset. */
  static final String RESET = "reset";

  private static final int BACKLOG = 1000;
  private static final int MAX_OPEN = 10_000;

  private final ByteBuffer bytes = ByteBuffer.allocateDirect(4096);
  private final Selector selector;
  private final boolean reset;

  private BareLoop(Selector selector, boolean reset) {
    this.selector = selector;
    this.reset = reset;
  }

  /** Serves on a free port of the loopback address until the process is ended. */
  public static void main(String[] args) throws IOException {
    try (Selector selector = Selector.open();
        ServerSocketChannel server = ServerSocketChannel.open()) {
      server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
      server.configureBlocking(false);
      server.register(selector, SelectionKey.OP_ACCEPT);
      System.out.println("READY https://127.0.0.1:" + server.socket().getLocalPort() + "/");
      new BareLoop(selector, args.length > 0 && args[0].equals(RESET)).serve(server);
    }
  }

  private void serve(ServerSocketChannel server) throws IOException {
    while (server.isOpen()) {
      selector.select(
          key -> {
            if (key.isAcceptable()) {
              accept(server);
            } else {
              readAndClose(key);
            }
          });
    }
  }

  private void accept(ServerSocketChannel server) {
    try {
      for (SocketChannel one = server.accept(); one != null; one = server.accept()) {
        if (selector.keys().size() > MAX_OPEN) {
          one.close();
        } else {
          one.configureBlocking(false);
          one.register(selector, SelectionKey.OP_READ);
        }
      }
    } catch (IOException e) {
      System.err.println("accept failed: " + e.getMessage());
    }
  }

  private void readAndClose(SelectionKey key) {
    try (SelectableChannel channel = key.channel()) {
      bytes.clear();
      int count = ((SocketChannel) channel).read(bytes);
      if (count == 0) {
        System.err.println("readable without bytes");
      }
      if (reset) {
        ((SocketChannel) channel).setOption(StandardSocketOptions.SO_LINGER, 0);
      }
    } catch (IOException e) {
      return; // the client was faster; closed is closed
    }
  }
}
