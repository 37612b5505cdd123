package io.headwaiter.tomcat;

import io.headwaiter.door.Door;
import io.headwaiter.door.DoorHost;
import io.headwaiter.front.ConnectionLimit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.NioEndpoint;
import org.apache.tomcat.util.net.SocketEvent;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.apache.tomcat.util.threads.LimitLatch;

/**
 * The part of the endpoint that the door takes over: the door accepts the connections, and only
 * those it lets in get a channel, a place in the poller and a worker.
 *
 * <p>Tomcat's acceptor never runs, and its latch, which blocks a thread that accepts at the limit
 * of connections, does not exist: the connections are counted here, and the door accepts as many as
 * there is room for.
 *
 * <p>Checked against Tomcat 11.0.25: {@code setSocketOptions} is called by the acceptor only,
 * {@code destroySocket} and a wrapper's {@code close} count down once for each connection, {@code
 * pause} and {@code closeServerSocketGraceful} call {@code unlockAccept} before they rely on
 * nothing being accepted, and calls of {@code processSocket} for one wrapper are serialised by its
 * lock, so the poller's own event for a connection that was dispatched here does no harm.
 *
 * <p>Public, and used by this package only: Tomcat's MBean of an endpoint calls by reflection what
 * is overridden here, and of a class that is not public it may not.
 */
public abstract class DoorEndpoint extends NioEndpoint implements DoorHost {
  private final AtomicInteger connectionCount = new AtomicInteger();
  private final ConnectionLimit limit =
      new ConnectionLimit(this::getMaxConnections, connectionCount::get);

  DoorEndpoint() {}

  /** The door that accepts; null before the first start. */
  abstract Door door();

  /** Instead of Tomcat's thread, the door begins to accept. */
  @Override
  protected void startAcceptorThread() {
    try {
      if (getServerSocket() instanceof ServerSocketChannel listener) {
        door().startAccepting(listener);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("The listener cannot be made non-blocking", e);
    }
  }

  /**
   * No thread waits in a call of accept to be woken; when this returns nothing is accepted any
   * more.
   */
  @Override
  protected void unlockAccept() {
    Door current = door();
    if (current != null) {
      current.stopAccepting();
    }
  }

  @Override
  public void resume() {
    super.resume();
    if (isRunning() && !isPaused()) {
      startAcceptorThread();
    }
  }

  /** No latch: {@link #vacancies} takes its place. */
  @Override
  protected LimitLatch initializeConnectionLatch() {
    return null;
  }

  /** Open connections, at the door and behind it; always counted. */
  @Override
  public long getConnectionCount() {
    return connectionCount.get();
  }

  @Override
  public void setMaxConnections(int max) {
    super.setMaxConnections(max);
    vacancyAtTheDoor();
  }

  @Override
  protected long countDownConnection() {
    int left = connectionCount.decrementAndGet();
    vacancyAtTheDoor();
    return left;
  }

  /** How many connections there may be. */
  ConnectionLimit limit() {
    return limit;
  }

  @Override
  public int vacancies() {
    return limit.vacancies();
  }

  @Override
  public int placesKept() {
    return limit.kept();
  }

  @Override
  public void accepted() {
    connectionCount.incrementAndGet();
  }

  private void vacancyAtTheDoor() {
    Door current = door();
    if (current != null) {
      current.vacancy();
    }
  }

  /**
   * Gives a connection to Tomcat: a channel, a place in the poller and the first turn of work;
   * false if it failed, and the connection is closed.
   */
  final boolean take(SocketChannel channel) {
    boolean registered;
    try {
      registered = super.setSocketOptions(channel);
    } catch (Error e) {
      // Tomcat passes on what it does not dare to handle, a lack of memory for the buffers above
      // all, and leaves the connection open and counted.
      giveUp(channel);
      throw e;
    }
    SocketWrapperBase<NioChannel> wrapper = connections.get(channel);
    if (wrapper == null) {
      // Tomcat has logged why, and closed it; or the poller was faster than we.
      return registered;
    }
    if (registered && processSocket(wrapper, SocketEvent.OPEN_READ, /* dispatch= */ true)) {
      return true;
    }
    wrapper.close();
    return false;
  }

  private void giveUp(SocketChannel channel) {
    SocketWrapperBase<NioChannel> wrapper = connections.get(channel);
    if (wrapper != null) {
      wrapper.close();
    } else if (channel.isOpen()) {
      destroySocket(channel);
    }
  }

  @Override
  public void discard(SocketChannel channel) {
    destroySocket(channel);
  }
}
