package io.headwaiter.telemetry;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Every control interval of the last hour.
 *
 * <p>The rows are in chunks of {@value #CHUNK_ROWS}, a minute of 50 ms intervals. When there are
 * {@value #CHUNKS} chunks, a new one replaces the oldest, so that the last 72,000 rows are always
 * available. Memory at most: {@value #CHUNKS} chunks * {@value #CHUNK_ROWS} rows * (86 figures * 4
 * bytes + 2 times * 8 bytes) = 26.4 MB, if every figure changes in every minute. A figure that does
 * not change within a minute takes one number: 6 figures change on an idle server (3 MB), and 23
 * did in a trial under load (8 MB). A chunk is created when it is needed.
 *
 * <p>One thread adds. Any thread may read, and the adding one never waits for it.
 */
public final class IntervalHistory {
  static final int CHUNK_ROWS = 1200;
  static final int CHUNKS = 61;

  /** The span of the history. */
  static final long SPAN_NANOS = TimeUnit.HOURS.toNanos(1);

  private final List<Column> columns;
  private final AtomicReferenceArray<HistoryChunk> ring = new AtomicReferenceArray<>(CHUNKS);
  private final double[] row;
  private HistoryChunk current;
  private volatile long begun;

  /** An empty history. */
  public IntervalHistory() {
    this(Columns.ALL);
  }

  IntervalHistory(List<Column> columns) {
    this.columns = List.copyOf(columns);
    this.row = new double[columns.size()];
  }

  /** Adds an interval that ended later than all before it. */
  void add(ControlInterval interval) {
    for (int i = 0; i < row.length; i++) {
      row[i] = columns.get(i).of(interval);
    }
    if (current == null || current.isFull()) {
      long number = begun;
      current = new HistoryChunk(number, CHUNK_ROWS, row.length);
      ring.set((int) (number % CHUNKS), current);
      begun = number + 1;
    }
    current.add(interval.meters().nowNanos(), interval.epochMillis(), row);
  }

  /** Returns the columns of a row. */
  List<Column> columns() {
    return columns;
  }

  /** Returns the chunks, the oldest first; more rows may be added to the last one. */
  List<HistoryChunk> chunks() {
    long end = begun;
    List<HistoryChunk> chunks = new ArrayList<>();
    for (long number = Math.max(0, end - CHUNKS); number < end; number++) {
      HistoryChunk chunk = ring.get((int) (number % CHUNKS));
      // Otherwise a newer chunk has replaced it meanwhile.
      if (chunk.number() == number) {
        chunks.add(chunk);
      }
    }
    return chunks;
  }
}
