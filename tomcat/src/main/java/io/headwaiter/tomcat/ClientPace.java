package io.headwaiter.tomcat;

import org.jspecify.annotations.Nullable;

/**
 * How long a worker waits for the client of its turn, in blocking reads and writes. A client that
 * sends a request body byte by byte, or reads its reply so, uses no CPU time, and holds a worker
 * that others wait for.
 *
 * <pre>
 *   slow   w - b / r &gt; 10 s    w  time that the worker has waited for the client in this turn
 *                              b  bytes that the client has sent and received in it
 *                              r  500 bytes a second
 * </pre>
 *
 * <p>Worked number: a client that sends one byte every 5 s is slow after 10 s. One that sends 10 KB
 * a second never is.
 *
 * <p>Only the thread that began the turn counts: others do not block a worker. Thread-safe.
 */
final class ClientPace {
  private static final double GRACE_NANOS = 10e9;
  private static final double NANOS_PER_BYTE = 1e9 / 500;

  private @Nullable Thread worker;
  private boolean waits;
  private long sinceNanos;
  private long waitedNanos;
  private long bytes;

  /** Begins a turn on the calling thread. */
  synchronized void begin() {
    worker = Thread.currentThread();
    waits = false;
    waitedNanos = 0;
    bytes = 0;
  }

  /** Ends the turn, if the calling thread began it. */
  synchronized void end() {
    if (worker == Thread.currentThread()) {
      worker = null;
    }
  }

  /**
   * Notes a read or write.
   *
   * @param count its bytes; 0 if it has to wait, at least -1
   * @return the nanoseconds that the worker has waited so far if the client is slow, otherwise 0
   */
  synchronized long moved(long count, long nowNanos) {
    if (worker != Thread.currentThread()) {
      return 0;
    }
    waitedNanos += waits ? nowNanos - sinceNanos : 0;
    waits = count == 0;
    sinceNanos = nowNanos;
    bytes += Math.max(0, count);
    return waitedNanos - bytes * NANOS_PER_BYTE > GRACE_NANOS ? waitedNanos : 0;
  }
}
