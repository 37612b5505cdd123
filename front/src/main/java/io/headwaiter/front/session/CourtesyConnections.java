package io.headwaiter.front.session;

import io.headwaiter.front.session.OpenConnection.Closer;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Ends connections that get a courtesy page {@value #SECONDS_MAX} s after they were given to the
 * container and the longest wait for a worker, whatever their clients do. Such a connection belongs
 * to no visit, so nobody pays for the time that it is open.
 *
 * <p>As many are kept as pages are granted in that time. Thread-safe; one thread calls {@link
 * #look}.
 */
public final class CourtesyConnections {
  /** The time for the handshake, the request and the page. */
  public static final int SECONDS_MAX = 10;

  private static final System.Logger LOG = System.getLogger(CourtesyConnections.class.getName());
  private static final long NANOS_MAX = SECONDS_MAX * 1_000_000_000L;

  /** In the order of their deadlines. */
  private final Queue<Open> all = new ConcurrentLinkedQueue<>();

  private record Open(Closer closer, long sinceNanos) {}

  /**
   * Adds a connection that begins now; it may end by itself at any time.
   *
   * @param closer must do nothing once the connection is closed
   */
  public void add(Closer closer, long nowNanos) {
    all.add(new Open(closer, nowNanos));
  }

  /** Ends those whose time is over. */
  void look(long nowNanos) {
    Open first = all.peek();
    while (first != null && nowNanos - first.sinceNanos >= NANOS_MAX) {
      all.remove();
      end(first.closer);
      first = all.peek();
    }
  }

  /** Ends one. A failure is logged, so that the next ones are ended, too. */
  private static void end(Closer closer) {
    try {
      closer.close(/* onlyIdle= */ false, () -> true);
      // A worker that works on it keeps it open, until it finds that the stream has ended.
      closer.cut();
    } catch (RuntimeException | Error e) {
      LOG.log(System.Logger.Level.WARNING, "A courtesy connection could not be closed", e);
    }
  }
}
