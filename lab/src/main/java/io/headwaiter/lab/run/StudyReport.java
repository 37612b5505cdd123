package io.headwaiter.lab.run;

import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.model.Claim;
import io.headwaiter.lab.model.Estimate;
import io.headwaiter.lab.model.Evidence;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.model.LoadSpec;
import io.headwaiter.lab.model.Metric;
import io.headwaiter.lab.model.Preparation;
import io.headwaiter.lab.model.PublishedCurve;
import io.headwaiter.lab.model.ServerSpec;
import io.headwaiter.lab.model.Values;
import io.headwaiter.lab.report.Chart;
import io.headwaiter.lab.report.Intervals;
import io.headwaiter.load.text.TextTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

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
   * Returns a chart of each column that is drawn, on linear axes, against multiples of 1x or
   * numbers of clients. An experiment without such a column has a chart of the visits that were
   * completed and one of the response times, against multiples of 1x. There is no chart of fewer
   * than two.
   */
  public List<Chart> charts() {
    Axis axis = multiples().size() > 1 ? Axis.MULTIPLES : Axis.CLIENTS;
    List<LoadSpec> loads = axis == Axis.MULTIPLES ? multiples() : populations();
    if (loads.stream().mapToDouble(axis::of).distinct().count() < 2) {
      return List.of();
    }
    List<Metric> drawn = experiment.columns().stream().filter(Metric::drawn).toList();
    if (!drawn.isEmpty()) {
      return drawn.stream()
          .map(m -> chart(m.title(), m.title(), false, m, axis, loads).linear())
          .toList();
    }
    if (axis == Axis.CLIENTS) {
      return List.of();
    }
    return List.of(
        chart(
            "Completed visits",
            "visits per second",
            false,
            Values.COMPLETED_PER_SECOND,
            axis,
            loads),
        chart(
            "p99 of answered pages",
            "milliseconds (logarithmic)",
            true,
            Values.P99_MILLIS,
            axis,
            loads));
  }

  /** What loads are put in order by. */
  private enum Axis {
    MULTIPLES("times 1x"),
    CLIENTS("clients");

    private final String label;

    Axis(String label) {
      this.label = label;
    }

    double of(LoadSpec load) {
      return this == MULTIPLES
          ? load.times()
          : load.visits().map(visits -> visits.arrivals().clients()).orElse(0);
    }
  }

  /** Returns the first load of each number of clients, ascending. */
  private List<LoadSpec> populations() {
    Map<Double, LoadSpec> first = new TreeMap<>();
    for (LoadSpec load : experiment.loads()) {
      if (Axis.CLIENTS.of(load) > 0) {
        first.putIfAbsent(Axis.CLIENTS.of(load), load);
      }
    }
    return List.copyOf(first.values());
  }

  /**
   * Returns the multiples of 1x, ascending, but for loads under which a quota changes, and for
   * those of other customers than the first has.
   */
  private List<LoadSpec> multiples() {
    List<LoadSpec> all =
        experiment.loads().stream()
            .filter(load -> load.isTimesOneX() && load.meanwhile().quotaBefore() == 0)
            .toList();
    return all.stream()
        .filter(load -> load.visits().equals(all.get(0).visits()))
        .sorted(Comparator.comparingDouble(LoadSpec::times))
        .toList();
  }

  private Chart chart(
      String title,
      String unit,
      boolean logarithmic,
      Metric metric,
      Axis axis,
      List<LoadSpec> loads) {
    List<Chart.Series> series = new ArrayList<>();
    for (ServerSpec server : experiment.servers()) {
      List<Chart.Point> points = new ArrayList<>();
      for (LoadSpec load : loads) {
        if (load.isFor(server.name())) {
          points.add(new Chart.Point(axis.of(load), mean(metric, server, load)));
        }
      }
      int style = series.size();
      series.add(new Chart.Series(server.name(), style, /* dashed= */ style >= 3, points));
    }
    metric.published().forEach(curve -> published(curve, metric, loads).ifPresent(series::add));
    Chart chart =
        new Chart(
            title + ", " + experiment.name(),
            title
                + " of each server against the load; bars show 95 % intervals."
                + (metric.published().isEmpty()
                    ? ""
                    : " Lines that name a paper are its figures, in parts of the maximum here."),
            axis.label,
            unit,
            logarithmic,
            series);
    return axis == Axis.MULTIPLES ? chart : chart.numbers();
  }

  /** Returns a curve of a paper, scaled to the maximum here; empty if its server does not run. */
  private Optional<Chart.Series> published(
      PublishedCurve curve, Metric metric, List<LoadSpec> loads) {
    List<String> names = experiment.servers().stream().map(ServerSpec::name).toList();
    int style = names.indexOf(curve.server());
    if (style < 0 || !names.contains(curve.unit())) {
      return Optional.empty();
    }
    double maximum = highest(metric, experiment.server(curve.unit()), loads);
    List<Chart.Point> points =
        curve.points().stream()
            .map(p -> new Chart.Point(p.x(), Estimate.of(p.ofMaximum() * maximum)))
            .toList();
    String name = curve.server() + ", " + curve.paper();
    return Optional.of(new Chart.Series(name, style, /* dashed= */ true, points));
  }

  /** Returns the highest mean under these loads; NaN if the server was measured under none. */
  private double highest(Metric metric, ServerSpec server, List<LoadSpec> loads) {
    return loads.stream()
        .mapToDouble(load -> mean(metric, server, load).value())
        .filter(Double::isFinite)
        .max()
        .orElse(Double.NaN);
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
    List<LoadSpec> loads = multiples();
    if (loads.size() < 2) {
      return Optional.empty();
    }
    LoadSpec highest = loads.get(loads.size() - 1);
    List<String> said = new ArrayList<>();
    for (ServerSpec server : experiment.servers()) {
      if (highest.isFor(server.name())) {
        double best = highest(Values.COMPLETED_PER_SECOND, server, loads);
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
