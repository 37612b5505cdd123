package io.headwaiter.lab.tuning;

import io.headwaiter.core.pool.ProcessorUse;

/**
 * What one of the processors of a process did in the mean, besides working for it, since the
 * machine was started.
 *
 * @param nanos when that was read, by a clock of its own: a server that is asked at the same time
 *     may answer seconds later
 * @param stolenNanos that the host gave to somebody else although there was work, at least 0
 * @param idleNanos without work, at least 0; NaN if nobody knows
 */
public record HostTime(long nanos, double stolenNanos, double idleNanos) {
  /** Nobody knows. */
  static final HostTime UNKNOWN = new HostTime(1, 0, Double.NaN);

  /** The same since an earlier one. */
  public HostTime since(HostTime earlier) {
    return new HostTime(
        nanos - earlier.nanos, stolenNanos - earlier.stolenNanos, idleNanos - earlier.idleNanos);
  }

  /**
   * On average over that time. Ticks are coarse: what was in use was neither stolen nor idle.
   *
   * @param busy processors in use by the process for its work
   * @param compiling processors that it used for its compiler
   * @param processors how many it may use, a part of them where it has a quota
   */
  ProcessorUse use(double busy, double compiling, double processors) {
    double stolen = within(processors * stolenNanos / nanos + compiling, processors - busy);
    Double idle =
        Double.isNaN(idleNanos)
            ? null
            : within(processors * idleNanos / nanos, processors - busy - stolen);
    return new ProcessorUse(busy, processors, stolen, idle);
  }

  private static double within(double part, double most) {
    return Math.max(0, Math.min(most, part));
  }
}
