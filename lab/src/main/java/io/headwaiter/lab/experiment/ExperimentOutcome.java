package io.headwaiter.lab.experiment;

import io.headwaiter.lab.report.Check;
import java.util.List;
import java.util.Map;

/**
 * What an experiment found.
 *
 * @param table for the terminal
 * @param checks the claims it measured
 * @param notes what the reader has to know to trust or distrust the figures
 * @param raw the figures behind it, by name: numbers, estimates, words, lists and maps of these
 * @param failures what could not be measured because a run failed; empty when all worked
 */
record ExperimentOutcome(
    String table,
    List<Check> checks,
    List<String> notes,
    Map<String, Object> raw,
    List<String> failures) {
  /** An outcome without failures. */
  ExperimentOutcome(String table, List<Check> checks, List<String> notes, Map<String, Object> raw) {
    this(table, checks, notes, raw, List.of());
  }
}
