package io.headwaiter.lab.bench;

import io.headwaiter.load.LoadOptions;
import io.headwaiter.load.results.Broken;
import io.headwaiter.load.results.BrokenReasons;
import io.headwaiter.load.results.GeneratorHealth;
import io.headwaiter.load.results.Handshakes;
import io.headwaiter.load.results.Interval;
import io.headwaiter.load.results.LoadResult;
import io.headwaiter.load.results.Manifest;
import io.headwaiter.load.results.Percentiles;
import io.headwaiter.load.results.Replies;
import io.headwaiter.load.results.SessionCounts;
import io.headwaiter.load.results.Timeouts;
import java.util.List;
import java.util.Map;

/** Made-up results of the load generator. */
final class Results {
  static final Percentiles NONE = new Percentiles(0, 0, 0, 0, 0, 0, 0);

  private Results() {}

  /** A run that offered what its options say and completed so many sessions per second. */
  static LoadResult of(
      LoadOptions options, double completedPerSecond, double p99, long refusedLaterResuming) {
    return of(options, completedPerSecond, p99, refusedLaterResuming, /* saturated= */ false);
  }

  /** The same from a load generator that may have been short of CPU. */
  static LoadResult of(
      LoadOptions options,
      double completedPerSecond,
      double p99,
      long refusedLaterResuming,
      boolean saturated) {
    double seconds = options.run().durationMillis() / 1000.0;
    double offered = options.arrivals().ratePerSecond();
    long completed = Math.round(completedPerSecond * seconds);
    long replies = Math.round(8.5 * completed);
    long refused = Math.round((offered - completedPerSecond) * seconds);
    BrokenReasons none = new BrokenReasons(0, 0, 0);
    BrokenReasons resuming = new BrokenReasons(refusedLaterResuming, 0, 0);
    Percentiles response =
        completed == 0
            ? NONE
            : new Percentiles(replies, p99 / 5, p99 / 6, p99 / 2, p99, 2 * p99, 3 * p99);
    return new LoadResult(
        new Manifest("2026-01-01T00:00:00Z", options.seed(), options, Map.of(), Map.of(), Map.of()),
        seconds,
        offered,
        completedPerSecond,
        8.5 * completedPerSecond,
        new Interval(completedPerSecond, completedPerSecond / 50, 5, 4),
        new Interval(8.5 * completedPerSecond, 8.5 * completedPerSecond / 50, 5, 4),
        new SessionCounts(
            Math.round(offered * seconds), 0, 0, 0, completed, refused, 0, refusedLaterResuming, 0),
        new Broken(resuming, resuming, none),
        response,
        Map.of(),
        NONE,
        NONE,
        NONE,
        NONE,
        NONE,
        NONE,
        new Handshakes(completed, 2 * completed, refused),
        new Replies(replies, replies, 0, 0, 0, 0),
        new Timeouts(0, 0, 0),
        0,
        0,
        Map.of(),
        List.of(),
        new GeneratorHealth(NONE, 0.3, 0.4, saturated, "rule"));
  }
}
