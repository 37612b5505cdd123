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
public class ClientPace {
  /** What a read or write shows of the client. */
  public enum Pace {
    /** The worker has not waited for it, or not for long. */
    PROMPT,
    /**
     * The worker has waited for {@value ClientPace#SLOW_MILLIS} ms since this was last returned.
     */
    SLOW,
    /** It was so slow that the worker was taken away from it. */
    GIVEN_UP
  }

  /** Tells what a worker does whose reads and writes nobody reports. */
  public interface Probe {
    /** Returns whether this thread is in the container's code that waits for the client. */
    boolean waitsForClient(Thread worker);

    /** Returns the bytes that the client has sent and received so far, or an estimate. */
    long bytes();
  }

  /** A turn whose waits add up to less than this does not count as slow. */
  public static final int SLOW_MILLIS = 50;

  private static final long SLOW_NANOS = SLOW_MILLIS * 1_000_000L;

  // Null if reads and writes are reported.
  private final @Nullable Probe probe;
  private @Nullable Thread worker;
  // Null if it is not watched.
  private @Nullable OpenConnection connection;
  private boolean waits;
  private boolean isGivenUp;
  private long sinceNanos;
  // As of the last read or write:
  private long owedNanos;
  private long waitedNanos;
  private long unreportedNanos;
  private long sampledBytes;

  /** Creates an instance for a worker whose reads and writes are reported by {@link #moved}. */
  public ClientPace() {
    this(null);
  }

  /**
   * Creates an instance for a worker whose reads and writes are seen by samples, which are taken
   * while turns wait for a worker.
   *
   * @param probe null if they are reported
   */
  public ClientPace(@Nullable Probe probe) {
    this.probe = probe;
  }

  /**
   * Begins a turn on the calling thread.
   *
   * @param served its connection; null if it is not watched
   */
  public synchronized void begin(@Nullable OpenConnection served) {
    setWaiting(false);
    worker = Thread.currentThread();
    connection = served;
    isGivenUp = false;
    owedNanos = 0;
    waitedNanos = 0;
    unreportedNanos = 0;
    setSampled(true);
  }

  /** Ends the turn, if the calling thread began it. */
  @SuppressWarnings("ResultOfMethodCallIgnored")
  public synchronized void end() {
    if (worker == Thread.currentThread()) {
      setWaiting(false);
      setSampled(false);
      worker = null;
      if (isGivenUp) {
        Thread.interrupted(); // the next turn of this thread must not see it
      }
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
    owedNanos = SlowClientChoice.owedNanos(owedNanos, waitNanos, Math.max(0, count));
    waitedNanos += waitNanos;
    unreportedNanos += waitNanos;
    sinceNanos = nowNanos;
    setWaiting(count == 0);
    if (isGivenUp) {
      return Pace.GIVEN_UP;
    }
    if (unreportedNanos < SLOW_NANOS) {
      return Pace.PROMPT;
    }
    unreportedNanos = 0;
    return Pace.SLOW;
  }

  /** Takes a sample on another thread. */
  synchronized void sample(long nowNanos) {
    if (probe == null || worker == null || isGivenUp) {
      return;
    }
    boolean still = isBlocked(worker) && probe.waitsForClient(worker);
    long bytes = probe.bytes();
    if (waits) {
      long waitNanos = nowNanos - sinceNanos;
      owedNanos = SlowClientChoice.owedNanos(owedNanos, waitNanos, bytes - sampledBytes);
      waitedNanos += waitNanos;
    }
    sampledBytes = bytes;
    sinceNanos = nowNanos;
    setWaiting(still);
  }

  /** Notes that no samples are taken for now, so that nothing is known of it. */
  synchronized void unsample() {
    if (probe != null) {
      setWaiting(false);
    }
  }

  private void setSampled(boolean isServed) {
    if (connection != null && probe != null) {
      connection.workerIsSampled(this, isServed);
    }
  }

  private void setWaiting(boolean now) {
    if (connection != null && waits != now) {
      waits = now;
      connection.workerWaits(this, now);
    }
  }

  /**
   * Returns whether this thread is blocked. A read that does not block may find nothing, and the
   * application goes on.
   */
  boolean isBlocked(Thread thread) {
    Thread.State state = thread.getState();
    return state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
  }

  private boolean canBeTaken() {
    return isWaiting() && !isGivenUp;
  }

  private boolean isWaiting() {
    return waits && worker != null && isBlocked(worker);
  }

  /**
   * Looks once more whether a worker that is seen by samples waits for the client, and not else.
   */
  private boolean stillWaits() {
    return isWaiting() && (probe == null || worker == null || probe.waitsForClient(worker));
  }

  /**
   * Returns the time that the worker has waited and for which the client has not paid with bytes:
   * {@link SlowClientChoice}. It is 0 if no worker waits now, or if it was taken away already.
   */
  synchronized long owedNanos(long nowNanos) {
    return canBeTaken()
        ? SlowClientChoice.owedNanos(owedNanos, nowNanos - sinceNanos, /* bytes= */ 0)
        : 0;
  }

  /** Returns the time that the worker has waited in this turn; 0 if it does not wait now. */
  synchronized long waitedNanos(long nowNanos) {
    return canBeTaken() ? waitedNanos + nowNanos - sinceNanos : 0;
  }

  /** Returns what represents the visit, by identity; null if it is not watched. */
  synchronized @Nullable Object visit() {
    return connection == null ? null : connection.holder();
  }

  /**
   * Takes the worker away, if it still waits, and charges the visit.
   *
   * @return whether it did
   */
  boolean giveUp(long nowNanos) {
    OpenConnection slow;
    long owed;
    synchronized (this) {
      slow = connection;
      if (slow == null || isGivenUp || !stillWaits()) {
        return false;
      }
      owed = owedNanos(nowNanos);
      isGivenUp = true;
    }
    slow.cutForSlowness(owed);
    return true;
  }

  /**
   * Interrupts the worker if it still waits after it was taken away: on HTTP/2 another worker would
   * have to notice the end of the connection.
   */
  synchronized void insist() {
    if (isGivenUp && worker != null && stillWaits()) {
      worker.interrupt();
    }
  }
}
