package io.headwaiter.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * What happened in a stretch of time, which begins at 0. Immutable.
 *
 * @param endNanos length of the stretch, above 0
 * @param rows what has a line of its own, workers first, then connections, then database
 *     connections
 * @param spans in the order of rows, and of time within a row; those of a row do not overlap
 * @param waits in the order of time
 */
public record Trace(long endNanos, List<Row> rows, List<Span> spans, List<Wait> waits) {
  /** What a row stands for. */
  public enum Kind {
    /** A thread that serves. */
    WORKER(1, "worker"),
    /** A connection of a client. */
    CONNECTION(2, "connection"),
    /** A connection to a database. */
    DATABASE_CONNECTION(3, "database connection");

    private final int number;
    private final String label;

    Kind(int number, String label) {
      this.number = number;
      this.label = label;
    }

    /** Returns its number in files, from 1. */
    public int number() {
      return number;
    }

    /** Returns its name for people. */
    public String label() {
      return label;
    }
  }

  /**
   * A worker or a connection.
   *
   * @param name for people; without an address or anything else of a client
   */
  public record Row(Kind kind, String name) {
    /** Checks that nothing is null. */
    public Row {
      Objects.requireNonNull(kind, "kind");
      Objects.requireNonNull(name, "name");
    }
  }

  /**
   * A state of a row.
   *
   * @param row index into the rows
   * @param type the type of the request that it is for; empty if there is none
   */
  public record Span(int row, State state, long beginNanos, long endNanos, String type) {
    /** Returns its length. */
    public long nanos() {
      return endNanos - beginNanos;
    }
  }

  /**
   * A wait of one row for another: a worker has waited for a database connection.
   *
   * @param row index of the one that waited
   * @param gotRow index of the one that it got
   */
  public record Wait(int row, long askedNanos, int gotRow, long gotNanos, String type) {
    /** Returns its length. */
    public long nanos() {
      return gotNanos - askedNanos;
    }
  }

  /**
   * Sorts, and checks that all lie within the stretch and the rows.
   *
   * @throws IllegalArgumentException with a sentence if they do not
   */
  public Trace {
    rows = List.copyOf(rows);
    List<Span> sorted = new ArrayList<>(spans);
    sorted.sort(Comparator.comparingInt(Span::row).thenComparingLong(Span::beginNanos));
    spans = List.copyOf(sorted);
    List<Wait> byTime = new ArrayList<>(waits);
    byTime.sort(Comparator.comparingLong(Wait::askedNanos));
    waits = List.copyOf(byTime);
    if (endNanos <= 0) {
      throw new IllegalArgumentException("A trace must take time, got " + endNanos + " ns");
    }
    checkRows(rows);
    checkSpans(endNanos, rows.size(), spans);
    for (Wait wait : waits) {
      checkTimes(endNanos, rows.size(), wait.row(), wait.askedNanos(), wait.gotNanos());
      checkTimes(endNanos, rows.size(), wait.gotRow(), wait.askedNanos(), wait.gotNanos());
    }
  }

  private static void checkRows(List<Row> rows) {
    for (int i = 1; i < rows.size(); i++) {
      if (rows.get(i).kind().compareTo(rows.get(i - 1).kind()) < 0) {
        throw new IllegalArgumentException("The rows are not ordered by kind, at " + rows.get(i));
      }
    }
  }

  private static void checkSpans(long endNanos, int rows, List<Span> spans) {
    Span before = null;
    for (Span span : spans) {
      checkTimes(endNanos, rows, span.row(), span.beginNanos(), span.endNanos());
      if (before != null && before.row() == span.row() && span.beginNanos() < before.endNanos()) {
        throw new IllegalArgumentException(span + " begins before the end of " + before);
      }
      before = span;
    }
  }

  private static void checkTimes(long endNanos, int rows, int row, long begin, long end) {
    if (row < 0 || row >= rows || begin < 0 || end < begin || end > endNanos) {
      throw new IllegalArgumentException(
          "Row %d from %d to %d ns is outside of %d rows and %d ns"
              .formatted(row, begin, end, rows, endNanos));
    }
  }

  /** Returns how many rows are of a kind. */
  public int count(Kind kind) {
    return (int) rows.stream().filter(row -> row.kind() == kind).count();
  }
}
