package io.headwaiter.front;

import io.headwaiter.core.visit.WorkerShares;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongConsumer;

/**
 * M where requests run on virtual threads: a fair semaphore whose number of permits can be changed
 * while requests hold them. A permit stands for a worker thread, for whoever measures the server
 * and for the law that sizes its pools.
 *
 * <p>First come, first served: a permit that is given back belongs to the head of the line, and
 * nobody who comes in that instant gets it. A wait ends in time, with a permit or without. With
 * fewer permits than requests inside, those who are inside finish, and nobody enters until there is
 * room again. A request whose visit has too many permits is held back beside the line by {@link
 * WorkerShares}, and comes to its end when its visit may have one more.
 *
 * <p>The line is as long as there are requests at a time, which the container bounds by its
 * connections. Thread-safe; whoever waits parks, and pins no carrier on any JDK, since no monitor
 * is held.
 */
public final class RequestPermits {
  private static final int NO_BOUND = Integer.MAX_VALUE;

  private final long timeoutNanos;
  private final boolean areShared;
  private final ReentrantLock lock = new ReentrantLock();

  // Under the lock.
  private final Queue<Place> line = new ArrayDeque<>();
  private final WorkerShares<Place> shares = new WorkerShares<>();
  private int permits;
  private int inside;
  private boolean closed;

  // What the above are, for those who only look.
  private volatile int capacity;
  private volatile int busy;
  private volatile int waiting;
  private volatile int heldBack;
  private volatile Place head;

  /** As many permits, of which no visit has too many; see the other constructor. */
  public RequestPermits(int permits, long timeoutNanos) {
    this(permits, timeoutNanos, /* areShared= */ true);
  }

  /**
   * As many permits.
   *
   * @param permits M; below 1 for no bound
   * @param timeoutNanos the longest wait for one, at least 0
   * @param areShared whether requests of a visit that has too many are held back
   */
  public RequestPermits(int permits, long timeoutNanos, boolean areShared) {
    if (timeoutNanos < 0) {
      throw new IllegalArgumentException("timeoutNanos must be at least 0, got " + timeoutNanos);
    }
    this.timeoutNanos = timeoutNanos;
    this.areShared = areShared;
    this.permits = permits < 1 ? NO_BOUND : permits;
    publish();
  }

  /** Takes a permit for a request whose visit is not known, see the other method. */
  public boolean enter() {
    return enter(/* visit= */ null, /* canWait= */ false, nanos -> {});
  }

  /**
   * Takes a permit, and waits in line for it if it must.
   *
   * @param visit the object that stands for the visit of the request; null if it is not known
   * @param canWait whether it may be held back because its visit has too many
   * @param waitedNanos told how long it has waited in line, in ns
   * @return whether there was one in time; if so, {@link #leave} must follow. False also once this
   *     is closed, or when the thread is interrupted, which it then still is
   */
  public boolean enter(Object visit, boolean canWait, LongConsumer waitedNanos) {
    lock.lock();
    try {
      if (closed) {
        return false;
      }
      if (canWait && areShared && !shares.mayBegin(visit, permits)) {
        Place place = new Place(lock.newCondition());
        shares.holdBack(visit, place);
        return await(place, visit, waitedNanos);
      }
      shares.begin(visit);
      if (line.isEmpty() && inside < permits) {
        inside++;
        return true;
      }
      Place place = new Place(lock.newCondition());
      putInLine(place);
      return await(place, visit, waitedNanos);
    } finally {
      publish();
      lock.unlock();
    }
  }

  private void putInLine(Place place) {
    place.isInLine = true;
    place.sinceNanos = System.nanoTime();
    line.add(place);
  }

  private boolean await(Place place, Object visit, LongConsumer waitedNanos) {
    publish();
    try {
      long left = timeoutNanos;
      while (!place.called && !closed && left > 0) {
        left = place.turn.awaitNanos(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (place.isInLine) {
      waitedNanos.accept(System.nanoTime() - place.sinceNanos);
    }
    // Whoever was called has left the line and is inside already.
    if (!place.called) {
      giveUp(place, visit);
    }
    return place.called;
  }

  private void giveUp(Place place, Object visit) {
    if (line.remove(place)) {
      shares.end(visit);
      callIn();
    } else {
      shares.remove(visit, place);
    }
  }

  /** Goes in without a permit for a request whose visit is not known. */
  public void squeezeIn() {
    squeezeIn(/* visit= */ null);
  }

  /**
   * Goes in without a permit, as one too many, where nobody can be sent away any more; {@link
   * #leave} must follow.
   *
   * @param visit null if it is not known
   */
  public void squeezeIn(Object visit) {
    lock.lock();
    try {
      inside++;
      shares.begin(visit);
    } finally {
      publish();
      lock.unlock();
    }
  }

  /** Gives back the permit of a request whose visit is not known. */
  public void leave() {
    leave(/* visit= */ null);
  }

  /**
   * Gives the permit to the head of the line, or back.
   *
   * @param visit with which it was taken
   */
  public void leave(Object visit) {
    lock.lock();
    try {
      inside--;
      shares.end(visit);
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
      shares.waiting().forEach(place -> place.turn.signal());
    } finally {
      lock.unlock();
    }
  }

  private void callIn() {
    WorkerShares.Turn<Place> again = closed ? null : shares.next(permits);
    while (again != null) {
      putInLine(again.turn());
      again = shares.next(permits);
    }
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
    heldBack = shares.heldBack();
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

  /** Requests that are held back beside the line, because their visits have too many permits. */
  public int heldBack() {
    return heldBack;
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
    // Under the lock.
    private boolean isInLine;
    private boolean called;
    // Written under the lock before it is in line.
    private volatile long sinceNanos;

    Place(Condition turn) {
      this.turn = turn;
    }
  }
}
