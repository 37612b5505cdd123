package io.headwaiter.door;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** A container that must get no connection; it closes the connections that are discarded. */
class ClosingHost implements DoorHost {
  @Override
  public void admit(
      SocketChannel channel, ByteBuffer received, AdmittedConnection admittedConnection) {
    throw new AssertionError("no connection is let in here");
  }

  @Override
  public void discard(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public boolean speaksTls13(String serverName) {
    return true;
  }
}
