package io.headwaiter.jetty;

import io.headwaiter.front.OpenConnection;
import io.headwaiter.front.Turn;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLEngine;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/**
 * Jetty's TLS connection, which begins with the bytes that the door has read, and measures its
 * handshake.
 *
 * <p>Checked against Jetty 12.1.14: {@code onUpgradeTo} takes no more than one packet buffer holds,
 * and with something in it the first interest in reading is served at once; {@code fill} asks
 * {@code networkFill} until it brings nothing, and keeps what does not fit into the buffer that it
 * is given; engine and delegated tasks run in {@code fill} and {@code flush} only, which call each
 * other.
 */
final class AdmittedSslConnection extends SslConnection {
  private final HandshakeMeter handshake;
  // By which requests have come; null before the first one.
  private volatile Connection requests;
  // What did not fit into the input buffer when the connection was opened.
  private ByteBuffer unread;

  AdmittedSslConnection(
      ByteBufferPool buffers,
      Executor executor,
      EndPoint endPoint,
      SSLEngine engine,
      SslContextFactory tls,
      Admitted admitted) {
    super(buffers, executor, tls, endPoint, engine, false, false);
    this.handshake = admitted.handshake();
    this.unread = admitted.takeReceived();
    addHandshakeListener(handshake);
    if (handshake.mustResume()) {
      // Else a false resumption would be found out after the private key has been paid for.
      engine.setEnableSessionCreation(false);
    }
  }

  @Override
  public void onOpen() {
    int fits = Math.min(unread.remaining(), getSSLEngine().getSession().getPacketBufferSize());
    onUpgradeTo(unread.slice(0, fits));
    unread = fits < unread.remaining() ? unread.position(fits) : null;
    super.onOpen();
  }

  @Override
  protected int networkFill(ByteBuffer input) throws IOException {
    if (unread == null) {
      return super.networkFill(input);
    }
    int count = BufferUtil.append(input, unread);
    unread = unread.hasRemaining() ? unread : null;
    return count;
  }

  /** A turn of work begins, because the client has said something. */
  @Override
  public void onFillable() {
    Turn.worksFor(handshake.stay());
    Turns.read(handshake, super::onFillable);
  }

  @Override
  public void onClose(Throwable cause) {
    handshake.closed();
    super.onClose(cause);
  }

  /** A request comes. On which connection, as the watch knows it; null if it knows none. */
  static OpenConnection requestComes(Request request) {
    Connection speaks = request.getConnectionMetaData().getConnection();
    return speaks.getEndPoint() instanceof MeteredEndPoint endPoint
        ? endPoint.requestComes(speaks)
        : null;
  }

  /**
   * Whether what is spoken behind TLS are requests, of which it is known when they end, and was not
   * changed for something else, WebSocket for example.
   */
  boolean speaksOfRequests() {
    return requests == null || getSslEndPoint().getConnection() == requests;
  }

  /** Called by the constructor of the class above. */
  @Override
  protected SslEndPoint newSslEndPoint() {
    return new MeteredEndPoint();
  }

  private void touch() {
    OpenConnection connection = handshake.connection();
    if (connection != null) {
      connection.touch();
    }
  }

  private final class MeteredEndPoint extends SslEndPoint {
    // The handshake is done, and what comes next needs a turn of its visit.
    private volatile boolean yields;

    OpenConnection requestComes(Connection speaks) {
      requests = speaks;
      return handshake.connection();
    }

    /**
     * The handshake first, and what came behind it only if its visit may hold the thread; if not
     * that is handed over again, when the caller is interested in more.
     */
    @Override
    public int fill(ByteBuffer buffer) throws IOException {
      touch();
      Turn.worksFor(handshake.stay());
      if (yields) {
        return 0; // HTTP/1.1 tries twice
      }
      if (handshake.goesOn()) {
        int filled;
        try {
          filled = super.fill(BufferUtil.EMPTY_BUFFER);
        } finally {
          handshake.pauses();
        }
        if (filled < 0 || !handshake.isDone()) {
          return filled;
        }
      }
      yields = !Turns.joins(handshake);
      return yields ? 0 : super.fill(buffer);
    }

    /** What came already is handed over at once: with it a request begins, if none is served. */
    @Override
    protected void needsFillInterest() {
      yields = false;
      OpenConnection connection = handshake.connection();
      boolean canWait = connection != null && !connection.isServing();
      Turns.readLater(handshake, canWait, super::needsFillInterest);
    }

    @Override
    public boolean flush(ByteBuffer... buffers) throws IOException {
      touch();
      Turn.worksFor(handshake.stay());
      boolean measured = handshake.goesOn();
      try {
        return super.flush(buffers);
      } finally {
        if (measured) {
          handshake.pauses();
        }
      }
    }
  }
}
