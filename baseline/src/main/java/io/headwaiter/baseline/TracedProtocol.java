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
 * Tomcat's connector with a trace of each connection; its contexts need a {@link ServiceValve}.
 * Tomcat makes it by its class name.
 */
public final class TracedProtocol extends Http11NioProtocol implements TracedConnector {
  private final StageTotals totals;

  /** Creates a connector. */
  public TracedProtocol() {
    this(new StageTotals());
  }

  private TracedProtocol(StageTotals totals) {
    super(new Endpoint(totals));
    this.totals = totals;
  }

  @Override
  public StageTotals stageTotals() {
    return totals;
  }

  /** Does nothing: a connection of HTTP/2 is in many stages at a time. */
  @Override
  public void addUpgradeProtocol(UpgradeProtocol protocol) {}

  private static final class Endpoint extends TracedEndpoint {
    Endpoint(StageTotals totals) {
      traceTo(totals);
    }

    @Override
    protected NioChannel createChannel(SocketBufferHandler buffers) {
      return isSSLEnabled() ? new TlsChannel(buffers, this) : new PlainChannel(buffers, this);
    }
  }

  private static final class PlainChannel extends NioChannel
      implements TracedEndpoint.TracedChannel {
    private final ConnectionTrace trace;

    PlainChannel(SocketBufferHandler buffers, Endpoint endpoint) {
      super(buffers);
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
      return trace.read(super.read(to));
    }

    @Override
    public void close(boolean force) throws IOException {
      trace.closed();
      super.close(force);
    }
  }

  private static final class TlsChannel extends SecureNioChannel
      implements TracedEndpoint.TracedChannel {
    private final ConnectionTrace trace;

    TlsChannel(SocketBufferHandler buffers, Endpoint endpoint) {
      super(buffers, endpoint);
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
      int wanted = super.handshake(read, write);
      if (wanted == 0) {
        trace.handshakeDone(sslEngine.getSession().getCreationTime() < trace.openedMillis());
      }
      return wanted;
    }

    @Override
    public int read(ByteBuffer to) throws IOException {
      return trace.read(super.read(to));
    }

    @Override
    public void close(boolean force) throws IOException {
      trace.closed();
      super.close(force);
    }
  }
}
