package io.headwaiter.lab.experiment;

import io.headwaiter.lab.model.Estimate;
import io.headwaiter.lab.report.RunFigures;
import io.headwaiter.lab.results.BrokenReasons;
import io.headwaiter.lab.results.Interval;
import io.headwaiter.lab.results.LoadResult;
import io.headwaiter.lab.results.SecondBucket;
import io.headwaiter.lab.results.SessionCounts;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Turns what the load generator found into the figures of a run. Pure. */
final class RunFiguresMaker {
  /** Keys of {@link RunFigures#extra()} that the checks read. */
  static final String REFUSED_LATER_RESUMING = "brokenRefusedResuming";

  static final String REFUSED_LATER_NOT_RESUMING = "brokenRefusedNotResuming";
  static final String GENERATOR_SATURATED = "generatorSaturated";
  static final String NOT_STARTED = "notStarted";

  private static final int MIN_BATCHES = 4;

  private RunFiguresMaker() {}

  /**
   * Figures of one run.
   *
   * @param serverCpuCores CPU seconds of the server per second of the window, NaN when unknown
   */
  static RunFigures of(String server, double factor, LoadResult result, double serverCpuCores) {
    SessionCounts sessions = result.sessions();
    long visits = sessions.completed() + sessions.broken();
    return new RunFigures(
        server,
        factor,
        result.offeredPerSecond(),
        completed(result),
        replies(result),
        PercentileInterval.p50(result.responseMillis(), visits),
        PercentileInterval.p99(result.responseMillis(), visits),
        sessions.refused(),
        result.timeouts().total(),
        result.brokenAfterAdmission().all().total(),
        extra(result, serverCpuCores));
  }

  private static Estimate completed(LoadResult result) {
    return rate(
        result.completedPerSecond(),
        result.sessions().completed(),
        result,
        result.completedPerSecondInterval(),
        SecondBucket::completed);
  }

  private static Estimate replies(LoadResult result) {
    return rate(
        result.repliesPerSecond(),
        result.replies().total(),
        result,
        result.repliesPerSecondInterval(),
        SecondBucket::replies);
  }

  /**
   * The rate with the load generator's interval; with one-second batches where a short window gave
   * it too few batches to say anything. Of no event in t seconds, the true rate is below 3/t with
   * 95 % confidence, whatever the batches say.
   */
  private static Estimate rate(
      double value,
      long count,
      LoadResult result,
      Interval interval,
      ToDoubleFunction<SecondBucket> perSecond) {
    if (count == 0) {
      return new Estimate(0, 0, 3 / result.windowSeconds());
    }
    if (interval.batches() < MIN_BATCHES && result.perSecond().size() >= MIN_BATCHES) {
      return Estimate.around(value, result.perSecond().stream().mapToDouble(perSecond).toArray());
    }
    Double half = interval.halfWidth();
    if (half == null || !Double.isFinite(half)) {
      return Estimate.of(value);
    }
    return new Estimate(value, Math.min(value, Math.max(0, value - half)), value + half);
  }

  private static Map<String, Object> extra(LoadResult result, double serverCpuCores) {
    Map<String, Object> extra = new LinkedHashMap<>();
    extra.put("serverCpuCores", serverCpuCores);
    extra.put("serverCpuMillisPerCompletedSession", cpuPerSession(result, serverCpuCores));
    extra.put("handshakesFull", result.handshakes().full());
    extra.put("handshakesResumed", result.handshakes().resumed());
    extra.put("handshakesFailed", result.handshakes().failed());
    extra.put("timedOutBeforeEntry", result.sessions().timedOutBeforeEntry());
    broken(extra, "Resuming", result.brokenAfterAdmission().resuming());
    broken(extra, "NotResuming", result.brokenAfterAdmission().notResuming());
    extra.put("staleReconnects", result.staleReconnects());
    extra.put(NOT_STARTED, result.sessions().notStarted());
    extra.put("schedulingLagMillisP99", result.generator().schedulingLagMillis().p99());
    extra.put(GENERATOR_SATURATED, result.generator().generatorSaturated());
    return extra;
  }

  private static void broken(Map<String, Object> extra, String habit, BrokenReasons reasons) {
    extra.put("brokenRefused" + habit, reasons.refusedLaterConnection());
    extra.put("brokenTimeout" + habit, reasons.timeout());
    extra.put("brokenError" + habit, reasons.error());
  }

  private static Estimate cpuPerSession(LoadResult result, double serverCpuCores) {
    if (!Double.isFinite(serverCpuCores)) {
      return Estimate.UNKNOWN;
    }
    double millis = 1000 * serverCpuCores;
    return new Estimate(millis, millis, millis).dividedBy(completed(result));
  }
}
