package io.headwaiter.jetty;

import java.nio.ByteBuffer;
import org.eclipse.jetty.io.EndPoint;
import org.jspecify.annotations.Nullable;

/** The data that go with a connection from the door to Jetty. */
final class ConnectionHandover {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final HandshakeMeter handshake;
  private ByteBuffer received;
  // Null until a selector has the connection.
  private volatile @Nullable EndPoint endPoint;

  /**
   * @param received every byte that was read from the connection; copied
   * @param handshake measures its handshake
   */
  ConnectionHandover(ByteBuffer received, HandshakeMeter handshake) {
    this.received = ByteBuffer.allocate(received.remaining()).put(received).flip();
    this.handshake = handshake;
  }

  /** Returns the received bytes and drops them; later calls return an empty buffer. */
  ByteBuffer takeReceived() {
    ByteBuffer taken = received;
    received = NOTHING;
    return taken;
  }

  /** Sets the end point, when a selector has the connection. */
  void setEndPoint(EndPoint made) {
    endPoint = made;
  }

  /** Returns the end point; null until a selector has the connection. */
  @Nullable EndPoint endPoint() {
    return endPoint;
  }

  HandshakeMeter handshake() {
    return handshake;
  }
}
