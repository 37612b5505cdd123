package io.headwaiter.telemetry;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Every control interval of the last hour.
 *
 * <p>The rows are in chunks of {@value #CHUNK_ROWS}, a minute of 50 ms intervals, of which the
 * oldest is dropped when a new one begins beyond {@value #CHUNKS}: 72,000 rows are always there,
 * once they have come. Memory at most: {@value #CHUNKS} chunks * {@value #CHUNK_ROWS} rows * (85
 * figures * 4 bytes + 2 times * 8 bytes) = 26.1 MB, where every figure changes in every minute. Of
 * one that does not change within a minute one number is kept: 6 figures change on an idle server,
 * which makes 3 MB, and 23 did in a trial under load, 8 MB. A chunk is made when its time comes.
 *
 * <p>One thread adds. Any thread reads, and the adding one never waits for it.
 */
public final class IntervalHistory {
  static final int CHUNK_ROWS = 1200;
  static final int CHUNKS = 61;

  /** How far back it goes. */
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
  void add(Interval interval) {
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

  /** What a row consists of. */
  List<Column> columns() {
    return columns;
  }

  /** The chunks there are, the oldest first; more rows may be added to the last one. */
  List<HistoryChunk> chunks() {
    long end = begun;
    List<HistoryChunk> chunks = new ArrayList<>();
    for (long number = Math.max(0, end - CHUNKS); number < end; number++) {
      HistoryChunk chunk = ring.get((int) (number % CHUNKS));
      // Else a newer one has taken its place meanwhile.
      if (chunk.number() == number) {
        chunks.add(chunk);
      }
    }
    return chunks;
  }
}
