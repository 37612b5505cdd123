package io.headwaiter.front;

import io.headwaiter.core.pool.PoolSizes;
import io.headwaiter.core.pool.SustainableRate;
import io.headwaiter.telemetry.MetricsText;
import java.util.Optional;

/** What {@code /metrics} tells of pools that follow a profile. */
final class PoolMetrics {
  private PoolMetrics() {}

  /**
   * As an interval left them.
   *
   * @param sizes that are set
   * @param rate that these carry; empty if nobody should rely on one
   * @param valid whether the profile says anything
   * @param changes of sizes since the governor was made
   * @param rollBacks how many of these undid another
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
