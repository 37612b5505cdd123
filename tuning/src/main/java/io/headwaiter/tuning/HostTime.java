package io.headwaiter.tuning;

import io.headwaiter.core.pool.profile.ProcessorUse;

/**
 * Stolen and idle time of a processor of a process, averaged over its processors, since the start
 * of the machine.
 *
 * @param nanos instant of the reading, by its own clock, because a server asked at the same time
 *     may answer seconds later
 * @param stolenNanos time that the host gave to another guest although there was work, at least 0
 * @param idleNanos time without work, at least 0; NaN if unknown
 */
public record HostTime(long nanos, double stolenNanos, double idleNanos) {
  /** The times are unknown. */
  static final HostTime UNKNOWN = new HostTime(1, 0, Double.NaN);

  /** Returns the times since an earlier reading. */
  public HostTime since(HostTime earlier) {
    return new HostTime(
        nanos - earlier.nanos, stolenNanos - earlier.stolenNanos, idleNanos - earlier.idleNanos);
  }

  /**
   * Returns the average use over that time. Because ticks are coarse, stolen and idle are limited
   * to what was not busy.
   *
   * @param busy processors in use by the process for its work
   * @param compiling processors that it used for its compiler
   * @param processors number that it may use, a fraction if it has a quota
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
