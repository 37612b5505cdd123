package io.headwaiter.lab.outcome;

import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.report.Chart;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What an experiment found.
 *
 * @param table for the terminal
 * @param checks the claims it measured
 * @param notes what the reader has to know to trust or distrust the figures
 * @param raw the figures behind it, by name: numbers, estimates, words, lists and maps of these
 * @param charts for the report
 * @param failures what could not be measured because a run failed; empty when all worked
 */
public record ExperimentOutcome(
    String table,
    List<Check> checks,
    List<String> notes,
    Map<String, Object> raw,
    List<Chart> charts,
    List<String> failures) {
  /** An outcome without charts and failures. */
  public ExperimentOutcome(
      String table, List<Check> checks, List<String> notes, Map<String, Object> raw) {
    this(table, checks, notes, raw, List.of(), List.of());
  }

  /** The same with these charts. */
  public ExperimentOutcome withCharts(List<Chart> drawn) {
    return new ExperimentOutcome(table, checks, notes, raw, drawn, failures);
  }

  /** The same as far as it went, and why it went no further. */
  public ExperimentOutcome withFailure(String why) {
    List<String> all = new ArrayList<>(failures);
    all.add(why);
    return new ExperimentOutcome(table, checks, notes, raw, charts, all);
  }

  /** The same with claims that cannot hold, for this reason; unchanged if it is empty. */
  public ExperimentOutcome reserved(String why) {
    return why.isEmpty()
        ? this
        : new ExperimentOutcome(
            table,
            checks.stream().map(check -> check.reserved(why)).toList(),
            notes,
            raw,
            charts,
            failures);
  }

  /** The same with one note more, before all others. */
  public ExperimentOutcome withNote(String note) {
    List<String> all = new ArrayList<>(List.of(note));
    all.addAll(notes);
    return new ExperimentOutcome(table, checks, all, raw, charts, failures);
  }
}
