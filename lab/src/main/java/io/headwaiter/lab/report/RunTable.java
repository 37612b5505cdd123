package io.headwaiter.lab.report;

import java.util.ArrayList;
import java.util.List;

/** The table of runs, with the same columns in the terminal and on the page. */
public final class RunTable {
  /** Column headings. */
  public static final List<String> HEADINGS =
      List.of(
          "server",
          "load",
          "offered/s",
          "completed/s",
          "replies/s",
          "p50 ms",
          "p99 ms",
          "refused",
          "timeouts",
          "broken");

  private RunTable() {}

  /** Returns the cells of one run, in the order of {@link #HEADINGS}. */
  public static List<String> cells(RunFigures run) {
    return List.of(
        run.server(),
        Numbers.factor(run.factor()),
        Numbers.plain(run.offeredPerSecond()),
        Numbers.withInterval(run.completedPerSecond()),
        Numbers.withInterval(run.repliesPerSecond()),
        Numbers.withInterval(run.responseMillisP50()),
        Numbers.withInterval(run.responseMillisP99()),
        Long.toString(run.refused()),
        Long.toString(run.timeouts()),
        Long.toString(run.brokenAfterAdmission()));
  }

  /** Returns the cells of the reference run, which has no load factor. */
  public static List<String> referenceCells(RunFigures reference) {
    List<String> cells = new ArrayList<>(cells(reference));
    cells.set(HEADINGS.indexOf("load"), "reference");
    return cells;
  }

  /**
   * Returns the table for a terminal.
   *
   * @param reference a run outside the load factors, or null
   */
  public static String text(List<RunFigures> runs, RunFigures reference) {
    TextTable table = new TextTable(HEADINGS.toArray(String[]::new));
    runs.forEach(run -> table.row(cells(run).toArray(String[]::new)));
    if (reference != null) {
      table.row(referenceCells(reference).toArray(String[]::new));
    }
    return table.render();
  }
}
