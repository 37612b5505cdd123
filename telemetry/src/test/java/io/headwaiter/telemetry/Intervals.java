package io.headwaiter.telemetry;

import io.headwaiter.telemetry.Column.Merge;
import java.util.List;

/** Intervals of 50 ms for tests. */
final class Intervals {
  static final long MILLI = 1_000_000L;
  static final long TICK = 50 * MILLI;

  private Intervals() {}

  /** Returns an empty history with these columns, whose values are sums. */
  static IntervalHistory history(String... columns) {
    return new IntervalHistory(
        List.of(columns).stream().map(c -> new Column(c, Merge.SUM)).toList());
  }

  /** Adds the interval that ends at this time. */
  static void add(IntervalHistory history, long nowNanos, double... row) {
    history.add(nowNanos, nowNanos / MILLI, row);
  }
}
