package io.headwaiter.telemetry;

import io.headwaiter.core.capacity.ControlReport;
import io.headwaiter.core.capacity.MeterSnapshot;
import java.util.Objects;

/**
 * One control interval: the measurements, the controller's report and the decisions made meanwhile.
 * Immutable.
 *
 * @param epochMillis wall-clock time at its end
 * @param meters the measurements
 * @param report estimate, limit and bottleneck
 * @param decisions counts of this interval only
 * @param patienceNanos longest wait in the waiting room
 */
record ControlInterval(
    long epochMillis,
    MeterSnapshot meters,
    ControlReport report,
    DecisionCounts decisions,
    long patienceNanos) {
  ControlInterval {
    Objects.requireNonNull(meters, "meters");
    Objects.requireNonNull(report, "report");
    Objects.requireNonNull(decisions, "decisions");
  }
}
