package io.headwaiter.lab.experiment;

import static io.headwaiter.lab.experiment.DemoPlan.HEADWAITER;
import static io.headwaiter.lab.experiment.DemoPlan.STOCK;

import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.model.Estimate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the scenarios say. */
final class ScenarioFigures {
  private static final double LEAST = 0.98;

  private ScenarioFigures() {}

  /** Name of a server on a day. */
  static String at(String server, Scenario day) {
    return server + ", " + day.name();
  }

  /**
   * What ours completed, of what stock did; a stock server that completed nobody counts as one
   * session in the window, so that there is a ratio.
   */
  static double ofStock(Trial ours, Trial stock) {
    double one = 1 / stock.result().windowSeconds();
    return ours.completedPerSecond() / Math.max(one, stock.completedPerSecond());
  }

  static ExperimentOutcome outcome(
      List<Map<String, Trial>> rounds, List<Scenario> days, double fits, List<String> before) {
    List<String> names = new ArrayList<>();
    for (Scenario day : days) {
      names.add(at(HEADWAITER, day));
      names.add(at(STOCK, day));
    }
    TrialFigures figures = new TrialFigures(names, rounds);
    List<Check> checks = new ArrayList<>();
    List<String> notes = new ArrayList<>(before);
    Map<String, Object> raw = new LinkedHashMap<>();
    raw.put("fitsPerSecond", fits);
    for (Scenario day : days) {
      Estimate ratio =
          figures.paired(at(HEADWAITER, day), at(STOCK, day), ScenarioFigures::ofStock);
      checks.add(
          Check.atLeast(
              "scenario-" + day.name(),
              "Headwaiter completes at least 98 % of what a stock Tomcat does: " + day.words(),
              ratio,
              "of stock's",
              LEAST));
      notes.add(day.name() + ": " + day.words() + ".");
    }
    raw.put("runs", figures.raw());
    return new ExperimentOutcome(figures.table(), checks, notes, raw);
  }
}
