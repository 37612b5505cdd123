package io.headwaiter.lab.experiment;

import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.model.Estimate;
import io.headwaiter.lab.report.Numbers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What the runs of {@link GovernorServing} say. */
final class ServingChecks {
  static final String BEST = "1x";
  static final String FIVE = "5x";
  static final String TWENTY = "20x";
  static final String FIVE_RETRYING = "5x retrying";
  static final String TWENTY_RETRYING = "20x retrying";
  static final String REFERENCE = "without overload";

  /**
   * A load of every round.
   *
   * @param name for the table
   * @param factor on the best point, those who come back included
   * @param retrying whether customers come back
   */
  record Load(String name, double factor, boolean retrying) {}

  static final List<Load> LOADS =
      List.of(
          new Load(BEST, 1, false),
          new Load(FIVE, 5, false),
          new Load(TWENTY, 20, false),
          new Load(FIVE_RETRYING, 5, true),
          new Load(TWENTY_RETRYING, 20, true));

  static final List<String> NAMES =
      Stream.concat(LOADS.stream().map(Load::name), Stream.of(REFERENCE)).toList();

  private static final double LEAST = 0.98;
  private static final double MOST_P99 = 1.3;

  private ServingChecks() {}

  /**
   * What is completed, of what could be: {@code completed / (best * (1 - r * c))}, with r refusals
   * a second and c the CPU seconds that a bare loop needs for one.
   *
   * <p>Worked: best 60 a second, 1,140 refusals a second at 35 µs: 1 - 0.0399 = 0.960, so 56.5 a
   * second are 0.981 of what could be.
   */
  static double served(Trial overloaded, Trial best, double refusalMicros) {
    double left = 1 - overloaded.refusedPerSecond() * refusalMicros / 1e6;
    return overloaded.completedPerSecond() / (best.completedPerSecond() * left);
  }

  static ExperimentOutcome outcome(
      TrialFigures figures, Estimate refusalMicros, double oneX, List<String> before) {
    List<Check> checks = new ArrayList<>();
    Map<String, Object> raw = new LinkedHashMap<>();
    raw.put("oneXPerSecond", oneX);
    raw.put("bareRefusalMicros", refusalMicros);
    StringBuilder lines = new StringBuilder();
    // Nobody says that the best point is near 1x: whichever load most was completed under.
    String best = figures.best(LOADS.stream().filter(l -> !l.retrying()).map(Load::name).toList());
    raw.put("bestAt", best);
    for (Load load : LOADS) {
      if (load.factor() > 1) {
        Estimate served =
            figures.paired(load.name(), best, (a, b) -> served(a, b, refusalMicros.value()));
        checks.add(completed(load, served));
        raw.put("served " + load.name(), served);
        lines.append(
            "%s: %s of the own best less what a bare loop's refusals would take%n"
                .formatted(load.name(), Numbers.withInterval(served)));
      }
    }
    Estimate p99 = figures.ratio(TWENTY, REFERENCE, Trial::p99Millis);
    checks.add(
        Check.atMost(
            "p99-20x-of-unloaded",
            "At 20x the p99 of those let in is at most 1.3 times the p99 at the same completed rate"
                + " without overload",
            p99,
            "times",
            MOST_P99));
    raw.put("p99OfReference", p99);
    raw.put("runs", figures.raw());
    List<String> notes = new ArrayList<>(before);
    notes.add(
        "A bare loop needs "
            + Numbers.withInterval(refusalMicros)
            + " µs of CPU for a refusal at this rate. Who retries comes back up to "
            + Retries.MAX
            + " times and counts as offered each time. 1x is the offered rate of "
            + Numbers.plain(oneX)
            + "/s, found as the one under which most was served; the own best is the load of all"
            + " without retries under which most was completed: "
            + best
            + ".");
    Estimate same = figures.ratio(REFERENCE, TWENTY, Trial::completedPerSecond);
    notes.add(
        "The run without overload completed "
            + Numbers.withInterval(same)
            + " of what was completed at 20x.");
    return new ExperimentOutcome(figures.table() + lines, checks, notes, raw);
  }

  private static Check completed(Load load, Estimate served) {
    return Check.atLeast(
        "completed-" + load.name().replace(' ', '-'),
        "At "
            + load.name()
            + " at least 98 % of the own best point is completed, times what the refusals of a bare"
            + " loop would leave",
        served,
        "of what could be",
        LEAST);
  }
}
