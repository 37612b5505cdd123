package io.headwaiter.jetty;

import java.nio.ByteBuffer;
import org.eclipse.jetty.io.EndPoint;

/** What goes with a connection from the door to Jetty. */
final class Admitted {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final HandshakeMeter handshake;
  private ByteBuffer received;
  // Null until a selector has the connection.
  private volatile EndPoint endPoint;

  /**
   * @param received every byte that was read from the connection; copied
   * @param handshake measures its handshake
   */
  Admitted(ByteBuffer received, HandshakeMeter handshake) {
    this.received = ByteBuffer.allocate(received.remaining()).put(received).flip();
    this.handshake = handshake;
  }

  /** What was received, once: nothing of it is kept here. */
  ByteBuffer takeReceived() {
    ByteBuffer taken = received;
    received = NOTHING;
    return taken;
  }

  /** A selector has the connection. */
  void isAt(EndPoint made) {
    endPoint = made;
  }

  /** Null until a selector has the connection. */
  EndPoint endPoint() {
    return endPoint;
  }

  HandshakeMeter handshake() {
    return handshake;
  }
}
