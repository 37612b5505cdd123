package io.headwaiter.lab.experiment.governor;

import io.headwaiter.lab.experiment.governor.GovernorSteps.Step;
import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.model.Estimate;
import io.headwaiter.lab.outcome.ExperimentOutcome;
import io.headwaiter.load.text.Numbers;
import io.headwaiter.load.text.TextTable;
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
  private static final double OVERSHOOT = 1.1;
  // Of the lasting rate; some come in before a loss can be seen.
  private static final double SHUT = 0.2;
  private static final int HALF_SECOND = 5;

  private StepChecks() {}

  /**
   * All of it.
   *
   * @param steps the rounds of each
   * @param bins to look at after a step
   * @param targetMillis wait for a worker that the server aims for
   * @param fits visits a second at 1x
   */
  static ExperimentOutcome outcome(
      Map<Step, List<StepRun>> steps,
      int bins,
      double targetMillis,
      double fits,
      List<String> before) {
    TextTable table =
        new TextTable(
            "step",
            "settled after s",
            "let in over the promises",
            "wait for a worker below its target after s",
            "ms, worst second after that");
    List<Check> checks = new ArrayList<>();
    StringBuilder lines = new StringBuilder();
    Map<String, Object> raw = new LinkedHashMap<>();
    raw.put("fitsPerSecond", fits);
    steps.forEach(
        (step, runs) -> {
          Measured measured = new Measured(runs, bins, targetMillis);
          table.row(
              step.words(),
              Numbers.plain(measured.settled()),
              Numbers.plain(measured.overPromise.value()),
              Numbers.plain(measured.drained()),
              Numbers.plain(measured.worstWait()));
          checks.addAll(checks(step, measured, targetMillis));
          lines.append(
              "%s, new visits per second in each half second after it: %s%n"
                  .formatted(step.words(), course(measured.admitted)));
          raw.put(step.name().toLowerCase(Locale.ROOT), measured.raw());
        });
    List<String> notes = new ArrayList<>(before);
    notes.add(
        "Committed as is best: at least 95 % of the CPU time that there is is used, as the kernel"
            + " measures it and without what the compiler and the control thread take, and either"
            + " work waits for a worker no longer than its target, or it waits for what was"
            + " promised and the door is shut (at most a fifth of the lasting rate comes in)."
            + " Settled: from then on that is so over all rounds together, and for at least nine"
            + " tenths of the time that follows.");
    return new ExperimentOutcome(table.render() + lines, checks, notes, raw);
  }

  /** All rounds of one step. */
  private static final class Measured {
    private final double[] admitted;
    private final double[] busy;
    private final boolean[] right;
    private final double[] waits;
    private final Estimate overPromise;
    private final int drainedAt;

    Measured(List<StepRun> runs, int count, double targetMillis) {
      StepBins bins = new StepBins(count);
      runs.forEach(run -> bins.add(run.points(), run.stepMillis()));
      admitted = bins.admittedPerSecond();
      busy = bins.busyPart();
      waits = bins.waitMillis();
      right = right(bins.waitMillisOfBins(), targetMillis);
      overPromise =
          Estimate.ofBatches(runs.stream().mapToDouble(StepRun::admittedOverPromise).toArray());
      drainedAt = Settling.firstBelow(waits, targetMillis);
    }

    private boolean[] right(double[] binWaits, double targetMillis) {
      double shut = SHUT * Settling.lasting(admitted);
      boolean[] is = new boolean[busy.length];
      for (int i = 0; i < is.length; i++) {
        boolean waitsTooLong = binWaits[i] > OVERSHOOT * targetMillis;
        is[i] = busy[i] >= 1 - BOUND && !(waitsTooLong && admitted[i] > shut);
      }
      return is;
    }

    double settled() {
      return nothingIn(busy) ? Double.NaN : Settling.seconds(right);
    }

    /**
     * When the wait for a worker is at its target for the first time, seconds; the whole time
     * looked at if it never is.
     */
    double drained() {
      return nothingIn(waits) ? Double.NaN : Settling.seconds(drainedAt);
    }

    private static boolean nothingIn(double[] windows) {
      return Arrays.stream(windows).allMatch(Double::isNaN);
    }

    double worstWait() {
      return Settling.highest(waits, drainedAt);
    }

    Map<String, Object> raw() {
      Map<String, Object> map = new LinkedHashMap<>();
      map.put("settledSeconds", settled());
      map.put("admittedOverPromise", overPromise);
      map.put("drainedSeconds", drained());
      map.put("worstWaitMillis", worstWait());
      map.put("admittedPerSecond", list(admitted));
      map.put("busyPart", list(busy));
      map.put("waitMillis", list(waits));
      return map;
    }

    private static List<Double> list(double[] values) {
      return Arrays.stream(values).boxed().toList();
    }
  }

  private static List<Check> checks(Step step, Measured measured, double targetMillis) {
    String id = "step-" + step.name().toLowerCase(Locale.ROOT);
    String after = "After the step \"" + step.words() + "\" ";
    List<Check> checks = new ArrayList<>();
    checks.add(
        Check.atMost(
            id + "-settled",
            after + "the CPU committed by admissions is within 5 % of the new optimum in a second",
            Estimate.of(measured.settled()),
            "s",
            SECONDS));
    if (step != Step.LOAD) {
      checks.add(
          Check.atMost(
              id + "-promises",
              after + "nothing new is let in until the promises fit",
              measured.overPromise,
              "new visits let in while more was promised than there was",
              0));
    }
    checks.add(
        Check.atMost(
            id + "-queue-delay",
            after
                + "the wait for a worker, once it has come down to its target of "
                + Numbers.plain(targetMillis)
                + " ms, is at most 10 % over it",
            Estimate.of(measured.worstWait() / targetMillis),
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
