package io.headwaiter.telemetry;

import java.util.List;
import java.util.Objects;
import java.util.function.LongSupplier;

/**
 * Records every control interval: in the history, and as JFR event {@code io.headwaiter.Interval}
 * while a recording enables it. One thread at a time may use it, except for {@link #history}.
 *
 * @param <S> what the figures are read from
 */
public final class IntervalRecorder<S> {
  private final String connector;
  private final FigureTable<S> table;
  private final List<Column> columns;
  private final LongSupplier clockMillis;
  private final IntervalHistory history;
  private double[] before;

  /**
   * Creates a recorder with an empty history.
   *
   * @param connector a name, to tell events of several connectors apart
   * @param table has the figures; rows that are added to it later are not recorded
   * @param clockMillis since the epoch
   */
  public IntervalRecorder(String connector, FigureTable<S> table, LongSupplier clockMillis) {
    this.connector = Objects.requireNonNull(connector, "connector");
    this.table = table;
    this.clockMillis = Objects.requireNonNull(clockMillis, "clockMillis");
    this.columns = table.columns();
    this.history = new IntervalHistory(columns);
    this.before = new double[columns.size()];
  }

  /** Sets the totals from which the next interval counts; they are 0 until then. */
  public void countFrom(S reading) {
    before = table.columnValues(reading);
  }

  /**
   * Records an interval that has ended.
   *
   * @param nowNanos its end, later than that of all before it
   */
  public void record(long nowNanos, S reading) {
    double[] now = table.columnValues(reading);
    double[] row = table.interval(before, now);
    before = now;
    history.add(nowNanos, clockMillis.getAsLong(), row);
    IntervalEvent.commit(connector, columns, row);
  }

  /** Returns the recorded intervals; for any thread. */
  public IntervalHistory history() {
    return history;
  }
}
