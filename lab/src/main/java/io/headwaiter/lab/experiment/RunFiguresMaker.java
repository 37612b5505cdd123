package io.headwaiter.lab.experiment;

import io.headwaiter.lab.report.Estimate;
import io.headwaiter.lab.report.RunFigures;
import io.headwaiter.lab.results.BrokenReasons;
import io.headwaiter.lab.results.Interval;
import io.headwaiter.lab.results.LoadResult;
import io.headwaiter.lab.results.SessionCounts;
import java.util.LinkedHashMap;
import java.util.Map;

/** Turns what the load generator found into the figures of a run. Pure. */
final class RunFiguresMaker {
  /** Keys of {@link RunFigures#extra()} that the checks read. */
  static final String REFUSED_LATER_RESUMING = "brokenRefusedResuming";

  static final String REFUSED_LATER_NOT_RESUMING = "brokenRefusedNotResuming";
  static final String GENERATOR_SATURATED = "generatorSaturated";
  static final String NOT_STARTED = "notStarted";

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
        rate(
            result.completedPerSecond(),
            sessions.completed(),
            result.windowSeconds(),
            result.completedPerSecondInterval()),
        rate(
            result.repliesPerSecond(),
            result.replies().total(),
            result.windowSeconds(),
            result.repliesPerSecondInterval()),
        PercentileInterval.p50(result.responseMillis(), visits),
        PercentileInterval.p99(result.responseMillis(), visits),
        sessions.refused(),
        result.timeouts().total(),
        result.brokenAfterAdmission().all().total(),
        extra(result, serverCpuCores));
  }

  /**
   * Of no event in t seconds, the true rate is below 3/t with 95 % confidence, whatever the batches
   * say.
   */
  private static Estimate rate(double value, long count, double seconds, Interval interval) {
    if (count == 0) {
      return new Estimate(0, 0, 3 / seconds);
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
    Estimate completed =
        rate(
            result.completedPerSecond(),
            result.sessions().completed(),
            result.windowSeconds(),
            result.completedPerSecondInterval());
    return new Estimate(millis, millis, millis).dividedBy(completed);
  }
}
