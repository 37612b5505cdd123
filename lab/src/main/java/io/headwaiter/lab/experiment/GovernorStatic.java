package io.headwaiter.lab.experiment;

import static io.headwaiter.lab.experiment.DemoPlan.HEADWAITER;

import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.report.Numbers;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Headwaiter beside the best static limits there are for exactly this load, found by trying: a
 * bound of Tomcat's connections, and a fixed number of new visits per second at our own gate. They
 * are searched anew for each load. Belongs to one thread.
 */
final class GovernorStatic implements ExperimentPart {
  static final String NAME = "static";

  private static final double LEAST = 0.97;

  private final ExperimentSetting setting;
  private final RivalRuns.Plan plan;

  GovernorStatic(ExperimentSetting setting, RivalRuns.Plan plan) {
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
    List<String> others =
        plan.rivals().stream().map(Rival::name).filter(name -> !name.equals(HEADWAITER)).toList();
    return outcome(figures, plan.factors(), others, runs.raw(), runs.notes());
  }

  static ExperimentOutcome outcome(
      TrialFigures figures,
      List<Double> factors,
      List<String> others,
      Map<String, Object> found,
      List<String> before) {
    List<Check> checks = new ArrayList<>();
    List<String> notes = new ArrayList<>(before);
    Map<String, Object> raw = new LinkedHashMap<>(found);
    for (double factor : factors) {
      String best = RivalRuns.best(figures, others, factor);
      checks.add(
          Check.atLeast(
              "best-static-" + Numbers.factor(factor),
              "At "
                  + Numbers.factor(factor)
                  + " at least 97 % is completed of what the best static limit completes that"
                  + " trying finds for exactly this load",
              figures.ratio(RivalRuns.at(HEADWAITER, factor), best, Trial::completedPerSecond),
              "of the best static limit's",
              LEAST));
      notes.add("The best static limit: " + best + ".");
    }
    raw.put("runs", figures.raw());
    return new ExperimentOutcome(figures.table(), checks, notes, raw);
  }
}
