package io.headwaiter.jetty;

import io.headwaiter.front.request.Turn;
import io.headwaiter.front.session.OpenConnection;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLEngine;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.jspecify.annotations.Nullable;

/**
 * Jetty's TLS connection, which begins with the bytes that the door has read and measures its
 * handshake.
 *
 * <p>Checked against Jetty 12.1.14: {@code onUpgradeTo} takes no more than one packet buffer holds,
 * and with bytes in that buffer the first interest in reading is served at once. {@code fill} calls
 * {@code networkFill} until it returns no bytes, and keeps bytes that do not fit into the given
 * buffer. Engine and delegated tasks run in {@code fill} and {@code flush} only, which call each
 * other.
 */
final class AdmittedSslConnection extends SslConnection {
  private final HandshakeMeter handshake;
  // The connection by which requests have come; null before the first one.
  private volatile @Nullable Connection requests;
  // Received bytes that are not in the input buffer yet; null if there are none.
  private @Nullable ByteBuffer unread;

  AdmittedSslConnection(
      ByteBufferPool buffers,
      Executor executor,
      EndPoint endPoint,
      SSLEngine engine,
      SslContextFactory tls,
      ConnectionHandover handover) {
    super(buffers, executor, tls, endPoint, engine, false, false);
    this.handshake = handover.handshake();
    this.unread = handover.takeReceived();
    addHandshakeListener(handshake);
    if (handshake.mustResume()) {
      // Otherwise a false resumption is detected only after the private-key operation.
      engine.setEnableSessionCreation(false);
    }
  }

  @Override
  public void onOpen() {
    ByteBuffer received = Objects.requireNonNull(unread);
    int fits = Math.min(received.remaining(), getSSLEngine().getSession().getPacketBufferSize());
    onUpgradeTo(received.slice(0, fits));
    unread = fits < received.remaining() ? received.position(fits) : null;
    super.onOpen();
  }

  @Override
  protected int networkFill(ByteBuffer input) throws IOException {
    if (unread == null) {
      int filled = super.networkFill(input);
      if (filled < 0) {
        handshake.clientLeaves();
      }
      return filled;
    }
    int count = BufferUtil.append(input, unread);
    unread = unread.hasRemaining() ? unread : null;
    return count;
  }

  /** Begins a turn, because the client has sent something. */
  @Override
  public void onFillable() {
    Turn.worksFor(handshake.sessionUse());
    Turns.read(handshake, super::onFillable);
  }

  @Override
  public void onClose(Throwable cause) {
    handshake.closed();
    super.onClose(cause);
  }

  /** Notes that a request has come, and returns its watched connection; null if there is none. */
  static @Nullable OpenConnection requestComes(Request request) {
    Connection speaks = request.getConnectionMetaData().getConnection();
    return speaks.getEndPoint() instanceof MeteredEndPoint endPoint
        ? endPoint.requestComes(speaks)
        : null;
  }

  /**
   * Returns whether the protocol behind TLS consists of requests with a known end, and was not
   * upgraded, to WebSocket for example.
   */
  boolean isRequestBased() {
    return requests == null || getSslEndPoint().getConnection() == requests;
  }

  /** Called by the superclass constructor. */
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
    // The handshake is done, and the rest needs another turn, which counts for its visit.
    private volatile boolean yields;

    OpenConnection requestComes(Connection speaks) {
      requests = speaks;
      return handshake.connection();
    }

    /**
     * Completes the handshake first, and reads later bytes only if the visit may hold the thread.
     * If not, these are handed over again when the caller registers interest in more.
     */
    @Override
    public int fill(ByteBuffer buffer) throws IOException {
      touch();
      Turn.worksFor(handshake.sessionUse());
      if (yields) {
        return 0; // HTTP/1.1 calls this twice
      }
      if (handshake.isDripped()) {
        getEndPoint().close();
        return -1;
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

    /** Hands over at once bytes that have come: they begin a request, if none is served. */
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
      Turn.worksFor(handshake.sessionUse());
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
