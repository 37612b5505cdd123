package io.headwaiter.lab.experiment;

import io.headwaiter.lab.report.Numbers;
import io.headwaiter.lab.report.RunFigures;
import io.headwaiter.lab.report.Validity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Collects what speaks against the figures of a demo. Belongs to one thread.
 *
 * <p>A run is disturbed when the host or other processes took more than a tenth of the servers'
 * processor while it lasted, the demo when they took more than a twentieth in the mean of all runs:
 * its claims are about differences of a few percent.
 */
final class DemoValidity {
  private static final double MOST_IN_A_RUN = 0.1;
  private static final double MOST_IN_THE_MEAN = 0.05;

  private final List<String> reasons = new ArrayList<>();
  private final List<String> saturated = new ArrayList<>();
  private final List<String> notStarted = new ArrayList<>();
  private final Map<String, ProcessorLoss> losses = new LinkedHashMap<>();

  /** A server whose CPU time for a reply was still changing when it was measured. */
  void notFlat(String server, int windows) {
    reasons.add(server + " was not flat after " + windows + " windows of warming up");
  }

  /** A run that was measured. */
  void measured(String run, RunFigures figures, ProcessorLoss loss) {
    if (Boolean.TRUE.equals(figures.extra().get(RunFiguresMaker.GENERATOR_SATURATED))) {
      saturated.add(run);
    }
    if (!Long.valueOf(0).equals(figures.extra().get(RunFiguresMaker.NOT_STARTED))) {
      notStarted.add(run);
    }
    if (Double.isFinite(loss.total())) {
      losses.put(run, loss);
    }
  }

  /** What is known by now. */
  Validity validity() {
    List<String> all = new ArrayList<>(reasons);
    if (!saturated.isEmpty()) {
      all.add("the load generator was short of CPU in " + named(saturated));
    }
    if (!notStarted.isEmpty()) {
      all.add("the load generator could not start all sessions in " + named(notStarted));
    }
    List<String> disturbed =
        losses.entrySet().stream()
            .filter(run -> run.getValue().total() > MOST_IN_A_RUN)
            .map(Map.Entry::getKey)
            .toList();
    if (!disturbed.isEmpty()) {
      all.add(
          "other processes or the host took more than "
              + Numbers.percent(MOST_IN_A_RUN)
              + " of the server's processor in "
              + named(disturbed));
    } else if (mean() > MOST_IN_THE_MEAN) {
      all.add(
          "other processes or the host took "
              + Numbers.percent(mean())
              + " of the server's processor in the mean");
    }
    return new Validity(all);
  }

  /** What was taken in the mean of all runs, for the reader. */
  String taken() {
    return losses.isEmpty()
        ? "not known"
        : "%s stolen by the host, %s used by other processes and the kernel, in the mean of %d runs"
            .formatted(
                Numbers.percent(
                    losses.values().stream()
                        .mapToDouble(ProcessorLoss::stolen)
                        .average()
                        .orElse(0)),
                Numbers.percent(
                    losses.values().stream()
                        .mapToDouble(ProcessorLoss::others)
                        .average()
                        .orElse(0)),
                losses.size());
  }

  private double mean() {
    return losses.values().stream().mapToDouble(ProcessorLoss::total).average().orElse(0);
  }

  private static String named(List<String> runs) {
    return runs.size() == 1
        ? "one run (" + runs.get(0) + ")"
        : runs.size() + " runs (" + runs.get(0) + " the first)";
  }
}
