package io.headwaiter.lab.tuning;

import io.headwaiter.core.pool.ProcessorUse;

/**
 * What the processors of a process did, besides working for it, since the machine was started.
 *
 * @param stolenNanos that the host gave to somebody else although there was work, at least 0
 * @param idleNanos without work, at least 0; NaN if nobody knows
 */
public record HostTime(double stolenNanos, double idleNanos) {
  /** Nobody knows. */
  static final HostTime UNKNOWN = new HostTime(0, Double.NaN);

  /** The same since an earlier one. */
  HostTime since(HostTime earlier) {
    return new HostTime(stolenNanos - earlier.stolenNanos, idleNanos - earlier.idleNanos);
  }

  /**
   * On average over a time. Ticks are coarse: what was in use was neither stolen nor idle.
   *
   * @param busy processors in use by the process for its work
   * @param compiling processors that it used for its compiler
   * @param processors how many it may use
   * @param spanNanos above 0
   */
  ProcessorUse use(double busy, double compiling, double processors, double spanNanos) {
    double stolen = within(stolenNanos / spanNanos + compiling, processors - busy);
    Double idle =
        Double.isNaN(idleNanos) ? null : within(idleNanos / spanNanos, processors - busy - stolen);
    return new ProcessorUse(busy, processors, stolen, idle);
  }

  private static double within(double part, double most) {
    return Math.max(0, Math.min(most, part));
  }
}
