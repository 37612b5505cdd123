package io.headwaiter.core.admission;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counters of a waiting room. Written by its owner, read by any thread; each number by itself is
 * exact. At rest, entered = released + left + expired + displaced + length.
 */
public final class WaitingRoomCounters {
  final AtomicInteger length = new AtomicInteger();
  final AtomicLong estimatedWaitNanos = new AtomicLong();
  final AtomicLong patienceNanos = new AtomicLong();
  final AtomicLong entered = new AtomicLong();
  final AtomicLong released = new AtomicLong();
  final AtomicLong left = new AtomicLong();
  final AtomicLong expired = new AtomicLong();
  final AtomicLong displaced = new AtomicLong();
  final AtomicLong refused = new AtomicLong();

  WaitingRoomCounters() {}

  /** Clients that wait now. */
  public int length() {
    return length.get();
  }

  /**
   * Time, in nanoseconds, until all clients that wait now have left the waiting room; 0 if none
   * waits.
   */
  public long estimatedWaitNanos() {
    return estimatedWaitNanos.get();
  }

  /**
   * Longest wait, in nanoseconds, as of the last arrival or departure: the limit, or less if
   * waiting clients are seen to leave sooner.
   */
  public long patienceNanos() {
    return patienceNanos.get();
  }

  /** Clients that got a place. */
  public long enteredTotal() {
    return entered.get();
  }

  /** Clients that were admitted from the waiting room. */
  public long releasedTotal() {
    return released.get();
  }

  /** Clients that left while they waited. */
  public long leftTotal() {
    return left.get();
  }

  /** Clients that were refused because their patience was over. */
  public long expiredTotal() {
    return expired.get();
  }

  /**
   * Clients that lost their place: to a client of a network with fewer waiting, or because the
   * server stops.
   */
  public long displacedTotal() {
    return displaced.get();
  }

  /** Clients that got no place. */
  public long refusedTotal() {
    return refused.get();
  }
}
