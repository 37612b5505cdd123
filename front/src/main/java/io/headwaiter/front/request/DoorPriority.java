package io.headwaiter.front.request;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;

/**
 * Lets the door's thread go first while it lacks a processor. A system shares its processors
 * equally among the threads that can run. With 20 busy workers on one processor, the door would get
 * a twentieth of it, and clients would wait longer for a refusal than they are patient. So, while
 * the door is starved, no more turns of work begin than there are processors, and one. Once the
 * door has a third of a processor, or no connection waits, it is not starved: a flood of
 * connections takes no more than that from the turns.
 *
 * <p>Turns that wait are first come, first served. A turn waits for at most {@value
 * #WAIT_MILLIS_MAX} ms, whatever the others do.
 *
 * <p>Thread-safe. While the door is not starved, a turn costs two atomic additions.
 */
public final class DoorPriority {
  static final int WAIT_MILLIS_MAX = 100;

  /** After this time a waiting turn looks again whether the door is starved. */
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final BooleanSupplier isStarved;
  private final IntSupplier processors;
  private final long waitNanosMax;
  private final AtomicInteger atWork = new AtomicInteger();
  private final LongAdder gaveWay = new LongAdder();
  private final ReentrantLock lock = new ReentrantLock();
  // Guarded by lock.
  private final Queue<Place> line = new ArrayDeque<>();
  // The length of the line, for readers without the lock.
  private volatile int waiting;

  /**
   * Creates an instance without turns.
   *
   * @param isStarved whether the door lacks a processor; called at each turn
   * @param processors how many this process may use
   */
  public DoorPriority(BooleanSupplier isStarved, IntSupplier processors) {
    this(isStarved, processors, TimeUnit.MILLISECONDS.toNanos(WAIT_MILLIS_MAX));
  }

  DoorPriority(BooleanSupplier isStarved, IntSupplier processors, long waitNanosMax) {
    this.isStarved = isStarved;
    this.processors = processors;
    this.waitNanosMax = waitNanosMax;
  }

  /**
   * Begins a turn, perhaps after a wait; {@link #end} must follow unless this throws.
   *
   * @param canWait false if another turn may be waiting for this one: it then begins at once, and
   *     is only counted
   * @return how long it waited, in ns
   */
  long begin(boolean canWait) {
    if (!canWait || !isStarved.getAsBoolean() || (waiting == 0 && !isFull())) {
      atWork.incrementAndGet();
      return 0;
    }
    gaveWay.increment();
    return await();
  }

  /** Ends a turn. */
  void end() {
    atWork.decrementAndGet();
    if (waiting > 0) {
      lock.lock();
      try {
        callIn();
      } finally {
        lock.unlock();
      }
    }
  }

  private boolean isFull() {
    return atWork.get() > processors.getAsInt();
  }

  private boolean mayCallIn() {
    return !isStarved.getAsBoolean() || !isFull();
  }

  private void callIn() {
    Place first = line.peek();
    while (!line.isEmpty() && mayCallIn()) {
      Place next = line.remove();
      next.isCalled = true;
      next.called.signal();
      atWork.incrementAndGet();
    }
    waiting = line.size();
    if (line.peek() != first) {
      wakeFirst();
    }
  }

  private void wakeFirst() {
    Place first = line.peek();
    if (first != null) {
      first.called.signal();
    }
  }

  private long await() {
    long since = System.nanoTime();
    Place place = new Place(lock.newCondition());
    lock.lock();
    try {
      line.add(place);
      awaitCall(place, since + waitNanosMax);
      if (!place.isCalled) {
        leave(place);
      }
    } catch (InterruptedException e) {
      if (!place.isCalled) { // it may have been called while it was interrupted
        leave(place);
      }
      // The turn's own waits shall see it.
      Thread.currentThread().interrupt();
    } finally {
      lock.unlock();
    }
    return System.nanoTime() - since;
  }

  /** Only the first in the line looks again after a while, for all of them. */
  private void awaitCall(Place place, long untilNanos) throws InterruptedException {
    callIn();
    long leftNanos = untilNanos - System.nanoTime();
    while (!place.isCalled && leftNanos > 0) {
      boolean isFirst = line.peek() == place;
      place.called.awaitNanos(isFirst ? Math.min(LOOK_NANOS, leftNanos) : leftNanos);
      callIn();
      leftNanos = untilNanos - System.nanoTime();
    }
  }

  /** Begins a turn that was not called. */
  private void leave(Place place) {
    boolean wasFirst = line.peek() == place;
    line.remove(place);
    atWork.incrementAndGet();
    callIn();
    if (wasFirst) {
      wakeFirst();
    }
  }

  /** Returns how many turns have waited for the door. */
  public long gaveWay() {
    return gaveWay.sum();
  }

  private static final class Place {
    private final Condition called;
    // Guarded by lock.
    private boolean isCalled;

    Place(Condition called) {
      this.called = called;
    }
  }
}
