package io.headwaiter.tomcat;

import io.headwaiter.front.TurnMeter;

/**
 * Work for a worker that does not measure itself: streams of HTTP/2, asynchronous dispatches. First
 * come, first served.
 */
record OtherWork(Runnable work, long queuedNanos, TurnMeter meter) implements Runnable, QueuedWork {
  /** The work as it is if it measures itself, else from now on. */
  static Runnable unlessQueued(Runnable work, TurnMeter meter) {
    return work instanceof QueuedWork ? work : new OtherWork(work, System.nanoTime(), meter);
  }

  @Override
  public long waitingSinceNanos() {
    return queuedNanos;
  }

  @Override
  public void run() {
    meter.run(System.nanoTime() - queuedNanos, work);
  }
}
