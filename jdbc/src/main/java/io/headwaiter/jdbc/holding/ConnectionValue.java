package io.headwaiter.jdbc.holding;

import io.headwaiter.core.holding.HoldingModel;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/**
 * Measures what a connection of one pool is worth now, and how long one lies idle although it is
 * wanted. It counts the callers that ask for a connection and the connections that are lent, and
 * integrates over time; N is the size of the pool:
 *
 * <pre>
 *   idle    = N - lent
 *   in line = max(0, asking - idle)      mean: Q; share of the time above 0: P
 *   wanted  = min(asking, idle)          time integral over takes: d
 * </pre>
 *
 * <p>An idle connection that is wanted is on its way: a caller takes it, the caller is being woken,
 * or the pool is still connecting. The means are over about two seconds, updated at most four times
 * a second. Thread-safe; the lock is held for some nanoseconds.
 */
public final class ConnectionValue {
  private static final long INTERVAL_NANOS = 250_000_000;
  private static final double MEMORY_NANOS = 2e9;

  private final LongSupplier clock;
  private final IntSupplier connections;

  // All under the lock. Sums of the current interval:
  private long intervalStartNanos;
  private long lastNanos;
  private int asking;
  private int lent;
  private double inLineNanos;
  private double lineNanos;
  private double wantedNanos;
  private int takes;

  // Means of earlier intervals, the last two per nanosecond:
  private double meanInLine;
  private double shareWithLine;
  private double meanWanted;
  private double takeRate;

  private volatile double value;
  private volatile double idleThoughWantedNanos;

  public ConnectionValue(LongSupplier clock, IntSupplier connections) {
    this.clock = clock;
    this.connections = connections;
    intervalStartNanos = clock.getAsLong();
    lastNanos = intervalStartNanos;
  }

  /** Notes that a caller asks the pool. */
  public synchronized void asks() {
    advance();
    asking++;
  }

  /** Notes that the pool has answered. */
  public synchronized void answered(boolean withConnection) {
    advance();
    asking--;
    if (withConnection) {
      lent++;
      takes++;
    }
  }

  /** Notes that a connection is about to go back. */
  public synchronized void returns() {
    advance();
    lent--;
  }

  /** Returns what a second of a connection costs others, in seconds of waiting. */
  public double value() {
    return value;
  }

  /** Returns how long a connection lies idle although it is wanted, per take, in nanoseconds. */
  public double idleThoughWantedNanos() {
    return idleThoughWantedNanos;
  }

  private void advance() {
    long now = clock.getAsLong();
    // Clocks of two processors may differ by a little.
    long since = Math.max(0, now - lastNanos);
    int idle = Math.max(0, connections.getAsInt() - lent);
    int inLine = Math.max(0, asking - idle);
    inLineNanos += (double) inLine * since;
    lineNanos += inLine > 0 ? since : 0;
    wantedNanos += (double) Math.min(asking, idle) * since;
    lastNanos = Math.max(lastNanos, now);
    if (lastNanos - intervalStartNanos >= INTERVAL_NANOS) {
      closeInterval(lastNanos - intervalStartNanos);
    }
  }

  private void closeInterval(long interval) {
    double weight = 1 - Math.exp(-interval / MEMORY_NANOS);
    meanInLine += weight * (inLineNanos / interval - meanInLine);
    shareWithLine += weight * (lineNanos / interval - shareWithLine);
    meanWanted += weight * (wantedNanos / interval - meanWanted);
    takeRate += weight * (takes / (double) interval - takeRate);
    value = HoldingModel.value(shareWithLine, meanInLine, Math.max(1, connections.getAsInt()));
    if (takeRate > 0) {
      idleThoughWantedNanos = meanWanted / takeRate;
    }
    intervalStartNanos = lastNanos;
    inLineNanos = 0;
    lineNanos = 0;
    wantedNanos = 0;
    takes = 0;
  }
}
