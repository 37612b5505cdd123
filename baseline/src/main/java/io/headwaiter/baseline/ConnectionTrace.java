package io.headwaiter.baseline;

import io.headwaiter.core.trace.Stage;
import io.headwaiter.core.trace.StageTotals;
import io.headwaiter.core.trace.Timeline;
import java.util.function.LongSupplier;

/**
 * Follows the connection of a channel through its {@link Stage}s, and adds it to totals when it
 * ends. Tomcat uses a channel for one connection after the other, so a trace has one after the
 * other, too. The channel, its endpoint and {@link ServiceValve} say what happens.
 *
 * <p>Worked: a connection that asks once over TLS is idle, queued, in its handshake, idle, in its
 * request, in service, in its request again while the reply is sent, and idle.
 *
 * <p>A request that is served asynchronously counts as served when its servlet returns.
 * Thread-safe: another thread may close the connection of a worker.
 */
public final class ConnectionTrace {
  // That of the connection from which the thread has read last.
  private static final ThreadLocal<ConnectionTrace> OF_WORKER = new ThreadLocal<>();

  private final StageTotals totals;
  private final LongSupplier nanoTime;
  // Null while there is no connection, or nothing to add it to.
  private Timeline timeline;
  private long openedMillis;
  private boolean replied;

  /**
   * Creates a trace.
   *
   * @param totals null to follow nothing
   */
  public ConnectionTrace(StageTotals totals) {
    this(totals, System::nanoTime);
  }

  ConnectionTrace(StageTotals totals, LongSupplier nanoTime) {
    this.totals = totals;
    this.nanoTime = nanoTime;
  }

  /** Returns that of the connection from which this thread has read last; null if there is none. */
  static ConnectionTrace ofWorker() {
    return OF_WORKER.get();
  }

  /** The channel has another connection. */
  public synchronized void opened() {
    if (totals != null) {
      timeline = new Timeline(Stage.IDLE, nanoTime.getAsLong());
      openedMillis = System.currentTimeMillis();
      replied = false;
    }
  }

  /** Returns when the connection was opened, since the epoch. */
  public synchronized long openedMillis() {
    return openedMillis;
  }

  /** Bytes have come, and a worker is wanted. */
  public synchronized void queued() {
    if (isIn(Stage.IDLE)) {
      next(Stage.QUEUE);
    }
  }

  /** A worker runs a step of the handshake, the first one or another. */
  public synchronized void handshakeBegins() {
    if (isIn(Stage.IDLE) || isIn(Stage.QUEUE)) {
      next(Stage.FAILED_HANDSHAKE); // until it is done
    }
  }

  /** The handshake is done. */
  public synchronized void handshakeDone(boolean resumed) {
    if (isIn(Stage.FAILED_HANDSHAKE)) {
      timeline.turnsOutAs(resumed ? Stage.RESUMED_HANDSHAKE : Stage.FULL_HANDSHAKE);
      next(Stage.IDLE);
    }
  }

  /**
   * A worker has read from the connection, without waiting.
   *
   * @param bytes how many there were; 0 if it has to wait for the client, below 0 at the end
   * @return the same
   */
  public synchronized int read(int bytes) {
    if (timeline == null || bytes < 0) {
      return bytes;
    }
    if (bytes == 0) {
      // Without a reply the client has not sent its request completely.
      if (replied || isIn(Stage.QUEUE)) {
        next(Stage.IDLE);
      }
      return bytes;
    }
    OF_WORKER.set(this);
    replied = false;
    if (isIn(Stage.IDLE) || isIn(Stage.QUEUE)) {
      next(Stage.REQUEST);
    }
    return bytes;
  }

  /** The servlet begins. */
  synchronized void serviceBegins() {
    if (isIn(Stage.REQUEST)) {
      replied = false;
      next(Stage.SERVICE);
    }
  }

  /** The servlet has returned. */
  synchronized void serviceEnds() {
    if (isIn(Stage.SERVICE)) {
      next(Stage.REQUEST);
      replied = true;
    }
  }

  /** The connection is closed; only the first call counts. */
  public synchronized void closed() {
    if (timeline != null) {
      timeline.end(nanoTime.getAsLong());
      totals.add(timeline);
      timeline = null;
    }
  }

  private boolean isIn(Stage stage) {
    return timeline != null && timeline.present() == stage;
  }

  private void next(Stage stage) {
    timeline.next(stage, nanoTime.getAsLong());
  }
}
