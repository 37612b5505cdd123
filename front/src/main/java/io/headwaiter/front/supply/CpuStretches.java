package io.headwaiter.front.supply;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Compares the sum of the accounts with the process's time, over consecutive stretches. A stretch
 * with less than 1 s of CPU time does not count for the largest residual: there the two ticks of
 * the process's clock exceed what is to be seen.
 *
 * <p>Not thread-safe.
 */
final class CpuStretches {
  private static final long USED_NANOS_MIN = 1_000_000_000L;

  private final long lengthNanos;
  private @Nullable CpuBreakdown begin;
  private long beginNanos;
  private @Nullable CpuBreakdown last;
  private double largestPart;
  private long counted;

  /**
   * @param lengthNanos length of a stretch, above 0; it ends at the first look after that
   */
  CpuStretches(long lengthNanos) {
    if (lengthNanos <= 0) {
      throw new IllegalArgumentException("A stretch must be longer than 0, got " + lengthNanos);
    }
    this.lengthNanos = lengthNanos;
  }

  /** Adds a reading of all accounts. */
  void add(long nowNanos, CpuBreakdown total) {
    if (begin != null && nowNanos - beginNanos < lengthNanos) {
      return;
    }
    if (begin != null) {
      last = total.since(begin);
      if (last.process() >= USED_NANOS_MIN) {
        counted++;
        largestPart = Math.max(largestPart, Math.abs(last.residualPart()));
      }
    }
    begin = total;
    beginNanos = nowNanos;
  }

  /** Returns the residual of the last stretch, and the largest of all that count. */
  Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("residualPart", last == null ? 0 : last.residualPart());
    map.put("residualPartMax", largestPart);
    map.put("stretches", counted);
    return map;
  }
}
