package io.headwaiter.telemetry;

import io.headwaiter.core.admission.AdmissionGate;
import io.headwaiter.core.admission.AdmissionPolicy;
import io.headwaiter.core.capacity.ControlReport;
import io.headwaiter.core.capacity.LearnedCosts;
import io.headwaiter.core.capacity.MeterSnapshot;
import java.util.function.ToDoubleFunction;

/** Intervals of 50 ms for tests. */
final class Intervals {
  static final long MILLI = 1_000_000L;
  static final long TICK = 50 * MILLI;

  private Intervals() {}

  /** Returns the interval that ends at this time, with this number of requests served in it. */
  static ControlInterval at(long nowNanos, int requests) {
    return new ControlInterval(
        nowNanos / MILLI,
        MeterSnapshot.builder(nowNanos, TICK).requests(requests).build(),
        visitCost(ControlReport.empty(nowNanos / TICK, TICK), requests * 1e6),
        DecisionCounts.totals(new AdmissionGate(AdmissionPolicy.OPEN).counters()),
        2_000 * MILLI);
  }

  private static ControlReport visitCost(ControlReport other, double nanos) {
    return new ControlReport(
        other.sequence(),
        other.intervalNanos(),
        other.supply(),
        other.resumedConnections(),
        new LearnedCosts(0, 0, 0, nanos, 0, 0, 0),
        other.visits(),
        other.limit(),
        other.capacity(),
        other.excess());
  }

  /** Returns a column with the number of requests. */
  static Column requests(String name, Column.Merge merge) {
    return column(name, merge, i -> i.meters().requests());
  }

  static Column column(String name, Column.Merge merge, ToDoubleFunction<ControlInterval> value) {
    return new Column(name, merge, value);
  }
}
