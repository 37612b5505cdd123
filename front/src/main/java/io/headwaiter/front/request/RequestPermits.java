package io.headwaiter.front.request;

import io.headwaiter.core.visit.WorkerShares;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The limit M on requests that run on virtual threads at a time: a fair semaphore with a number of
 * permits that can change while requests hold them. To meters and to the law that sizes the pools,
 * a permit stands for a worker thread.
 *
 * <p>First come, first served: a permit that is given back goes to the head of the line, and no
 * request that arrives in that instant gets it. A wait ends in time, with a permit or without. With
 * fewer permits than requests inside, those inside finish, and none enters until a permit is free.
 * {@link WorkerShares} holds a request back beside the line if its visit has too many permits. It
 * joins the end of the line when its visit may have one more.
 *
 * <p>The line is at most as long as there are requests at a time, which the container bounds by its
 * connections. Thread-safe. A waiting thread parks without holding a monitor, so it pins no carrier
 * on any JDK.
 */
public final class RequestPermits {
  private static final int NO_BOUND = Integer.MAX_VALUE;

  private final long timeoutNanos;
  private final boolean areShared;
  private final ReentrantLock lock = new ReentrantLock();

  // Guarded by lock.
  private final Queue<Place> line = new ArrayDeque<>();
  private final WorkerShares<Place> shares = new WorkerShares<>();
  private int permits;
  private int inside;
  private boolean closed;

  // Copies of the above, for readers without the lock.
  private volatile int capacity;
  private volatile int busy;
  private volatile int waiting;
  private volatile int heldBack;
  private volatile Place head;

  /** Creates permits of which no visit may have too many; see the other constructor. */
  public RequestPermits(int permits, long timeoutNanos) {
    this(permits, timeoutNanos, /* areShared= */ true);
  }

  /**
   * Creates permits.
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

  /** Takes a permit for a request of an unknown visit; see the other method. */
  public boolean enter() {
    return enter(/* visit= */ null, /* canWait= */ false, nanos -> {});
  }

  /**
   * Takes a permit, and waits in line for it if it must.
   *
   * @param visit the object that stands for the visit of the request; null if it is not known
   * @param canWait whether it may be held back because its visit has too many
   * @param waitedNanos told how long it has waited in line, in ns
   * @return whether there was one in time; if so, {@link #leave} must follow. False also if too
   *     many requests of the visit are held back already, once this is closed, or when the thread
   *     is interrupted, which it then still is
   */
  public boolean enter(@Nullable Object visit, boolean canWait, LongConsumer waitedNanos) {
    lock.lock();
    try {
      if (closed) {
        return false;
      }
      if (canWait && areShared && !shares.mayBegin(visit, permits)) {
        Place place = new Place(lock.newCondition());
        return shares.holdBack(visit, place) && await(place, visit, waitedNanos);
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

  private boolean await(Place place, @Nullable Object visit, LongConsumer waitedNanos) {
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
    // A called place has left the line and is inside already.
    if (!place.called) {
      giveUp(place, visit);
    }
    return place.called;
  }

  private void giveUp(Place place, @Nullable Object visit) {
    if (line.remove(place)) {
      shares.end(visit);
      callIn();
    } else {
      shares.remove(visit, place);
    }
  }

  /** Enters without a permit, for a request of an unknown visit. */
  public void squeezeIn() {
    squeezeIn(/* visit= */ null);
  }

  /**
   * Enters without a permit, beyond the limit, for a request that cannot be refused any more;
   * {@link #leave} must follow.
   *
   * @param visit null if it is not known
   */
  public void squeezeIn(@Nullable Object visit) {
    lock.lock();
    try {
      inside++;
      shares.begin(visit);
    } finally {
      publish();
      lock.unlock();
    }
  }

  /** Gives back the permit of a request of an unknown visit. */
  public void leave() {
    leave(/* visit= */ null);
  }

  /**
   * Gives the permit to the head of the line, or back.
   *
   * @param visit with which it was taken
   */
  public void leave(@Nullable Object visit) {
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
   * Sets the number of permits. It applies at once to waiting requests; requests inside finish.
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

  /** Ends all waits, and grants no more permits: the server stops. */
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

  /** Returns M; 0 if there is no bound. */
  public int capacity() {
    return capacity;
  }

  /**
   * Returns the requests inside. More than M after M was reduced or a request entered without a
   * permit.
   */
  public int busy() {
    return busy;
  }

  /** Returns the requests in line. */
  public int waiting() {
    return waiting;
  }

  /** Returns the requests held back beside the line, because their visits have too many permits. */
  public int heldBack() {
    return heldBack;
  }

  /**
   * Returns how long the head of the line has waited, in ns; 0 if none waits.
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
    // Guarded by lock.
    private boolean isInLine;
    private boolean called;
    // Written under the lock before it is in line.
    private volatile long sinceNanos;

    Place(Condition turn) {
      this.turn = turn;
    }
  }
}
