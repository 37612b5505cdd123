package io.headwaiter.baseline;

import io.headwaiter.core.trace.StageTotals;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.apache.coyote.UpgradeProtocol;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.NioEndpoint.NioSocketWrapper;
import org.apache.tomcat.util.net.SecureNioChannel;
import org.apache.tomcat.util.net.SocketBufferHandler;

/**
 * Tomcat's connector as a multithreaded server: a worker keeps its connection until that ends, and
 * waits in its reads. At most as many connections are served as there are workers ({@code
 * maxThreads}); the others wait in the listener's backlog. An idle connection ends after {@code
 * keepAliveTimeout}, or sooner if workers are short ({@link PersistenceTimeout}). Tomcat had such a
 * connector up to 8.0. Tomcat makes it by its class name.
 *
 * <p>A connection gets its worker when its first byte comes, not when it is accepted.
 */
public final class MultithreadedProtocol extends Http11NioProtocol implements TracedConnector {
  private final Endpoint endpoint;

  /** Creates a connector. */
  public MultithreadedProtocol() {
    this(new Endpoint());
  }

  private MultithreadedProtocol(Endpoint endpoint) {
    super(endpoint);
    this.endpoint = endpoint;
  }

  /**
   * Sets whether connections are traced, before the start; contexts then need a {@link
   * ServiceValve}. An attribute of the connector; false by default.
   */
  public void setTraced(boolean traced) {
    endpoint.traceTo(traced ? new StageTotals() : null);
  }

  @Override
  public StageTotals stageTotals() {
    return endpoint.stageTotals();
  }

  /** Does nothing: one worker cannot wait in the many streams of HTTP/2. */
  @Override
  public void addUpgradeProtocol(UpgradeProtocol protocol) {}

  private static final class Endpoint extends TracedEndpoint {
    @Override
    public void startInternal() throws Exception {
      setMaxConnections(getMaxThreads());
      super.startInternal();
    }

    @Override
    protected NioChannel createChannel(SocketBufferHandler buffers) {
      return isSSLEnabled() ? new TlsChannel(buffers, this) : new PlainChannel(buffers, this);
    }

    private long idleMillis() {
      return PersistenceTimeout.millis(getKeepAliveTimeout(), connections.size(), getMaxThreads());
    }
  }

  private static final class PlainChannel extends NioChannel
      implements TracedEndpoint.TracedChannel {
    private final Endpoint endpoint;
    private final WorkerWait wait = new WorkerWait();
    private final ConnectionTrace trace;

    PlainChannel(SocketBufferHandler buffers, Endpoint endpoint) {
      super(buffers);
      this.endpoint = endpoint;
      this.trace = endpoint.newTrace();
    }

    @Override
    public ConnectionTrace trace() {
      return trace;
    }

    @Override
    public void reset(SocketChannel channel, NioSocketWrapper wrapper) throws IOException {
      super.reset(channel, wrapper);
      trace.opened();
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
  }

  private static final class TlsChannel extends SecureNioChannel
      implements TracedEndpoint.TracedChannel {
    private final Endpoint endpoint;
    private final WorkerWait wait = new WorkerWait();
    private final ConnectionTrace trace;

    TlsChannel(SocketBufferHandler buffers, Endpoint endpoint) {
      super(buffers, endpoint);
      this.endpoint = endpoint;
      this.trace = endpoint.newTrace();
    }

    @Override
    public ConnectionTrace trace() {
      return trace;
    }

    @Override
    public void reset(SocketChannel channel, NioSocketWrapper wrapper) throws IOException {
      super.reset(channel, wrapper);
      trace.opened();
    }

    @Override
    public int handshake(boolean read, boolean write) throws IOException {
      trace.handshakeBegins();
      int result =
          wait.handshake(
              getIOChannel(), super::handshake, read, write, socketWrapper.getReadTimeout());
      if (result == 0) {
        trace.handshakeDone(sslEngine.getSession().getCreationTime() < trace.openedMillis());
      }
      return result;
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
  }
}
