package io.headwaiter.telemetry;

import io.headwaiter.core.capacity.Resource;
import io.headwaiter.telemetry.Column.Merge;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The content of {@code /status/history}: the names of the columns once, then rows of numbers, the
 * oldest first. {@code docs/explain.md} describes it. An unknown or infinite number is null.
 */
final class HistoryPage {
  private static final double NANOS_PER_SECOND = 1e9;

  private final List<Column> columns;
  private final List<HistoryChunk> chunks;
  private final HistoryQuery query;
  private final long fromNanos;

  /**
   * Creates a page of the history as it is now.
   *
   * @throws IllegalArgumentException with an explanatory message if the page would have too many
   *     rows
   */
  HistoryPage(IntervalHistory history, HistoryQuery query, long nowNanos) {
    this.columns = history.columns();
    this.chunks = history.chunks();
    this.query = query;
    this.fromNanos = nowNanos - (long) (query.seconds() * NANOS_PER_SECOND);
    if (query.stepSeconds() == 0) {
      query.checkRows(count());
    }
  }

  /** Writes the page, row by row. */
  void writeTo(Appendable out) throws IOException {
    out.append("{\"seconds\":").append(Integer.toString(query.seconds()));
    out.append(",\"step\":").append(number(query.stepSeconds()));
    out.append(",\"resources\":");
    names(out, Stream.of(Resource.values()).map(Resource::label));
    out.append(",\"columns\":");
    names(out, Stream.concat(Stream.of("time"), columns.stream().map(Column::name)));
    out.append(",\"merge\":");
    names(
        out,
        Stream.concat(Stream.of(Merge.LAST), columns.stream().map(Column::merge))
            .map(HistoryPage::lower));
    out.append(",\"rows\":[");
    writeRows(out);
    out.append("\n]}\n");
  }

  private static void names(Appendable out, Stream<String> names) throws IOException {
    out.append(names.collect(Collectors.joining("\",\"", "[\"", "\"]")));
  }

  private static String lower(Merge merge) {
    return merge.name().toLowerCase(Locale.ROOT);
  }

  private void writeRows(Appendable out) throws IOException {
    HistoryRow merged = new HistoryRow(columns);
    long stepNanos = Math.max(1, (long) (query.stepSeconds() * NANOS_PER_SECOND));
    long step = -1;
    String separator = "\n";
    for (HistoryChunk chunk : chunks) {
      int rows = chunk.rows();
      for (int row = 0; row < rows; row++) {
        long since = chunk.nanos(row) - fromNanos;
        if (since <= 0) {
          continue;
        }
        // A row that ends with a step belongs to that step.
        long stepOfRow = (since - 1) / stepNanos;
        if (stepOfRow != step && !merged.isEmpty()) {
          merged.writeTo(out.append(separator));
          separator = ",\n";
          merged.clear();
        }
        step = stepOfRow;
        merged.add(chunk, row);
      }
    }
    if (!merged.isEmpty()) {
      merged.writeTo(out.append(separator));
    }
  }

  private long count() {
    long count = 0;
    for (HistoryChunk chunk : chunks) {
      for (int row = chunk.rows() - 1; row >= 0 && chunk.nanos(row) - fromNanos > 0; row--) {
        count++;
      }
    }
    return count;
  }

  /** Returns a number in JSON syntax; null if it is not finite. */
  static String number(double value) {
    float number = (float) value;
    if (!Float.isFinite(number)) {
      return "null";
    }
    boolean whole = number == Math.rint(number) && Math.abs(number) < Integer.MAX_VALUE;
    return whole ? Integer.toString((int) number) : Float.toString(number);
  }
}
