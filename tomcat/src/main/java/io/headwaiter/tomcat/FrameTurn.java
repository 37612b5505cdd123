package io.headwaiter.tomcat;

import io.headwaiter.front.session.ClientPace;
import io.headwaiter.front.session.OpenConnection;
import java.nio.channels.CompletionHandler;
import org.jspecify.annotations.Nullable;

/**
 * Handles frames of HTTP/2 that have arrived. Tomcat reads them in turns of their own, and does not
 * say of which connection. While it handles them, the worker counts for the visit of the
 * connection, and can be taken away from a client that does not read: the answer to a frame may
 * have to wait for it.
 *
 * @param <A> Tomcat's
 */
final class FrameTurn<A> implements CompletionHandler<Long, A> {
  private static final ThreadLocal<Boolean> IN_TURN = ThreadLocal.withInitial(() -> false);

  // Of the channel now: when the frames are handled, it may have been closed, and serve another.
  private final @Nullable OpenConnection connection;
  private final WorkerEndpoint endpoint;
  private final CompletionHandler<Long, ? super A> handler;

  FrameTurn(
      HeadwaiterChannel channel,
      WorkerEndpoint endpoint,
      CompletionHandler<Long, ? super A> handler) {
    this.connection = channel.connection();
    this.endpoint = endpoint;
    this.handler = handler;
  }

  @Override
  public void completed(Long bytes, A attachment) {
    run(() -> handler.completed(bytes, attachment));
  }

  @Override
  public void failed(Throwable failure, A attachment) {
    run(() -> handler.failed(failure, attachment));
  }

  private void run(Runnable work) {
    // A turn of a connection that has its worker already, or frames behind other frames.
    if (connection == null || ConnectionTurn.current() == connection || IN_TURN.get()) {
      work.run();
      return;
    }
    ClientPace pace = new ClientPace(new FrameProbe());
    IN_TURN.set(true);
    pace.begin(connection);
    // It cannot be held back: a stream that is being served may wait for its frames.
    endpoint.turnJoins(connection.holder());
    try {
      // The streams that begin with these frames belong to it, and can close it.
      ConnectionTurn.run(connection, work);
    } finally {
      pace.end();
      IN_TURN.remove();
    }
  }

  private static final class FrameProbe implements ClientPace.Probe {
    @Override
    public boolean waitsForClient(Thread worker) {
      return StreamProbe.isInHttp2(worker);
    }

    /** Returns 0: nobody waits for the bytes of some frames. */
    @Override
    public long bytes() {
      return 0;
    }
  }
}
