package io.headwaiter.tomcat;

import io.headwaiter.baseline.ConnectionTrace;
import io.headwaiter.baseline.PersistenceTimeout;
import io.headwaiter.baseline.TracedConnector;
import io.headwaiter.baseline.WorkerWait;
import io.headwaiter.core.trace.StageTotals;
import io.headwaiter.tls.BoringsslEngine;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.apache.coyote.UpgradeProtocol;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.NioEndpoint.NioSocketWrapper;
import org.apache.tomcat.util.net.SocketBufferHandler;
import org.apache.tomcat.util.net.SocketEvent;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;

/**
 * The multithreaded server of {@link io.headwaiter.baseline.MultithreadedProtocol} with Headwaiter
 * in front of it: the published admission control was measured on such a server. A worker keeps its
 * connection until that ends. Connections that were admitted and have no worker wait in
 * Headwaiter's queue, and not in the listener's backlog. Tomcat makes it by its class name.
 *
 * <p>It is in the package of the connector, because only there the parts of one can be replaced.
 */
public final class MultithreadedHeadwaiterProtocol extends HeadwaiterProtocol
    implements TracedConnector {
  private final Endpoint endpoint;

  /** Creates a connector. */
  public MultithreadedHeadwaiterProtocol() {
    this(new Endpoint());
  }

  private MultithreadedHeadwaiterProtocol(Endpoint endpoint) {
    super(endpoint);
    this.endpoint = endpoint;
  }

  /**
   * Sets whether connections are traced, from their admission on and before the start; contexts
   * then need a {@link io.headwaiter.baseline.ServiceValve}. An attribute of the connector; false
   * by default.
   */
  public void setTraced(boolean traced) {
    endpoint.totals = traced ? new StageTotals() : null;
  }

  @Override
  public @Nullable StageTotals stageTotals() {
    return endpoint.totals;
  }

  /** Does nothing: one worker cannot wait in the many streams of HTTP/2. */
  @Override
  public void addUpgradeProtocol(UpgradeProtocol protocol) {}

  private static final class Endpoint extends HeadwaiterEndpoint {
    // Null if connections are not traced.
    private @Nullable StageTotals totals;

    @Override
    protected NioChannel createChannel(SocketBufferHandler buffers) {
      return new Channel(buffers, this);
    }

    @Override
    public boolean processSocket(
        SocketWrapperBase<NioChannel> wrapper, SocketEvent event, boolean dispatch) {
      if (event == SocketEvent.OPEN_READ
          && wrapper != null
          && wrapper.getSocket() instanceof Channel channel) {
        channel.trace.queued();
      }
      return super.processSocket(wrapper, event, dispatch);
    }

    private long idleMillis() {
      return PersistenceTimeout.millis(getKeepAliveTimeout(), connections.size(), getMaxThreads());
    }
  }

  private static final class Channel extends HeadwaiterChannel {
    private final Endpoint endpoint;
    private final WorkerWait wait = new BetweenTurns();
    private final ConnectionTrace trace;

    Channel(SocketBufferHandler buffers, Endpoint endpoint) {
      super(buffers, endpoint);
      this.endpoint = endpoint;
      this.trace = new ConnectionTrace(endpoint.totals);
    }

    @Override
    public void reset(SocketChannel channel, NioSocketWrapper wrapper) throws IOException {
      super.reset(channel, wrapper);
      if (!isCourtesy()) {
        trace.opened();
      }
    }

    @Override
    public int handshake(boolean read, boolean write) throws IOException {
      trace.handshakeBegins();
      int result =
          wait.handshake(
              getIOChannel(), super::handshake, read, write, socketWrapper.getReadTimeout());
      if (result == 0) {
        trace.handshakeDone(isResumed());
      }
      return result;
    }

    /** The connector has asked for the handshake's result, which names the visit, already. */
    private boolean isResumed() {
      return sslEngine instanceof BoringsslEngine engine
          ? engine.isResumed()
          : sslEngine.getSession().getCreationTime() < trace.openedMillis();
    }

    @Override
    public int read(ByteBuffer to) throws IOException {
      return wait.read(
          this::getIOChannel,
          buffer -> trace.read(super.read(buffer)),
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
      trace.closed();
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
