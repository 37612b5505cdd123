package io.headwaiter.jetty;

import io.headwaiter.core.capacity.MeterSnapshot;
import io.headwaiter.telemetry.ServerMeters;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLEngine;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/**
 * Jetty's TLS connection, which begins with the bytes that the door has read, and measures its
 * handshake.
 *
 * <p>Checked against Jetty 12.1.14: {@code onUpgradeTo} takes what fits into the input buffer, and
 * with something in it the first interest in reading is served at once; {@code fill} asks {@code
 * networkFill} until it brings nothing; engine and delegated tasks run in {@code fill} and {@code
 * flush} only, which call each other.
 */
final class AdmittedSslConnection extends SslConnection {
  private final ServerMeters meters;
  private final HandshakeMeter handshake;
  private final ByteBuffer received;

  AdmittedSslConnection(
      ByteBufferPool buffers,
      Executor executor,
      EndPoint endPoint,
      SSLEngine engine,
      SslContextFactory tls,
      Admitted admitted,
      ServerMeters meters) {
    super(buffers, executor, tls, endPoint, engine, false, false);
    this.meters = meters;
    this.handshake = admitted.handshake();
    this.received = admitted.received();
    addHandshakeListener(handshake);
  }

  @Override
  public void onOpen() {
    onUpgradeTo(received);
    super.onOpen();
  }

  /** First what did not fit when the connection was opened. */
  @Override
  protected int networkFill(ByteBuffer input) throws IOException {
    return received.hasRemaining() ? BufferUtil.append(input, received) : super.networkFill(input);
  }

  /** A turn of work begins, because the client has said something. */
  @Override
  public void onFillable() {
    long ageNanos = handshake.visitAgeNanos();
    if (ageNanos >= 0 && ageNanos <= MeterSnapshot.VISIT_AGE_NANOS_MAX) {
      meters.visitAge(ageNanos);
    }
    super.onFillable();
  }

  @Override
  public void onClose(Throwable cause) {
    handshake.closed();
    super.onClose(cause);
  }

  /** Called by the constructor of the class above. */
  @Override
  protected SslEndPoint newSslEndPoint() {
    return new MeteredEndPoint();
  }

  private final class MeteredEndPoint extends SslEndPoint {
    @Override
    public int fill(ByteBuffer buffer) throws IOException {
      boolean measured = handshake.goesOn();
      try {
        return super.fill(buffer);
      } finally {
        if (measured) {
          handshake.pauses();
        }
      }
    }

    @Override
    public boolean flush(ByteBuffer... buffers) throws IOException {
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
