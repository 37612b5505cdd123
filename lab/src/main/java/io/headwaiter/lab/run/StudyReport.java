package io.headwaiter.lab.run;

import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.model.Claim;
import io.headwaiter.lab.model.Estimate;
import io.headwaiter.lab.model.Evidence;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.model.LoadSpec;
import io.headwaiter.lab.model.Metric;
import io.headwaiter.lab.model.ServerSpec;
import io.headwaiter.lab.report.Numbers;
import io.headwaiter.lab.report.TextTable;
import java.util.ArrayList;
import java.util.List;

/**
 * What the observations of an experiment say. Pure: the same observations give the same text.
 *
 * @param experiment what was asked
 * @param evidence what was observed
 */
public record StudyReport(Experiment experiment, Evidence evidence) {

  /** Returns the table: a row for each server under each load, with means over the rounds. */
  public String table() {
    List<String> headings = new ArrayList<>(List.of("server"));
    boolean manyLoads = experiment.loads().size() > 1;
    if (manyLoads) {
      headings.add("load");
    }
    experiment.columns().forEach(metric -> headings.add(metric.title()));
    TextTable table = new TextTable(headings.toArray(String[]::new));
    for (LoadSpec load : experiment.loads()) {
      for (ServerSpec server : experiment.servers()) {
        List<String> row = new ArrayList<>(List.of(server.name()));
        if (manyLoads) {
          row.add(load.name());
        }
        for (Metric metric : experiment.columns()) {
          row.add(
              Numbers.withInterval(
                  Estimate.ofBatches(evidence.perRound(metric, server.name(), load.name()))));
        }
        table.row(row.toArray(String[]::new));
      }
    }
    return table.render();
  }

  /** Returns the claims with their verdicts. */
  public List<Check> checks() {
    return experiment.claims().stream()
        .map(claim -> claim.judge(evidence, experiment.rounds()))
        .toList();
  }

  /** Returns what the reader has to know to trust or distrust the figures. */
  public List<String> notes() {
    List<String> notes = new ArrayList<>();
    notes.add(
        "%d rounds, %d cells measured again because they were in doubt."
            .formatted(evidence.rounds().size(), evidence.repeated()));
    evidence.doubts().forEach(doubt -> notes.add("Does not count: " + doubt));
    for (Claim claim : experiment.claims()) {
      long rounds = claim.rounds(evidence);
      if (rounds < experiment.rounds().first()) {
        notes.add(
            "%s is undecided: %d rounds count, and %d are needed."
                .formatted(claim.id(), rounds, experiment.rounds().first()));
      }
    }
    return notes;
  }
}
