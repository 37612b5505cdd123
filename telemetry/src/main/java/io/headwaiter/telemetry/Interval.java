package io.headwaiter.telemetry;

import io.headwaiter.core.capacity.ControlReport;
import io.headwaiter.core.capacity.MeterSnapshot;
import java.util.Objects;

/**
 * One control interval: what was measured, what the controller made of it, and what was decided
 * meanwhile. Immutable.
 *
 * @param epochMillis wall-clock time at its end
 * @param meters what was measured
 * @param report estimate, limit and bottleneck
 * @param decisions counts of this interval only
 * @param patienceNanos longest wait in the waiting room
 */
record Interval(
    long epochMillis,
    MeterSnapshot meters,
    ControlReport report,
    DecisionCounts decisions,
    long patienceNanos) {
  Interval {
    Objects.requireNonNull(meters, "meters");
    Objects.requireNonNull(report, "report");
    Objects.requireNonNull(decisions, "decisions");
  }
}
