package io.headwaiter.front.pools;

import io.headwaiter.core.pool.model.SustainableRate;
import io.headwaiter.core.pool.profile.PoolSizes;
import io.headwaiter.telemetry.FigureTable;
import io.headwaiter.telemetry.FigureTable.Unit;
import java.util.Optional;

/**
 * The figures of pools that follow a profile, after an interval.
 *
 * @param sizes that are set
 * @param rate that these carry; empty if it is not reliable
 * @param valid whether the profile is valid
 * @param changes of sizes since the governor was made
 * @param rollBacks decisions to restore the sizes of before, also if those could not be set
 */
public record PoolFigures(
    PoolSizes sizes, Optional<SustainableRate> rate, boolean valid, long changes, long rollBacks) {
  /** The figures of {@code /status} and {@code /metrics}. */
  public static final FigureTable<PoolFigures> TABLE =
      new FigureTable<PoolFigures>()
          .gauge("pool_threads", Unit.COUNT, "Worker threads that are set.")
          .row("", s -> s.sizes.threads())
          .gauge("pool_connections", Unit.COUNT, "Database connections that are set.")
          .row("", s -> s.sizes.connections())
          .gauge(
              "pool_profile_valid",
              Unit.COUNT,
              "Whether the profile of the pools says anything: 1 or 0.")
          .row("", s -> s.valid ? 1 : 0)
          .gauge(
              "pool_sessions_per_second",
              Unit.PER_SECOND,
              "Sessions that the pools carry; none while that is unknown.")
          .row("", s -> s.rate.map(SustainableRate::sessionsPerSecond).orElse(null))
          .counter("pool_changes_total", Unit.COUNT, "Times that the pools were given other sizes.")
          .row("", s -> s.changes)
          .counter(
              "pool_roll_backs_total",
              Unit.COUNT,
              "Times that the pools were set back to their earlier sizes.")
          .row("", s -> s.rollBacks);
}
