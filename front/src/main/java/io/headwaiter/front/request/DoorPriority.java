package io.headwaiter.front.request;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;

/**
 * Lets the door's thread go first while connections wait in the listener's backlog. A system shares
 * its processors equally among the threads that can run. With 20 busy workers on one processor, the
 * door would get a twentieth of it, and clients would wait longer for a refusal than they are
 * patient. So, while the door is behind, no more turns of work begin than there are processors, and
 * one. The door then gets at least a third of a processor on a machine with one, and more on a
 * larger one, but only as much as it needs to catch up: a flood of connections does not stop the
 * turns.
 *
 * <p>A turn waits for at most {@value #WAIT_MILLIS_MAX} ms, whatever the others do. Turns that wait
 * for their clients do not count, because a client could let them wait for as long as it likes.
 * Turns that wait for something else than a processor, such as a database, do count; but then the
 * processor is free, and the door is not behind for long.
 *
 * <p>Thread-safe. While the door is not behind, a turn costs two atomic additions.
 */
public final class DoorPriority {
  static final int WAIT_MILLIS_MAX = 25;

  /** After this time a waiting turn looks again whether the door is behind. */
  private static final int LOOK_MILLIS = 5;

  private final BooleanSupplier isBehind;
  private final IntSupplier processors;
  private final IntSupplier heldByClients;
  private final AtomicInteger atWork = new AtomicInteger();
  private final LongAdder gaveWay = new LongAdder();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition ended = lock.newCondition();
  private final AtomicInteger waiting = new AtomicInteger();

  /**
   * Creates an instance without turns.
   *
   * @param isBehind whether connections wait to be accepted; called at each turn
   * @param processors how many this process may use
   * @param heldByClients how many turns wait for their clients
   */
  public DoorPriority(BooleanSupplier isBehind, IntSupplier processors, IntSupplier heldByClients) {
    this.isBehind = isBehind;
    this.processors = processors;
    this.heldByClients = heldByClients;
  }

  /**
   * Begins a turn, perhaps after a wait; {@link #end} must follow on every path.
   *
   * @return how long it waited, in ns
   */
  long begin() {
    long waitedNanos = 0;
    if (isBehind.getAsBoolean() && isFull()) {
      waitedNanos = await();
      gaveWay.increment();
    }
    atWork.incrementAndGet();
    return waitedNanos;
  }

  /** Ends a turn. */
  void end() {
    atWork.decrementAndGet();
    if (waiting.get() > 0) {
      lock.lock();
      try {
        ended.signal();
      } finally {
        lock.unlock();
      }
    }
  }

  private boolean isFull() {
    return atWork.get() - heldByClients.getAsInt() > processors.getAsInt();
  }

  private long await() {
    long since = System.nanoTime();
    long until = since + TimeUnit.MILLISECONDS.toNanos(WAIT_MILLIS_MAX);
    lock.lock();
    waiting.incrementAndGet();
    try {
      while (isBehind.getAsBoolean() && isFull() && System.nanoTime() < until) {
        ended.awaitNanos(TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS));
      }
    } catch (InterruptedException e) {
      // The turn's own waits shall see it.
      Thread.currentThread().interrupt();
    } finally {
      waiting.decrementAndGet();
      lock.unlock();
    }
    return System.nanoTime() - since;
  }

  /** Returns how many turns have waited for the door. */
  public long gaveWay() {
    return gaveWay.sum();
  }
}
