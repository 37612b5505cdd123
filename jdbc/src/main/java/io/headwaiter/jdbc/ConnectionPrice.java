package io.headwaiter.jdbc;

import io.headwaiter.core.pool.HoldingLaw;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/**
 * What a connection of one pool is worth now, and what taking one takes. How many wait on average
 * is the time that all have waited in an interval over its length, as Little's law has it; who
 * still waits is counted when done. Intervals are a quarter of a second or longer, smoothed over
 * about two seconds.
 */
final class ConnectionPrice {
  private static final long INTERVAL_NANOS = 250_000_000;
  private static final double MEMORY_NANOS = 2e9;

  private final LongSupplier clock;
  private final IntSupplier connections;
  private final LongAdder waitNanos = new LongAdder();
  private final LongAdder takes = new LongAdder();
  private final AtomicLong lastNanos;

  // Written by whoever moved lastNanos on.
  private long lastWaitNanos;
  private long lastTakes;
  private double meanWaiting;
  private volatile double value;
  private volatile double takeNanos;

  ConnectionPrice(LongSupplier clock, IntSupplier connections) {
    this.clock = clock;
    this.connections = connections;
    lastNanos = new AtomicLong(clock.getAsLong());
  }

  /** Somebody waited, and got a connection or not. */
  void waited(long nanos, boolean got) {
    waitNanos.add(nanos);
    if (got) {
      takes.increment();
    }
  }

  /** What a second of a connection costs others, in seconds of waiting. */
  double value() {
    update();
    return value;
  }

  /** Mean time to take a connection, in nanoseconds; that of the last interval that had any. */
  double takeNanos() {
    return takeNanos;
  }

  private void update() {
    long last = lastNanos.get();
    long now = clock.getAsLong();
    long interval = now - last;
    if (interval < INTERVAL_NANOS || !lastNanos.compareAndSet(last, now)) {
      return;
    }
    synchronized (this) {
      long waited = waitNanos.sum();
      long taken = takes.sum();
      double weight = 1 - Math.exp(-interval / MEMORY_NANOS);
      double waiting = (waited - lastWaitNanos) / (double) interval;
      meanWaiting += weight * (waiting - meanWaiting);
      if (taken > lastTakes) {
        double each = (waited - lastWaitNanos) / (double) (taken - lastTakes);
        takeNanos = takeNanos == 0 ? each : takeNanos + weight * (each - takeNanos);
      }
      lastWaitNanos = waited;
      lastTakes = taken;
      value = HoldingLaw.value(meanWaiting, connections.getAsInt());
    }
  }
}
