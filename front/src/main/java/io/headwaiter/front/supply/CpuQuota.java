package io.headwaiter.front.supply;

/**
 * Parses how many processors a control group may use on average over a period. {@link
 * Double#POSITIVE_INFINITY} is no quota; NaN is a file that makes no sense.
 */
final class CpuQuota {
  private CpuQuota() {}

  /** Returns the quota of version 2, {@code cpu.max}: {@code 50000 100000} is half a processor. */
  static double ofMax(FileText text) {
    if (text.take("max")) {
      return Double.POSITIVE_INFINITY;
    }
    long quota = text.number();
    text.skipBlanks();
    return ratio(quota, text.number());
  }

  /** Returns the quota of version 1, {@code cpu.cfs_quota_us}: microseconds, or -1 for none. */
  static double ofCfs(FileText quotaMicros, FileText periodMicros) {
    if (quotaMicros.take("-1")) {
      return Double.POSITIVE_INFINITY;
    }
    return ratio(quotaMicros.number(), periodMicros.number());
  }

  private static double ratio(long quota, long period) {
    return quota <= 0 || period <= 0 ? Double.NaN : (double) quota / period;
  }
}
