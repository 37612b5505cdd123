package io.headwaiter.lab.host;

import io.headwaiter.tuning.HostTime;

/**
 * The part of the servers' processors that a server did not get while it was measured, each from 0
 * to 1.
 *
 * @param stolen the host gave to another guest
 * @param others other processes and the kernel used
 */
public record ProcessorLoss(double stolen, double others) {
  /** Where nobody counts. */
  public static final ProcessorLoss UNKNOWN = new ProcessorLoss(Double.NaN, Double.NaN);

  /**
   * What is left of the time of a processor after the server and idleness:
   *
   * <pre>
   *   others = 1 - idle / t - stolen / t - cpu / (n t)
   * </pre>
   *
   * <p>Worked: of 4 s on one processor 0.2 s idle, 0.1 s stolen and 3.6 s of the server leave 0.1
   * s, so 0.025 was stolen and 0.025 went to others.
   *
   * @param passed a mean processor's time, of those of the server; null where nobody counts
   * @param cpuSeconds of the server in that time
   * @param processors how many the server has, at least 1
   */
  public static ProcessorLoss of(HostTime passed, double cpuSeconds, int processors) {
    if (passed == null || !(passed.nanos() > 0) || !Double.isFinite(cpuSeconds)) {
      return UNKNOWN;
    }
    double stolen = passed.stolenNanos() / passed.nanos();
    double idle = passed.idleNanos() / passed.nanos();
    double own = 1e9 * cpuSeconds / processors / passed.nanos();
    return new ProcessorLoss(stolen, Math.max(0, 1 - idle - stolen - own));
  }

  /** Both; NaN where nobody counts. */
  public double total() {
    return stolen + others;
  }
}
