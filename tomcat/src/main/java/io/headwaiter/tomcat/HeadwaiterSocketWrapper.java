package io.headwaiter.tomcat;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.CompletionHandler;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.NioEndpoint;
import org.jspecify.annotations.Nullable;

/**
 * Tomcat's view of a connection behind the door. Its first turn is queued by the door, so it is
 * registered with the poller only when it first waits for its client. If a balancer has named the
 * client, it tells the application and the access log that client's address, not the balancer's.
 */
final class HeadwaiterSocketWrapper extends NioEndpoint.NioSocketWrapper {
  private final WorkerEndpoint endpoint;
  private final @Nullable InetSocketAddress named;
  private final AtomicBoolean registered = new AtomicBoolean();

  /**
   * Creates the view of a connection.
   *
   * @param named the client that a balancer has named; null if none has
   */
  HeadwaiterSocketWrapper(
      NioChannel channel, WorkerEndpoint endpoint, @Nullable InetSocketAddress named) {
    super(channel, endpoint);
    this.endpoint = endpoint;
    this.named = named;
  }

  @Override
  public void registerReadInterest() {
    if (registered.compareAndSet(false, true)) {
      // Registers the interest in reading, too.
      getPoller().register(this);
    } else {
      super.registerReadInterest();
    }
  }

  @Override
  public void registerWriteInterest() {
    if (registered.compareAndSet(false, true)) {
      getPoller().register(this);
    }
    super.registerWriteInterest();
  }

  /** Lets the turns that read frames of HTTP/2 know their connection. */
  @Override
  protected <A> OperationState<A> newOperationState(
      boolean read,
      ByteBuffer[] buffers,
      int offset,
      int length,
      BlockingMode block,
      long timeout,
      TimeUnit unit,
      A attachment,
      CompletionCheck check,
      CompletionHandler<Long, ? super A> handler,
      Semaphore semaphore,
      VectoredIOCompletionHandler<A> completion) {
    CompletionHandler<Long, ? super A> watched =
        read && handler != null && getSocket() instanceof HeadwaiterChannel channel
            ? new FrameTurn<A>(channel, endpoint, handler)
            : handler;
    return super.newOperationState(
        read,
        buffers,
        offset,
        length,
        block,
        timeout,
        unit,
        attachment,
        check,
        watched,
        semaphore,
        completion);
  }

  @Override
  protected void populateRemoteAddr() {
    if (named == null) {
      super.populateRemoteAddr();
    } else {
      remoteAddr = named.getAddress().getHostAddress();
    }
  }

  /** Looks the name up, as Tomcat does: only connectors with enableLookups ask for it. */
  @Override
  protected void populateRemoteHost() {
    if (named == null) {
      super.populateRemoteHost();
    } else {
      remoteHost = named.getAddress().getHostName();
    }
  }

  @Override
  protected void populateRemotePort() {
    if (named == null) {
      super.populateRemotePort();
    } else {
      remotePort = named.getPort();
    }
  }
}
