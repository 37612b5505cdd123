package io.headwaiter.telemetry;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Every control interval of the last hour.
 *
 * <p>The rows are in chunks of {@value #CHUNK_ROWS}, a minute of 50 ms intervals. When there are
 * {@value #CHUNKS} chunks, a new one replaces the oldest, so that the last 72,000 rows are always
 * available. {@link #bytesMax} has the memory, if every figure changes in every minute. A figure
 * that does not change within a minute takes one number: 6 figures change on an idle server (3 MB),
 * and 23 did in a trial under load (8 MB). A chunk is created when it is needed.
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
  private @Nullable HistoryChunk current;
  private volatile long begun;

  /** Creates an empty history. */
  public IntervalHistory(List<Column> columns) {
    this.columns = List.copyOf(columns);
  }

  /**
   * Adds an interval that ended later than all before it.
   *
   * @param nowNanos its end, by the clock of the control loop
   * @param epochMillis its end, by the wall clock
   * @param row the value of each column, NaN where it is unknown
   */
  void add(long nowNanos, long epochMillis, double[] row) {
    if (current == null || current.isFull()) {
      long number = begun;
      current = new HistoryChunk(number, CHUNK_ROWS, columns.size());
      ring.set((int) (number % CHUNKS), current);
      begun = number + 1;
    }
    current.add(nowNanos, epochMillis, row);
  }

  /** Returns the most memory of a history with this number of columns, in bytes. */
  public static long bytesMax(int columns) {
    return (long) CHUNKS * CHUNK_ROWS * (columns * (long) Float.BYTES + 2L * Long.BYTES);
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
