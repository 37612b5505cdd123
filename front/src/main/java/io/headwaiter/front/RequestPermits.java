package io.headwaiter.front;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * M where requests run on virtual threads: a fair semaphore whose number of permits can be changed
 * while requests hold them. A permit stands for a worker thread, for whoever measures the server
 * and for the law that sizes its pools.
 *
 * <p>First come, first served: a permit that is given back belongs to the head of the line, and
 * nobody who comes in that instant gets it. A wait ends in time, with a permit or without. With
 * fewer permits than requests inside, those who are inside finish, and nobody enters until there is
 * room again.
 *
 * <p>The line is as long as there are requests at a time, which the container bounds by its
 * connections. Thread-safe; whoever waits parks, and pins no carrier on any JDK, since no monitor
 * is held.
 */
public final class RequestPermits {
  private static final int NO_BOUND = Integer.MAX_VALUE;

  private final long timeoutNanos;
  private final ReentrantLock lock = new ReentrantLock();

  // Under the lock.
  private final Queue<Place> line = new ArrayDeque<>();
  private int permits;
  private int inside;
  private boolean closed;

  // What the above are, for those who only look.
  private volatile int capacity;
  private volatile int busy;
  private volatile int waiting;
  private volatile Place head;

  /**
   * As many permits.
   *
   * @param permits M; below 1 for no bound
   * @param timeoutNanos the longest wait for one, at least 0
   */
  public RequestPermits(int permits, long timeoutNanos) {
    if (timeoutNanos < 0) {
      throw new IllegalArgumentException("timeoutNanos must be at least 0, got " + timeoutNanos);
    }
    this.timeoutNanos = timeoutNanos;
    this.permits = permits < 1 ? NO_BOUND : permits;
    publish();
  }

  /**
   * Takes a permit, and waits in line for it if it must.
   *
   * @return whether there was one in time; if so, {@link #leave} must follow. False also once this
   *     is closed, or when the thread is interrupted, which it then still is
   */
  public boolean enter() {
    lock.lock();
    try {
      if (closed) {
        return false;
      }
      if (line.isEmpty() && inside < permits) {
        inside++;
        return true;
      }
      return waitInLine();
    } finally {
      publish();
      lock.unlock();
    }
  }

  private boolean waitInLine() {
    Place place = new Place(lock.newCondition(), System.nanoTime());
    line.add(place);
    publish();
    try {
      long left = timeoutNanos;
      while (!place.called && !closed && left > 0) {
        left = place.turn.awaitNanos(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    // Whoever was called has left the line and is inside already.
    if (!place.called) {
      line.remove(place);
    }
    return place.called;
  }

  /**
   * Goes in without a permit, as one too many, where nobody can be sent away any more; {@link
   * #leave} must follow.
   */
  public void squeezeIn() {
    lock.lock();
    try {
      inside++;
    } finally {
      publish();
      lock.unlock();
    }
  }

  /** Gives the permit to the head of the line, or back. */
  public void leave() {
    lock.lock();
    try {
      inside--;
      callIn();
    } finally {
      publish();
      lock.unlock();
    }
  }

  /**
   * Sets how many permits there are, at once for those who wait; those who are inside finish.
   *
   * @param units below 1 for no bound
   */
  public void resize(int units) {
    lock.lock();
    try {
      permits = units < 1 ? NO_BOUND : units;
      callIn();
    } finally {
      publish();
      lock.unlock();
    }
  }

  /** The server stops: nobody waits any longer, and nobody gets a permit any more. */
  public void close() {
    lock.lock();
    try {
      closed = true;
      line.forEach(place -> place.turn.signal());
    } finally {
      lock.unlock();
    }
  }

  private void callIn() {
    while (!closed && inside < permits && !line.isEmpty()) {
      Place next = line.remove();
      next.called = true;
      next.turn.signal();
      inside++;
    }
  }

  private void publish() {
    capacity = permits == NO_BOUND ? 0 : permits;
    busy = inside;
    waiting = line.size();
    head = line.peek();
  }

  /** M; 0 if there is no bound. */
  public int capacity() {
    return capacity;
  }

  /** Requests inside; more than M after it was made smaller, until they have finished. */
  public int busy() {
    return busy;
  }

  /** Requests in line. */
  public int waiting() {
    return waiting;
  }

  /**
   * How long the head of the line has waited, in ns; 0 if nobody waits.
   *
   * @param nowNanos of {@link System#nanoTime}
   */
  public long headDelayNanos(long nowNanos) {
    Place first = head;
    return first == null ? 0 : Math.max(0, nowNanos - first.sinceNanos);
  }

  @Override
  public String toString() {
    String most = capacity == 0 ? "any number of" : Integer.toString(capacity);
    return most
        + " permits, "
        + busy
        + " taken, "
        + waiting
        + " waiting for up to "
        + TimeUnit.NANOSECONDS.toMillis(timeoutNanos)
        + " ms";
  }

  private static final class Place {
    private final Condition turn;
    private final long sinceNanos;
    // Under the lock.
    private boolean called;

    Place(Condition turn, long sinceNanos) {
      this.turn = turn;
      this.sinceNanos = sinceNanos;
    }
  }
}
