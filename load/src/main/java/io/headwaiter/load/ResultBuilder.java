package io.headwaiter.load;

import io.headwaiter.load.results.BatchMeans;
import io.headwaiter.load.results.Broken;
import io.headwaiter.load.results.BrokenReasons;
import io.headwaiter.load.results.GeneratorHealth;
import io.headwaiter.load.results.Handshakes;
import io.headwaiter.load.results.LoadResult;
import io.headwaiter.load.results.Manifest;
import io.headwaiter.load.results.Percentiles;
import io.headwaiter.load.results.Replies;
import io.headwaiter.load.results.SecondBucket;
import io.headwaiter.load.results.SessionCounts;
import io.headwaiter.load.results.Timeouts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** Turns the recordings of the loops into the result of a run. */
final class ResultBuilder {
  private static final double MICROS_PER_MILLI = 1000;
  private static final double MOST_CPU_SHARE = 0.9;
  private static final double MOST_LAG_P99_MILLIS = 20;
  private static final String RULE =
      "saturated when an event loop used more than 90 % of a core, when the p99 of the scheduling"
          + " lag is over 20 ms, when arrivals were not started, or when there was no free file"
          + " descriptor or local port";

  private final RunPlan plan;
  private final Instant startedAt;
  private final List<LoopRun> runs;
  private final Recorder seen;
  private final double seconds;

  ResultBuilder(RunPlan plan, Instant startedAt, List<LoopRun> runs, Recorder seen) {
    this.plan = plan;
    this.startedAt = startedAt;
    this.runs = runs;
    this.seen = seen;
    long ended = runs.stream().mapToLong(LoopRun::endedNanos).max().orElseThrow();
    long measured = Math.min(plan.windowEndNanos(), ended) - plan.windowStartNanos();
    this.seconds = Math.max(1, measured) / (double) TimeUnit.SECONDS.toNanos(1);
  }

  LoadResult build() {
    Histogram handshakes = seen.fullHandshakes().copy();
    handshakes.add(seen.resumedHandshakes());
    return new LoadResult(
        manifest(),
        seconds,
        seen.get(Count.OFFERED) / seconds,
        seen.get(Count.COMPLETED) / seconds,
        seen.get(Count.REPLY) / seconds,
        BatchMeans.of(wholeSeconds(Count.COMPLETED)),
        BatchMeans.of(wholeSeconds(Count.REPLY)),
        sessions(),
        broken(),
        millis(seen.allResponses()),
        byInteraction(),
        millis(handshakes),
        millis(seen.fullHandshakes()),
        millis(seen.resumedHandshakes()),
        Percentiles.of(seen.completedLengths(), 1),
        millis(seen.completedTimes()),
        millis(seen.connectionTimes()),
        new Handshakes(
            seen.get(Count.HANDSHAKE_FULL),
            seen.get(Count.HANDSHAKE_RESUMED),
            seen.get(Count.HANDSHAKE_FAILED)),
        replies(),
        timeouts(),
        seen.get(Count.RETRY),
        seen.get(Count.STALE_RECONNECT),
        errors(),
        perSecond(),
        health());
  }

  private Manifest manifest() {
    return new Manifest(
        startedAt.toString(),
        plan.options().seed(),
        plan.options(),
        Environment.versions(),
        Environment.machine(),
        Environment.notes());
  }

  private SessionCounts sessions() {
    long offered = seen.get(Count.OFFERED);
    long cameBack = seen.get(Count.CAME_BACK);
    long notStarted = seen.get(Count.NOT_STARTED);
    return new SessionCounts(
        offered,
        cameBack,
        notStarted,
        offered + cameBack - notStarted,
        seen.get(Count.COMPLETED),
        seen.get(Count.REFUSED),
        seen.get(Count.TIMED_OUT_BEFORE_ENTRY),
        seen.get(Count.BROKEN),
        runs.stream().mapToLong(LoopRun::unfinished).sum());
  }

  private Broken broken() {
    BrokenReasons resuming =
        new BrokenReasons(
            seen.get(Count.BROKEN_REFUSED_RESUMING),
            seen.get(Count.BROKEN_TIMEOUT_RESUMING),
            seen.get(Count.BROKEN_ERROR_RESUMING));
    BrokenReasons fresh =
        new BrokenReasons(
            seen.get(Count.BROKEN_REFUSED_FRESH),
            seen.get(Count.BROKEN_TIMEOUT_FRESH),
            seen.get(Count.BROKEN_ERROR_FRESH));
    BrokenReasons all =
        new BrokenReasons(
            resuming.refusedLaterConnection() + fresh.refusedLaterConnection(),
            resuming.timeout() + fresh.timeout(),
            resuming.error() + fresh.error());
    return new Broken(all, resuming, fresh);
  }

  private Map<String, Percentiles> byInteraction() {
    Map<String, Percentiles> responses = new LinkedHashMap<>();
    seen.responses().forEach((interaction, h) -> responses.put(interaction.label(), millis(h)));
    return responses;
  }

  private static Percentiles millis(Histogram micros) {
    return Percentiles.of(micros, MICROS_PER_MILLI);
  }

  private Replies replies() {
    return new Replies(
        seen.get(Count.REPLY),
        seen.get(Count.REPLY_2XX),
        seen.get(Count.REPLY_3XX),
        seen.get(Count.REPLY_4XX),
        seen.get(Count.REPLY_5XX),
        seen.get(Count.REPLY_IMAGE));
  }

  private Timeouts timeouts() {
    return new Timeouts(
        seen.get(Failure.CONNECT_TIMEOUT),
        seen.get(Failure.HANDSHAKE_TIMEOUT),
        seen.get(Failure.REPLY_TIMEOUT));
  }

  private Map<String, Long> errors() {
    Map<String, Long> errors = new LinkedHashMap<>();
    for (Failure failure : Failure.values()) {
      if (seen.get(failure) > 0) {
        errors.put(failure.label(), seen.get(failure));
      }
    }
    return errors;
  }

  private List<SecondBucket> perSecond() {
    List<SecondBucket> buckets = new ArrayList<>();
    for (int second = 0; second < Math.ceil(seconds); second++) {
      buckets.add(
          new SecondBucket(
              second,
              seen.bySecond(Count.OFFERED)[second],
              seen.bySecond(Count.COMPLETED)[second],
              seen.bySecond(Count.REFUSED)[second],
              seen.bySecond(Count.BROKEN)[second]
                  + seen.bySecond(Count.TIMED_OUT_BEFORE_ENTRY)[second],
              seen.bySecond(Count.REPLY)[second]));
    }
    return buckets;
  }

  /** Returns the series without an incomplete last second. */
  private long[] wholeSeconds(Count count) {
    return Arrays.copyOf(seen.bySecond(count), (int) seconds);
  }

  private GeneratorHealth health() {
    Percentiles lag = millis(seen.lag());
    double busiest = runs.stream().mapToDouble(LoopRun::cpuShare).max().orElse(0);
    double process = runs.stream().mapToDouble(LoopRun::processCores).max().orElse(0);
    boolean saturated =
        busiest > MOST_CPU_SHARE
            || lag.p99() > MOST_LAG_P99_MILLIS
            || seen.get(Count.NOT_STARTED) > 0
            || seen.get(Failure.NO_SOCKET) > 0;
    return new GeneratorHealth(lag, busiest, process, saturated, RULE);
  }
}
