package io.headwaiter.front.pools;

import io.headwaiter.core.pool.model.SustainableRate;
import io.headwaiter.core.pool.profile.PoolSizes;
import io.headwaiter.telemetry.MetricsText;
import java.util.Optional;

/** The part of {@code /metrics} about pools that follow a profile. */
final class PoolMetrics {
  private PoolMetrics() {}

  /**
   * Returns the metrics after an interval.
   *
   * @param sizes that are set
   * @param rate that these carry; empty if it is not reliable
   * @param valid whether the profile is valid
   * @param changes of sizes since the governor was made
   * @param rollBacks decisions to restore the sizes of before, also if those could not be set
   */
  static String of(
      PoolSizes sizes,
      Optional<SustainableRate> rate,
      boolean valid,
      long changes,
      long rollBacks) {
    MetricsText text = new MetricsText();
    text.gauge("pool_threads", "Worker threads that are set.", sizes.threads());
    text.gauge("pool_connections", "Database connections that are set.", sizes.connections());
    text.gauge(
        "pool_profile_valid",
        "Whether the profile of the pools says anything: 1 or 0.",
        valid ? 1 : 0);
    text.gauge(
        "pool_sessions_per_second", "Sessions that the pools carry; none while that is unknown.");
    rate.ifPresent(r -> text.sample(r.sessionsPerSecond()));
    text.counter("pool_changes_total", "Times that the pools were given other sizes.", changes);
    text.counter("pool_roll_backs_total", "Times that these were the sizes of before.", rollBacks);
    return text.toString();
  }
}
