package io.headwaiter.trace;

import io.headwaiter.trace.Trace.Kind;
import io.headwaiter.trace.Trace.Row;
import io.headwaiter.trace.Trace.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects the rows of a trace from states that may lie within each other. Not thread-safe. */
final class RowBuilder {
  private final Time all;
  private final List<Row> rows = new ArrayList<>();
  private final List<Span> spans = new ArrayList<>();

  /**
   * A stretch of System.nanoTime.
   *
   * @param end not before the begin
   */
  record Time(long begin, long end) {}

  /**
   * A state for some time; within it there may be shorter ones.
   *
   * @param type of the request that it is for; empty if there is none
   */
  record Piece(Time time, State state, String type) {}

  /**
   * @param all the stretch of the trace; what is outside of it is cut off
   */
  RowBuilder(Time all) {
    this.all = all;
  }

  /** Returns the rows so far. */
  List<Row> rows() {
    return rows;
  }

  /** Returns the states of the rows so far. */
  List<Span> spans() {
    return spans;
  }

  /** Returns an instant of System.nanoTime as one of the trace. */
  long instant(long nanos) {
    return Math.max(all.begin(), Math.min(all.end(), nanos)) - all.begin();
  }

  /**
   * Adds a row; at each instant the piece that began last counts.
   *
   * @return its index
   */
  int add(Kind kind, String name, List<Piece> pieces) {
    int row = rows.size();
    rows.add(new Row(kind, name));
    List<Long> cuts = new ArrayList<>();
    for (Piece piece : pieces) {
      cuts.add(instant(piece.time().begin()));
      cuts.add(instant(piece.time().end()));
    }
    List<Long> instants = cuts.stream().distinct().sorted().toList();
    List<Piece> sorted = new ArrayList<>(pieces);
    sorted.sort(
        Comparator.<Piece>comparingLong(piece -> piece.time().begin())
            .thenComparing(piece -> -piece.time().end()));
    List<Piece> open = new ArrayList<>();
    int next = 0;
    for (int i = 0; i + 1 < instants.size(); i++) {
      long from = instants.get(i);
      while (next < sorted.size() && instant(sorted.get(next).time().begin()) <= from) {
        open.add(sorted.get(next));
        next++;
      }
      open.removeIf(piece -> instant(piece.time().end()) <= from);
      if (!open.isEmpty()) {
        add(row, open.get(open.size() - 1), from, instants.get(i + 1));
      }
    }
    return row;
  }

  /** Adds a span, or makes the one before longer if nothing happened between them. */
  private void add(int row, Piece piece, long from, long to) {
    Span made = new Span(row, piece.state(), from, to, piece.type());
    Span last = spans.isEmpty() ? null : spans.get(spans.size() - 1);
    boolean rests = made.state() == State.IDLE || made.state() == State.IN_POOL;
    if (rests
        && last != null
        && last.row() == row
        && last.state() == made.state()
        && last.type().equals(made.type())
        && last.endNanos() == made.beginNanos()) {
      spans.set(spans.size() - 1, new Span(row, made.state(), last.beginNanos(), to, made.type()));
    } else {
      spans.add(made);
    }
  }
}
