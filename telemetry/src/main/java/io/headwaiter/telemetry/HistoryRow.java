package io.headwaiter.telemetry;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** Merges several intervals into one row. Not thread-safe. */
final class HistoryRow {
  private final List<Column> columns;
  private final double[] values;
  private final int[] known;
  private long epochMillis;
  private int intervals;

  HistoryRow(List<Column> columns) {
    this.columns = columns;
    this.values = new double[columns.size()];
    this.known = new int[columns.size()];
    clear();
  }

  void clear() {
    intervals = 0;
    Arrays.fill(values, Double.NaN);
    Arrays.fill(known, 0);
  }

  boolean isEmpty() {
    return intervals == 0;
  }

  void add(HistoryChunk chunk, int row) {
    intervals++;
    epochMillis = chunk.epochMillis(row);
    for (int i = 0; i < values.length; i++) {
      add(i, chunk.value(row, i));
    }
  }

  private void add(int column, double value) {
    boolean last = columns.get(column).merge() == Column.Merge.LAST;
    if (Double.isNaN(value) && !last) {
      return;
    }
    known[column]++;
    double before = values[column];
    values[column] =
        Double.isNaN(before)
            ? value
            : switch (columns.get(column).merge()) {
              case SUM -> before + value;
              case MEAN -> before + (value - before) / known[column];
              case MAX -> Math.max(before, value);
              case LAST -> value;
            };
  }

  void writeTo(Appendable out) throws IOException {
    out.append('[').append(Long.toString(epochMillis));
    for (double value : values) {
      out.append(',').append(HistoryPage.number(value));
    }
    out.append(']');
  }
}
