package io.headwaiter.jetty;

import java.nio.ByteBuffer;

/** What goes with a connection from the door to Jetty. */
final class Admitted {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final HandshakeMeter handshake;
  private ByteBuffer received;

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

  HandshakeMeter handshake() {
    return handshake;
  }
}
