package io.headwaiter.baseline;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.coyote.UpgradeProtocol;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.NioEndpoint;
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
public final class MultithreadedProtocol extends Http11NioProtocol {
  /** Creates a connector. */
  public MultithreadedProtocol() {
    super(new Endpoint());
  }

  /** Does nothing: one worker cannot wait in the many streams of HTTP/2. */
  @Override
  public void addUpgradeProtocol(UpgradeProtocol protocol) {}

  private static final class Endpoint extends NioEndpoint {
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

  private static final class PlainChannel extends NioChannel {
    private final Endpoint endpoint;
    private final WorkerWait wait = new WorkerWait();

    PlainChannel(SocketBufferHandler buffers, Endpoint endpoint) {
      super(buffers);
      this.endpoint = endpoint;
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
  }

  private static final class TlsChannel extends SecureNioChannel {
    private final Endpoint endpoint;
    private final WorkerWait wait = new WorkerWait();

    TlsChannel(SocketBufferHandler buffers, Endpoint endpoint) {
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
  }
}
