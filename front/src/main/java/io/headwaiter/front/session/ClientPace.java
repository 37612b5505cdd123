package io.headwaiter.front.session;

import io.headwaiter.core.visit.SlowClientChoice;
import org.jspecify.annotations.Nullable;

/**
 * How long a worker waits for the client of its turn, in blocking reads and writes. A client that
 * sends a request body byte by byte, or reads its reply so, uses no CPU time, and holds a worker
 * that others may wait for. {@link SlowClients} then takes it away.
 *
 * <p>Only the thread that began the turn counts: others do not block a worker. Thread-safe.
 */
public final class ClientPace {
  /** What a read or write shows of the client. */
  public enum Pace {
    /** The worker has not waited for it, or not for long. */
    PROMPT,
    /** It has moved bytes after a wait of at least {@value ClientPace#SLOW_MILLIS} ms. */
    SLOW,
    /** It was so slow that the worker was taken away from it. */
    GIVEN_UP
  }

  /** The shortest wait for which a client is slow. */
  public static final int SLOW_MILLIS = 50;

  private static final long SLOW_NANOS = SLOW_MILLIS * 1_000_000L;

  private final boolean isInterruptible;
  private @Nullable Thread worker;
  // Null if it is not watched.
  private @Nullable OpenConnection connection;
  private boolean waits;
  private boolean isTooSlow;
  private long sinceNanos;
  private long waitedNanos;
  private long bytes;

  /**
   * Creates an instance without a turn.
   *
   * @param isInterruptible whether a worker that waits is interrupted when it is taken away;
   *     without that, the end of the connection must wake it. The next call of {@link #moved} then
   *     returns {@link Pace#GIVEN_UP}, and its caller clears the interrupt.
   */
  public ClientPace(boolean isInterruptible) {
    this.isInterruptible = isInterruptible;
  }

  /**
   * Begins a turn on the calling thread.
   *
   * @param served its connection; null if it is not watched
   */
  public synchronized void begin(@Nullable OpenConnection served) {
    worker = Thread.currentThread();
    connection = served;
    isTooSlow = false;
    waitedNanos = 0;
    bytes = 0;
  }

  /** Ends the turn, if the calling thread began it. */
  public synchronized void end() {
    if (worker == Thread.currentThread()) {
      waits(false);
      worker = null;
    }
  }

  /**
   * Notes a read or write.
   *
   * @param count its bytes; 0 if it has to wait, or is about to begin and may wait; at least -1
   * @return {@link Pace#GIVEN_UP} if the worker must not go on
   */
  public synchronized Pace moved(long count, long nowNanos) {
    if (worker != Thread.currentThread()) {
      return Pace.PROMPT;
    }
    long waitNanos = waits ? nowNanos - sinceNanos : 0;
    waitedNanos += waitNanos;
    sinceNanos = nowNanos;
    bytes += Math.max(0, count);
    waits(count == 0);
    if (isTooSlow) {
      return Pace.GIVEN_UP;
    }
    return waitNanos >= SLOW_NANOS ? Pace.SLOW : Pace.PROMPT;
  }

  private void waits(boolean now) {
    if (connection != null && waits != now) {
      waits = now;
      connection.workerWaits(this, now);
    }
  }

  /**
   * Returns the time that the worker has waited and for which the client has not paid with bytes:
   * {@link SlowClientChoice}. It is 0 if no worker waits now, or if it was taken away already.
   */
  synchronized long owedNanos(long nowNanos) {
    return waits && !isTooSlow
        ? SlowClientChoice.owedNanos(waitedNanos + nowNanos - sinceNanos, bytes)
        : 0;
  }

  /** Returns whether a worker waits for a client that is slow by now. */
  synchronized boolean isSlow(long nowNanos) {
    return waits && nowNanos - sinceNanos >= SLOW_NANOS;
  }

  /** Returns what represents the visit, by identity; null if no worker waits now. */
  synchronized @Nullable Object visit() {
    return waits && connection != null ? connection.holder() : null;
  }

  /** Takes the worker away, if it still waits, and charges the visit. */
  void giveUp(long nowNanos) {
    OpenConnection slow;
    long owed;
    synchronized (this) {
      owed = owedNanos(nowNanos);
      slow = connection;
      isTooSlow |= owed > 0;
      if (owed > 0 && isInterruptible && worker != null) {
        worker.interrupt();
      }
    }
    if (owed > 0 && slow != null) {
      slow.cutForSlowness(owed);
    }
  }
}
