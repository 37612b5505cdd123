package io.headwaiter.lab.record;

import java.util.List;

/** The list of the stored runs. */
final class ListPage {
  private static final String INTRO =
      """
      # Results

      This page lists the stored runs: what each measured, on which commit, and what became of its claims.
      `./headwaiter results` wrote it from `runs.csv` and the runs; do not edit it. Figures in the README
      and on the pages of the docs come from a run here or from `history.csv`, or are marked as simulated or computed.
      Decisions also have figures of trials that were not kept; they say so.

      - **[claims.md](claims.md)** has every claim of these runs with figure, interval, bound and verdict.
      - **[history.csv](history.csv)** has the same of runs that newer ones replaced.
      - **Folders**: `summary.json` has the verdicts, `run.json` the figures, `table.txt` the tables,
        `observations.jsonl` what was measured cell by cell (not in older runs). `./headwaiter report` draws the charts
        from a copy of such a folder. A README beside them says what the run shows and what it does not. Runs in `older`
        were replaced; decisions still refer to them.
      - **Machines**: two cores, the server pinned to one, the load to the other, unless a README says otherwise. Ratios
        within a run are valid for other machines, absolute figures are not.
      - **Figures**: `1.04 [0.965, 1.11]` is a mean and its 95 % interval, a wider one where rounds were
        [added](../docs/decisions/claims-and-added-rounds.md). 1x, 5x and 20x are multiples of
        [one load](../docs/decisions/one-times-load.md).
      - **Verdicts**: a claim *holds* if the whole interval keeps its bound, *fails* if the whole interval breaks it, and
        is *undecided* if the bound is inside the interval or something speaks against the figure. One that *holds by
        its mean* is of a run before 2026-11-24, which was judged by the mean alone.

      ## Runs

      """;
  private static final int COLUMNS_MAX = 120;

  private ListPage() {}

  static String of(List<StoredRun> runs) {
    StringBuilder page = new StringBuilder(INTRO);
    for (StoredRun run : runs) {
      page.append(wrapped(entry(run)));
    }
    return page.toString();
  }

  private static String entry(StoredRun run) {
    String link = run.notes() ? run.name() + "/README.md" : run.name();
    String commit = run.commit().isEmpty() ? "" : run.commit() + ", ";
    return "- [%s](%s) (%s%s): %s. Claims: %s."
        .formatted(run.name(), link, commit, run.date(), run.what(), run.verdicts());
  }

  private static String wrapped(String entry) {
    StringBuilder lines = new StringBuilder();
    String left = entry;
    while (left.length() > COLUMNS_MAX) {
      int end = left.lastIndexOf(' ', COLUMNS_MAX);
      if (end <= 2) {
        break; // one long word
      }
      lines.append(left, 0, end).append('\n');
      left = "  " + left.substring(end + 1);
    }
    return lines.append(left).append('\n').toString();
  }
}
