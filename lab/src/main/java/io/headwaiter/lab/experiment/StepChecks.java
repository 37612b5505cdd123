package io.headwaiter.lab.experiment;

import io.headwaiter.lab.experiment.GovernorSteps.Step;
import io.headwaiter.lab.report.Check;
import io.headwaiter.lab.report.Estimate;
import io.headwaiter.lab.report.Numbers;
import io.headwaiter.lab.report.TextTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What the steps say. */
final class StepChecks {
  private static final double BOUND = 0.05;
  private static final double SECONDS = 1;
  private static final double TARGET_MILLIS = 20;
  private static final double OVERSHOOT = 1.1;
  private static final int HALF_SECOND = 5;

  private StepChecks() {}

  static ExperimentOutcome outcome(
      Map<Step, List<StepRun>> steps, int bins, double fits, List<String> before) {
    TextTable table =
        new TextTable(
            "step",
            "admitted/s settled",
            "admissions settled after s",
            "promises settled after s",
            "let in over the promises",
            "queue delay ms, worst second after settling");
    List<Check> checks = new ArrayList<>();
    StringBuilder lines = new StringBuilder();
    Map<String, Object> raw = new LinkedHashMap<>();
    raw.put("fitsPerSecond", fits);
    steps.forEach(
        (step, runs) -> {
          Measured measured = Measured.of(runs, bins);
          table.row(
              step.words(),
              Numbers.plain(Settling.settled(measured.admitted())),
              Numbers.plain(measured.admissionsSettled()),
              Numbers.plain(measured.promisesSettled()),
              Numbers.plain(measured.overPromise().value()),
              Numbers.plain(measured.worstDelay()));
          checks.addAll(checks(step, measured));
          lines.append(
              "%s, new visits per second in each half second after it: %s%n"
                  .formatted(step.words(), course(measured.admitted())));
          raw.put(step.name().toLowerCase(Locale.ROOT), measured.raw());
        });
    List<String> notes = new ArrayList<>(before);
    notes.add(
        "Settled: from then on the mean over each second, over all rounds together, is within 5 %"
            + " of the mean of the last two seconds. Of the load it is the admissions that settle,"
            + " of the losses of capacity the processors promised.");
    return new ExperimentOutcome(table.render() + lines, checks, notes, raw);
  }

  /**
   * All rounds of one step: new visits per second, processors promised and wait for a worker by
   * bin, and how many were let in although more was promised than there was.
   */
  static final class Measured {
    private final double[] admitted;
    private final double[] promised;
    private final double[] delays;
    private final Estimate overPromise;

    Measured(double[] admitted, double[] promised, double[] delays, Estimate overPromise) {
      this.admitted = admitted.clone();
      this.promised = promised.clone();
      this.delays = delays.clone();
      this.overPromise = overPromise;
    }

    double[] admitted() {
      return admitted.clone();
    }

    Estimate overPromise() {
      return overPromise;
    }

    static Measured of(List<StepRun> runs, int bins) {
      return new Measured(
          Settling.together(runs.stream().map(r -> r.admittedPerSecond(bins)).toList()),
          Settling.together(runs.stream().map(r -> r.promised(bins)).toList()),
          Settling.together(runs.stream().map(r -> r.queueDelayMillis(bins)).toList()),
          Estimate.ofBatches(runs.stream().mapToDouble(StepRun::admittedOverPromise).toArray()));
    }

    double admissionsSettled() {
      return Settling.seconds(admitted, BOUND);
    }

    double promisesSettled() {
      return Settling.seconds(promised, BOUND);
    }

    /** Mean wait for a worker in the worst second, one second after the step and later. */
    double worstDelay() {
      return Settling.highest(delays, Settling.WINDOW);
    }

    Map<String, Object> raw() {
      Map<String, Object> map = new LinkedHashMap<>();
      map.put("admissionsSettledSeconds", admissionsSettled());
      map.put("promisesSettledSeconds", promisesSettled());
      map.put("admittedOverPromise", overPromise);
      map.put("worstQueueDelayMillis", worstDelay());
      map.put("admittedPerSecond", list(admitted));
      map.put("promisedProcessors", list(promised));
      map.put("queueDelayMillis", list(delays));
      return map;
    }

    private static List<Double> list(double[] values) {
      List<Double> list = new ArrayList<>();
      for (double value : values) {
        list.add(value);
      }
      return list;
    }
  }

  private static List<Check> checks(Step step, Measured measured) {
    String id = "step-" + step.name().toLowerCase(Locale.ROOT);
    boolean load = step == Step.LOAD;
    List<Check> checks = new ArrayList<>();
    checks.add(
        Check.atMost(
            id + "-settled",
            "After the step \""
                + step.words()
                + "\" the CPU committed by admissions is within 5 % of the new optimum in a second",
            Estimate.of(load ? measured.admissionsSettled() : measured.promisesSettled()),
            "s",
            SECONDS));
    if (!load) {
      checks.add(
          Check.atMost(
              id + "-promises",
              "After the step \""
                  + step.words()
                  + "\" nothing new is let in until the promises fit",
              measured.overPromise(),
              "new visits let in while more was promised than there was",
              0));
    }
    checks.add(
        Check.atMost(
            id + "-queue-delay",
            "A second after the step \""
                + step.words()
                + "\" and later the wait for a worker is at most 10 % over its target of 20 ms",
            Estimate.of(measured.worstDelay() / TARGET_MILLIS),
            "of the target, in the worst second",
            OVERSHOOT));
    return checks;
  }

  /** Means over half seconds, for the reader's eye. */
  static String course(double[] bins) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i + HALF_SECOND <= bins.length; i += HALF_SECOND) {
      double mean = Arrays.stream(bins, i, i + HALF_SECOND).average().orElse(Double.NaN);
      line.append(i == 0 ? "" : " ").append(Math.round(mean));
    }
    return line.toString();
  }
}
