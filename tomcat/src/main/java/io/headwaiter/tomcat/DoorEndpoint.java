package io.headwaiter.tomcat;

import io.headwaiter.door.Door;
import io.headwaiter.door.DoorHost;
import io.headwaiter.front.session.ConnectionLimit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.juli.logging.Log;
import org.apache.juli.logging.LogFactory;
import org.apache.tomcat.util.collections.SynchronizedStack;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.NioEndpoint;
import org.apache.tomcat.util.net.SocketBufferHandler;
import org.apache.tomcat.util.net.SocketEvent;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.apache.tomcat.util.threads.LimitLatch;
import org.jspecify.annotations.Nullable;

/**
 * The part of the endpoint that the door replaces: the door accepts the connections, and only those
 * that it admits or that get a courtesy page have a channel, a place in the poller and a worker.
 *
 * <p>Tomcat's acceptor never runs. Its latch, which blocks the accepting thread at the limit of
 * connections, does not exist: this class counts the connections, and the door accepts only up to
 * the limit.
 *
 * <p>Checked against Tomcat 11.0.27: {@code setSocketOptions} is called by the acceptor only,
 * {@code destroySocket} and a wrapper's {@code close} count down once for each connection, {@code
 * pause} and {@code closeServerSocketGraceful} call {@code unlockAccept} before they rely on
 * nothing being accepted. A connection reaches the poller only through its wrapper's {@code
 * register} methods; the poller closes one that it is asked to watch and does not know.
 *
 * <p>Public because Tomcat's MBean of an endpoint calls the methods overridden here by reflection,
 * which requires a public class. Only this package uses it.
 */
public abstract class DoorEndpoint extends NioEndpoint implements DoorHost {
  private static final Log log = LogFactory.getLog(DoorEndpoint.class);

  private final AtomicInteger connectionCount = new AtomicInteger();
  private final ConnectionLimit limit =
      new ConnectionLimit(this::getMaxConnections, connectionCount::get);
  // Of Tomcat's present stack; both null while it keeps no channels.
  private @Nullable SynchronizedStack<NioChannel> pooled;
  private @Nullable ReusableChannels reusable;

  DoorEndpoint() {}

  /** Returns the door; null before the first start. */
  abstract @Nullable Door door();

  /**
   * Creates the view of a connection, which registers itself with the poller when it is first to
   * wait.
   *
   * @param named the client that a balancer has named; null if none has
   */
  abstract NioSocketWrapper createWrapper(NioChannel channel, @Nullable InetSocketAddress named);

  /** Makes the door accept, instead of starting Tomcat's thread. */
  @Override
  protected void startAcceptorThread() {
    try {
      if (getServerSocket() instanceof ServerSocketChannel listener) {
        Objects.requireNonNull(door()).startAccepting(listener);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("The listener cannot be made non-blocking", e);
    }
  }

  /** Stops accepting before it returns. There is no acceptor thread to wake. */
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

  /** Returns null: {@link #vacancies} replaces the latch. */
  @Override
  protected @Nullable LimitLatch initializeConnectionLatch() {
    return null;
  }

  /** Returns the number of open connections, at the door and behind it; always counted. */
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

  /** Returns the limit of connections. */
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
   * Hands a connection to Tomcat: creates a channel and queues the first turn. Returns false if
   * this failed and the connection is closed.
   *
   * @param named the client that a balancer has named; null if none has
   */
  final boolean take(SocketChannel channel, @Nullable InetSocketAddress named) {
    try {
      SocketWrapperBase<NioChannel> wrapper = wrap(channel, named);
      if (processSocket(wrapper, SocketEvent.OPEN_READ, /* dispatch= */ true)) {
        return true;
      }
    } catch (IOException | RuntimeException e) {
      log.error("A connection could not be set up", e);
    } catch (Error e) {
      // Above all a lack of memory for the buffers.
      giveUp(channel);
      throw e;
    }
    giveUp(channel);
    return false;
  }

  @Override
  protected synchronized @Nullable SynchronizedStack<NioChannel> getNioChannels() {
    SynchronizedStack<NioChannel> tomcats = super.getNioChannels();
    if (tomcats == null || tomcats != pooled) {
      pooled = tomcats;
      reusable = tomcats == null ? null : new ReusableChannels(tomcats);
    }
    return reusable;
  }

  /** Keeps a channel, which is about to be closed, from serving another connection. */
  final void retire(NioChannel channel) {
    if (getNioChannels() instanceof ReusableChannels channels) {
      channels.retire(channel);
    }
  }

  /** Does what Tomcat's acceptor does, but leaves the poller to the wrapper. */
  private SocketWrapperBase<NioChannel> wrap(
      SocketChannel socket, @Nullable InetSocketAddress named) throws IOException {
    SynchronizedStack<NioChannel> used = getNioChannels();
    NioChannel channel = used == null ? null : used.pop();
    if (channel == null) {
      channel =
          createChannel(
              new SocketBufferHandler(
                  socketProperties.getAppReadBufSize(),
                  socketProperties.getAppWriteBufSize(),
                  socketProperties.getDirectBuffer()));
    }
    NioSocketWrapper wrapper = createWrapper(channel, named);
    channel.reset(socket, wrapper);
    connections.put(socket, wrapper);
    socket.configureBlocking(false);
    if (getUnixDomainSocketPath() == null) {
      socketProperties.setProperties(socket.socket());
    }
    wrapper.setReadTimeout(getConnectionTimeout());
    wrapper.setWriteTimeout(getConnectionTimeout());
    wrapper.setKeepAliveLeft(getMaxKeepAliveRequests());
    return wrapper;
  }

  /** Closes a connection that the container could not take. May be called twice. */
  final void giveUp(SocketChannel channel) {
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
