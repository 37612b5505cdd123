package io.headwaiter.lab.experiment;

import static io.headwaiter.lab.experiment.DemoPlan.HEADWAITER;

import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.model.Estimate;
import io.headwaiter.lab.report.Chart;
import io.headwaiter.lab.report.Numbers;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Headwaiter beside the ways that there are to protect a Tomcat, at one, five and twenty times what
 * fits; what has settings is set by an honest search under one of the loads. Belongs to one thread.
 */
final class GovernorRivals implements ExperimentPart {
  static final String NAME = "rivals";

  /** First, or within 2 % of the first. */
  private static final double LEAST = 0.98;

  private final ExperimentSetting setting;
  private final RivalRuns.Plan plan;

  GovernorRivals(ExperimentSetting setting, RivalRuns.Plan plan) {
    this.setting = setting;
    this.plan = plan;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Duration longest() {
    return plan.longest();
  }

  @Override
  public ExperimentOutcome run() throws IOException, InterruptedException {
    RivalRuns runs = new RivalRuns(setting, plan);
    TrialFigures figures = runs.run();
    List<String> rivals =
        plan.rivals().stream().filter(rival -> rival.missing().isEmpty()).map(Rival::name).toList();
    return outcome(figures, plan.factors(), rivals, runs.raw(), runs.notes());
  }

  static ExperimentOutcome outcome(
      TrialFigures figures,
      List<Double> factors,
      List<String> rivals,
      Map<String, Object> found,
      List<String> before) {
    List<String> others = rivals.stream().filter(name -> !name.equals(HEADWAITER)).toList();
    List<Check> checks = new ArrayList<>();
    for (double factor : factors) {
      String best = RivalRuns.best(figures, others, factor);
      checks.add(
          Check.atLeast(
              "of-best-rival-" + Numbers.factor(factor),
              "At "
                  + Numbers.factor(factor)
                  + " Headwaiter is first or within 2 % of the first of all that were tried",
              figures.ratio(RivalRuns.at(HEADWAITER, factor), best, Trial::completedPerSecond),
              "of " + best,
              LEAST));
    }
    Map<String, Object> raw = new LinkedHashMap<>(found);
    raw.put("runs", figures.raw());
    List<Chart> charts =
        List.of(
            chart(
                figures,
                factors,
                rivals,
                "Completed sessions",
                "sessions per second",
                false,
                Trial::completedPerSecond),
            chart(
                figures,
                factors,
                rivals,
                "p99 of answered pages",
                "milliseconds (logarithmic)",
                true,
                Trial::p99Millis));
    return new ExperimentOutcome(figures.table(), checks, before, raw).withCharts(charts);
  }

  private static Chart chart(
      TrialFigures figures,
      List<Double> factors,
      List<String> rivals,
      String title,
      String unit,
      boolean logarithmic,
      ToDoubleFunction<Trial> figure) {
    List<Chart.Series> series = new ArrayList<>();
    for (String rival : rivals) {
      List<Chart.Point> points = new ArrayList<>();
      for (double factor : factors) {
        Estimate value = figures.of(RivalRuns.at(rival, factor), figure);
        points.add(new Chart.Point(factor, value));
      }
      int style = series.size();
      series.add(new Chart.Series(rival, style, /* dashed= */ style >= 3, points));
    }
    return new Chart(
        title,
        title + " of each rival against the load; bars show 95 % intervals.",
        "times what fits",
        unit,
        logarithmic,
        series);
  }
}
