package io.headwaiter.lab.run;

import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.model.Claim;
import io.headwaiter.lab.model.Estimate;
import io.headwaiter.lab.model.Evidence;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.model.LoadSpec;
import io.headwaiter.lab.model.Metric;
import io.headwaiter.lab.model.Preparation;
import io.headwaiter.lab.model.ServerSpec;
import io.headwaiter.lab.model.Values;
import io.headwaiter.lab.report.Chart;
import io.headwaiter.lab.report.Intervals;
import io.headwaiter.load.text.TextTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

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
        if (!load.isFor(server.name())) {
          continue;
        }
        List<String> row = new ArrayList<>(List.of(server.name()));
        if (manyLoads) {
          row.add(load.name());
        }
        for (Metric metric : experiment.columns()) {
          row.add(Intervals.text(mean(metric, server, load)));
        }
        table.row(row.toArray(String[]::new));
      }
    }
    return table.render();
  }

  /**
   * Returns a chart of the visits that were completed and one of the response times, against the
   * load; none if fewer than two multiples of 1x were offered.
   */
  public List<Chart> charts() {
    List<LoadSpec> loads =
        experiment.loads().stream()
            .filter(load -> load.times() > 0)
            .sorted(Comparator.comparingDouble(LoadSpec::times))
            .toList();
    if (loads.stream().mapToDouble(LoadSpec::times).distinct().count() < 2) {
      return List.of();
    }
    return List.of(
        chart("Completed visits", "visits per second", false, Values.COMPLETED_PER_SECOND, loads),
        chart(
            "p99 of answered pages", "milliseconds (logarithmic)", true, Values.P99_MILLIS, loads));
  }

  private Chart chart(
      String title, String unit, boolean logarithmic, Metric metric, List<LoadSpec> loads) {
    List<Chart.Series> series = new ArrayList<>();
    for (ServerSpec server : experiment.servers()) {
      List<Chart.Point> points = new ArrayList<>();
      for (LoadSpec load : loads) {
        if (load.isFor(server.name())) {
          points.add(new Chart.Point(load.times(), mean(metric, server, load)));
        }
      }
      int style = series.size();
      series.add(new Chart.Series(server.name(), style, /* dashed= */ style >= 3, points));
    }
    return new Chart(
        title + ", " + experiment.name(),
        title + " of each server against the load; bars show 95 % intervals.",
        "times 1x",
        unit,
        logarithmic,
        series);
  }

  private Estimate mean(Metric metric, ServerSpec server, LoadSpec load) {
    return Estimate.ofBatches(evidence.perRound(metric, server.name(), load.name()));
  }

  /**
   * Returns one sentence: what each server completed under the highest load, of its own best.
   * Servers come in reverse order, so that a baseline, which comes first, is last.
   *
   * @return empty if fewer than two multiples of 1x were offered
   */
  public Optional<String> inShort() {
    List<LoadSpec> loads =
        experiment.loads().stream()
            .filter(load -> load.times() > 0)
            .sorted(Comparator.comparingDouble(LoadSpec::times))
            .toList();
    if (loads.size() < 2) {
      return Optional.empty();
    }
    LoadSpec highest = loads.get(loads.size() - 1);
    List<String> said = new ArrayList<>();
    for (ServerSpec server : experiment.servers()) {
      if (highest.isFor(server.name())) {
        double best =
            loads.stream()
                .mapToDouble(load -> mean(Values.COMPLETED_PER_SECOND, server, load).value())
                .max()
                .orElse(0);
        double kept = mean(Values.COMPLETED_PER_SECOND, server, highest).value() / best;
        said.add(
            0,
            Double.isFinite(kept)
                ? String.format(Locale.ROOT, "%s completed %.2f of its best", server.name(), kept)
                : server.name() + " completed nothing");
      }
    }
    return Optional.of("At " + highest.name() + " " + String.join("; ", said) + ".");
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
    inShort().ifPresent(notes::add);
    notes.addAll(ShopWords.of(experiment));
    notes.add(
        "%d rounds, %d cells measured again because they were in doubt."
            .formatted(evidence.rounds().size(), evidence.repeated()));
    evidence.searches().forEach(found -> notes.add(Preparation.words(found)));
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
