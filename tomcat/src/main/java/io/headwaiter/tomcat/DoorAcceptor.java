package io.headwaiter.tomcat;

import io.headwaiter.door.Door;
import java.nio.channels.SocketChannel;
import org.apache.tomcat.util.net.Acceptor;

/**
 * Takes the place of Tomcat's acceptor. No acceptor thread exists: the door accepts.
 *
 * <p>Checked against Tomcat 11.0.25: the endpoint calls {@code stopMillis} when it stops and when
 * it closes its listener ahead of that, and reads the state to decide whether to wake the acceptor.
 */
final class DoorAcceptor extends Acceptor<SocketChannel> {
  private final Door door;

  DoorAcceptor(HeadwaiterEndpoint endpoint, Door door) {
    super(endpoint);
    this.door = door;
  }

  @Override
  public void run() {
    throw new IllegalStateException("The door accepts; there is no acceptor thread.");
  }

  /** Returns when the door has released the listener or after 5 s, whatever the argument. */
  @Override
  public void stopMillis(int waitMilliseconds) {
    door.stopAccepting();
    state = AcceptorState.ENDED;
  }
}
