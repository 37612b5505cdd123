package io.headwaiter.telemetry;

import io.headwaiter.core.admission.GateCounters;
import io.headwaiter.core.capacity.ControlReport;
import io.headwaiter.core.capacity.MeterSnapshot;
import java.util.Objects;
import java.util.function.LongSupplier;

/**
 * Records every control interval: in the history, and as JFR event {@code io.headwaiter.Interval}
 * while a recording enables it. Only the control loop's thread may use it, except for {@link
 * #history}.
 */
public final class IntervalRecorder {
  private final String connector;
  private final GateCounters gate;
  private final LongSupplier clockMillis;
  private final IntervalHistory history = new IntervalHistory();
  private DecisionCounts before;

  /**
   * Creates a recorder with an empty history.
   *
   * @param connector a name, to tell events of several connectors apart
   * @param gate counters of the gate's decisions, which count from now on
   * @param clockMillis since the epoch
   */
  public IntervalRecorder(String connector, GateCounters gate, LongSupplier clockMillis) {
    this.connector = Objects.requireNonNull(connector, "connector");
    this.gate = Objects.requireNonNull(gate, "gate");
    this.clockMillis = Objects.requireNonNull(clockMillis, "clockMillis");
    this.before = DecisionCounts.totals(gate);
  }

  /**
   * Records an interval that has ended.
   *
   * @param patienceNanos longest wait in the waiting room
   */
  public void record(MeterSnapshot meters, ControlReport report, long patienceNanos) {
    DecisionCounts totals = DecisionCounts.totals(gate);
    ControlInterval interval =
        new ControlInterval(
            clockMillis.getAsLong(), meters, report, totals.since(before), patienceNanos);
    before = totals;
    history.add(interval);
    IntervalEvent.commit(connector, interval);
  }

  /** Returns the recorded intervals; for any thread. */
  public IntervalHistory history() {
    return history;
  }
}
