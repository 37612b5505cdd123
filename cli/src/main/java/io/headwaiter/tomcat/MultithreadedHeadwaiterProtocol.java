package io.headwaiter.tomcat;

import io.headwaiter.baseline.PersistenceTimeout;
import io.headwaiter.baseline.WorkerWait;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.apache.coyote.UpgradeProtocol;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.SocketBufferHandler;

/**
 * The multithreaded server of {@link io.headwaiter.baseline.MultithreadedProtocol} with Headwaiter
 * in front of it: the published admission control was measured on such a server. A worker keeps its
 * connection until that ends. Connections that were admitted and have no worker wait in
 * Headwaiter's queue, and not in the listener's backlog. Tomcat makes it by its class name.
 *
 * <p>It is in the package of the connector, because only there the parts of one can be replaced.
 */
public final class MultithreadedHeadwaiterProtocol extends HeadwaiterProtocol {
  /** Creates a connector. */
  public MultithreadedHeadwaiterProtocol() {
    super(new Endpoint());
  }

  /** Does nothing: one worker cannot wait in the many streams of HTTP/2. */
  @Override
  public void addUpgradeProtocol(UpgradeProtocol protocol) {}

  private static final class Endpoint extends HeadwaiterEndpoint {
    @Override
    protected NioChannel createChannel(SocketBufferHandler buffers) {
      return new Channel(buffers, this);
    }

    private long idleMillis() {
      return PersistenceTimeout.millis(getKeepAliveTimeout(), connections.size(), getMaxThreads());
    }
  }

  private static final class Channel extends HeadwaiterChannel {
    private final Endpoint endpoint;
    private final WorkerWait wait = new BetweenTurns();

    Channel(SocketBufferHandler buffers, Endpoint endpoint) {
      super(buffers, endpoint);
      this.endpoint = endpoint;
    }

    @Override
    public int handshake(boolean read, boolean write) throws IOException {
      return wait.handshake(
          getIOChannel(), super::handshake, read, write, socketWrapper.getReadTimeout());
    }

    @Override
    public int read(ByteBuffer to) throws IOException {
      return wait.read(
          this::getIOChannel,
          super::read,
          to,
          endpoint.idleMillis(),
          socketWrapper.getReadTimeout());
    }

    @Override
    public int write(ByteBuffer from) throws IOException {
      wait.wrote();
      return super.write(from);
    }

    @Override
    public void close(boolean force) throws IOException {
      super.close(force);
      wait.closed();
    }

    @Override
    public void free() {
      super.free();
      wait.free();
    }

    /** Waits that are this server's way to serve: a client is not slow because it thinks. */
    private final class BetweenTurns extends WorkerWait {
      @Override
      public void await(SocketChannel channel, int operation, long millis) throws IOException {
        turnEnds();
        try {
          super.await(channel, operation, millis);
        } finally {
          turnBegins(/* waitedNanos= */ 0);
        }
      }
    }
  }
}
