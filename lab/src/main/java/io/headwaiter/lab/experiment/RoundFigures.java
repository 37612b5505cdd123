package io.headwaiter.lab.experiment;

import io.headwaiter.lab.model.Estimate;
import io.headwaiter.lab.report.RunFigures;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/** The figures of one server under one load from its runs in several rounds. Pure. */
final class RoundFigures {
  private RoundFigures() {}

  /**
   * Means with their intervals over the rounds, and sums of what is counted; a single run as it is.
   *
   * @param rounds of one server under one load, at least one
   */
  static RunFigures of(List<RunFigures> rounds) {
    RunFigures first = rounds.get(0);
    if (rounds.size() == 1) {
      return first;
    }
    return new RunFigures(
        first.server(),
        mean(rounds, RunFigures::factor),
        mean(rounds, RunFigures::offeredPerSecond),
        estimate(rounds, RunFigures::completedPerSecond),
        estimate(rounds, RunFigures::repliesPerSecond),
        estimate(rounds, RunFigures::responseMillisP50),
        estimate(rounds, RunFigures::responseMillisP99),
        sum(rounds, RunFigures::refused),
        sum(rounds, RunFigures::timeouts),
        sum(rounds, RunFigures::brokenAfterAdmission),
        extra(rounds),
        rounds);
  }

  private static double mean(List<RunFigures> rounds, ToDoubleFunction<RunFigures> figure) {
    return rounds.stream().mapToDouble(figure).average().orElseThrow();
  }

  private static Estimate estimate(List<RunFigures> rounds, Function<RunFigures, Estimate> figure) {
    return Estimate.ofBatches(
        rounds.stream().mapToDouble(run -> figure.apply(run).value()).toArray());
  }

  private static long sum(List<RunFigures> rounds, ToLongFunction<RunFigures> count) {
    return rounds.stream().mapToLong(count).sum();
  }

  private static Map<String, Object> extra(List<RunFigures> rounds) {
    Map<String, Object> extra = new LinkedHashMap<>();
    rounds.get(0).extra().keySet().forEach(name -> extra.put(name, extra(rounds, name)));
    return extra;
  }

  /** Counts add up, measured figures have a mean, and what was once so is so. */
  private static Object extra(List<RunFigures> rounds, String name) {
    List<Object> all = rounds.stream().map(run -> run.extra().get(name)).toList();
    Object first = all.get(0);
    if (first instanceof Long) {
      return all.stream().mapToLong(each -> (Long) each).sum();
    }
    if (first instanceof Double) {
      return all.stream().mapToDouble(each -> (Double) each).average().orElseThrow();
    }
    if (first instanceof Boolean) {
      return all.contains(true);
    }
    if (first instanceof Estimate) {
      return Estimate.ofBatches(all.stream().mapToDouble(e -> ((Estimate) e).value()).toArray());
    }
    throw new IllegalArgumentException(name + " of type " + first.getClass() + " has no mean");
  }
}
