package io.headwaiter.lab.experiment;

import static io.headwaiter.lab.experiment.DemoPlan.HEADWAITER;
import static io.headwaiter.lab.experiment.DemoPlan.STOCK;

import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.model.Estimate;
import io.headwaiter.lab.report.Findings;
import io.headwaiter.lab.report.RunFigures;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The claims that the demo measures, computed from its runs. A claim whose runs are missing is
 * undecided. Servers and loads take turns in rounds, so ratios are taken within each.
 */
final class DemoChecks {
  private DemoChecks() {}

  static List<Check> of(List<RunFigures> runs, RunFigures reference) {
    List<Check> checks = new ArrayList<>();
    checks.add(
        Check.atLeast(
            "completed-5x-of-best",
            "At 5x Headwaiter completes at least 96 % of the sessions per second of its own best point",
            ofBest(runs, 5, HEADWAITER),
            "of its best",
            0.96));
    checks.add(
        Check.atLeast(
            "completed-20x-of-best",
            "At 20x Headwaiter completes at least 93 % of the sessions per second of its own best point",
            ofBest(runs, 20, HEADWAITER),
            "of its best",
            0.93));
    checks.add(
        Check.atLeast(
            "completed-5x-of-stock-best",
            "At 5x Headwaiter completes at least as many sessions per second as the stock server's best",
            ofBest(runs, 5, STOCK),
            "of stock's best",
            1));
    checks.add(
        Check.atMost(
            "p99-20x-of-reference",
            "At 20x the p99 response time is at most twice the p99 at the same completed rate without overload",
            p99Ratio(runs, reference),
            "times",
            2));
    checks.add(
        Check.atMost(
            "resuming-visits-refused",
            "No visit of a client that resumes is refused after it was let in",
            refusedLater(runs),
            "visits",
            0));
    return checks;
  }

  /** What Headwaiter completes under a load, of the best that a server completes under any. */
  private static Estimate ofBest(List<RunFigures> runs, double factor, String server) {
    Optional<RunFigures> one = at(runs, factor);
    if (one.isEmpty() || of(runs, server).findAny().isEmpty()) {
      return Estimate.UNKNOWN;
    }
    return one.get().ratioTo(Findings.best(runs, server), RunFigures::completedPerSecond);
  }

  private static Estimate p99Ratio(List<RunFigures> runs, RunFigures reference) {
    if (reference == null) {
      return Estimate.UNKNOWN;
    }
    return at(runs, 20)
        .map(run -> run.ratioTo(reference, RunFigures::responseMillisP99))
        .orElse(Estimate.UNKNOWN);
  }

  /** A count over all of Headwaiter's runs, exact. */
  private static Estimate refusedLater(List<RunFigures> runs) {
    List<Long> counts =
        of(runs, HEADWAITER)
            .map(r -> r.extra().get(RunFiguresMaker.REFUSED_LATER_RESUMING))
            .filter(Long.class::isInstance)
            .map(Long.class::cast)
            .toList();
    if (counts.isEmpty()) {
      return Estimate.UNKNOWN;
    }
    double sum = counts.stream().mapToLong(Long::longValue).sum();
    return new Estimate(sum, sum, sum);
  }

  private static Optional<RunFigures> at(List<RunFigures> runs, double factor) {
    return of(runs, HEADWAITER).filter(r -> r.factor() == factor).findFirst();
  }

  private static java.util.stream.Stream<RunFigures> of(List<RunFigures> runs, String server) {
    return runs.stream().filter(r -> r.server().equals(server));
  }
}
