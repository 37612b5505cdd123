package io.headwaiter.telemetry;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What dashboards get each time: the content of {@code /status}, and the intervals since the last
 * time, merged into one row of the history.
 *
 * <p>Not thread-safe.
 */
final class LiveFigures implements Supplier<String> {
  // The first row after a time without dashboards is no older than this.
  private static final long SPAN_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final Supplier<Map<String, Object>> status;
  private final IntervalHistory history;
  private final LongSupplier clock;
  private long sentNanos;

  /**
   * @param clock the clock of the history
   */
  LiveFigures(Supplier<Map<String, Object>> status, IntervalHistory history, LongSupplier clock) {
    this.status = status;
    this.history = history;
    this.clock = clock;
    sentNanos = clock.getAsLong() - SPAN_NANOS;
  }

  /**
   * Returns {@code {"status":...,"rows":[[...]]}} in one line; no row if no interval has ended
   * meanwhile.
   */
  @Override
  public String get() {
    StringBuilder out = new StringBuilder("{\"status\":").append(Json.write(status.get()));
    out.append(",\"rows\":[");
    HistoryRow row = latest();
    if (!row.isEmpty()) {
      try {
        row.writeTo(out);
      } catch (IOException e) {
        throw new UncheckedIOException(e); // a StringBuilder throws none
      }
    }
    return out.append("]}").toString();
  }

  private HistoryRow latest() {
    long from = clock.getAsLong() - SPAN_NANOS;
    if (sentNanos - from > 0) {
      from = sentNanos;
    }
    HistoryRow merged = new HistoryRow(history.columns());
    List<HistoryChunk> chunks = history.chunks();
    for (HistoryChunk chunk : chunks.subList(Math.max(0, chunks.size() - 2), chunks.size())) {
      int rows = chunk.rows();
      for (int row = 0; row < rows; row++) {
        if (chunk.nanos(row) - from > 0) {
          merged.add(chunk, row);
          sentNanos = chunk.nanos(row);
        }
      }
    }
    return merged;
  }
}
