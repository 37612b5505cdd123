package io.headwaiter.front.supply;

/** {@code cpu.stat} of a control group, of either version. Not thread-safe. */
final class GroupStat {
  private static final long NANOS_PER_MICRO = 1_000;

  private long usageNanos;
  private long throttledNanos;

  /** Reads the text; values that it does not have are {@link FileText#NONE}. */
  void read(FileText text) {
    usageNanos = FileText.NONE;
    throttledNanos = FileText.NONE;
    while (text.hasMore()) {
      if (text.take("usage_usec ")) {
        usageNanos = nanos(text.number());
      } else if (text.take("throttled_usec ")) {
        throttledNanos = nanos(text.number());
      } else if (text.take("throttled_time ")) {
        throttledNanos = text.number();
      }
      text.skipLine();
    }
  }

  private static long nanos(long micros) {
    boolean fits = micros >= 0 && micros <= Long.MAX_VALUE / NANOS_PER_MICRO;
    return fits ? micros * NANOS_PER_MICRO : FileText.NONE;
  }

  /** Returns the CPU time of all processes in the group and below it; version 2 only. */
  long usageNanos() {
    return usageNanos;
  }

  /** Returns how long the quota stopped it, summed over processors. */
  long throttledNanos() {
    return throttledNanos;
  }
}
