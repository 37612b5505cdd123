package io.headwaiter.lab.outcome;

import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.report.Chart;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An experiment of parts, one after the other. A part that fails does not keep the others from
 * being measured. Belongs to one thread.
 */
public final class PartedExperiment {
  private final List<ExperimentPart> parts;
  private final ProgressLine progress;

  /**
   * @param parts those to run, in this order
   */
  public PartedExperiment(List<ExperimentPart> parts, ProgressLine progress) {
    this.parts = List.copyOf(parts);
    this.progress = progress;
  }

  /**
   * Of all parts those that were asked for, in their own order.
   *
   * @param only names; empty for all
   * @throws IllegalArgumentException when there is no part of such a name
   */
  public static List<ExperimentPart> choose(List<ExperimentPart> all, List<String> only) {
    List<String> names = all.stream().map(ExperimentPart::name).toList();
    for (String name : only) {
      if (!names.contains(name)) {
        throw new IllegalArgumentException(
            "the experiment has no part \"" + name + "\"; there are " + String.join(", ", names));
      }
    }
    return all.stream().filter(part -> only.isEmpty() || only.contains(part.name())).toList();
  }

  public ExperimentOutcome run() throws InterruptedException {
    Map<String, ExperimentOutcome> outcomes = new LinkedHashMap<>();
    List<String> failures = new ArrayList<>();
    Duration left =
        parts.stream().map(ExperimentPart::longest).reduce(Duration.ZERO, Duration::plus);
    for (ExperimentPart part : parts) {
      progress.done(
          "== %s (part %d of %d, %s at most; all that is left: %s)"
              .formatted(
                  part.name(),
                  outcomes.size() + failures.size() + 1,
                  parts.size(),
                  words(part.longest()),
                  words(left)));
      try {
        ExperimentOutcome outcome = part.run();
        outcomes.put(part.name(), outcome);
        progress.done(outcome.table());
        outcome.checks().forEach(check -> progress.done(OutcomeFiles.line(check)));
        outcome.failures().forEach(progress::done);
      } catch (IOException | RuntimeException e) {
        failures.add("The part " + part.name() + " failed: " + why(e));
        progress.done(failures.get(failures.size() - 1));
      }
      left = left.minus(part.longest());
    }
    return together(outcomes, failures);
  }

  /** What a reader is told of it. */
  public static String why(Exception e) {
    String message = e.getMessage() == null ? e.toString() : e.getMessage();
    return e.getCause() == null ? message : message + " Cause: " + e.getCause();
  }

  /** One outcome of all. */
  public static ExperimentOutcome together(
      Map<String, ExperimentOutcome> outcomes, List<String> failures) {
    StringBuilder tables = new StringBuilder();
    List<Check> checks = new ArrayList<>();
    List<String> all = new ArrayList<>(failures);
    outcomes.values().forEach(outcome -> all.addAll(outcome.failures()));
    List<String> notes = new ArrayList<>(all);
    Map<String, Object> raw = new LinkedHashMap<>();
    List<Chart> charts = new ArrayList<>();
    outcomes.forEach(
        (name, outcome) -> {
          tables.append("== ").append(name).append('\n').append(outcome.table()).append('\n');
          checks.addAll(outcome.checks());
          counted(outcome.notes()).forEach(note -> notes.add(name + ": " + note));
          raw.put(name, outcome.raw());
          charts.addAll(outcome.charts());
        });
    return new ExperimentOutcome(tables.toString(), checks, notes, raw, charts, all);
  }

  /** Each note once, with how often it was made. */
  static List<String> counted(List<String> notes) {
    Map<String, Integer> times = new LinkedHashMap<>();
    notes.forEach(note -> times.merge(note, 1, Integer::sum));
    return times.entrySet().stream()
        .map(e -> e.getValue() == 1 ? e.getKey() : e.getKey() + " (" + e.getValue() + " times)")
        .toList();
  }

  /** Rounded to minutes, or seconds of less than half of one. */
  public static String words(Duration duration) {
    long minutes = duration.plusSeconds(30).toMinutes();
    return minutes == 0 ? duration.toSeconds() + " s" : minutes + " min";
  }
}
