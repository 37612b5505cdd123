package io.headwaiter.telemetry;

import java.util.concurrent.atomic.LongAdder;
import java.util.stream.LongStream;

/**
 * Counts durations in fixed ranges, for a histogram of Prometheus. Recording takes constant time
 * and allocates nothing. Thread-safe.
 */
public final class DurationHistogram {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final long[] UPPER_MICROS = {
    1_000,
    2_500,
    5_000,
    10_000,
    25_000,
    50_000,
    100_000,
    250_000,
    500_000,
    1_000_000,
    2_500_000,
    5_000_000,
    10_000_000
  };
  private static final long[] UPPER_NANOS =
      LongStream.of(UPPER_MICROS).map(micros -> micros * 1000).toArray();

  // The last one counts what is longer than every bound.
  private final LongAdder[] counts = new LongAdder[UPPER_NANOS.length + 1];
  private final LongAdder sumNanos = new LongAdder();
  private final RecentDurations recent = new RecentDurations();

  /** Creates an empty histogram with bounds from 1 ms to 10 s. */
  public DurationHistogram() {
    for (int i = 0; i < counts.length; i++) {
      counts[i] = new LongAdder();
    }
  }

  /** Adds a duration in nanoseconds; a negative one counts as 0. */
  public void record(long nanos) {
    int range = 0;
    while (range < UPPER_NANOS.length && nanos > UPPER_NANOS[range]) {
      range++;
    }
    counts[range].increment();
    sumNanos.add(Math.max(0, nanos));
    recent.record(nanos);
  }

  /** Returns the latest of these durations. */
  public RecentDurations recent() {
    return recent;
  }

  /**
   * Writes it in seconds.
   *
   * @param name without the prefix; by convention it ends in {@code _seconds}
   * @param help one line
   */
  public void write(MetricsText text, String name, String help) {
    text.begin(name, help, "histogram");
    long upTo = 0;
    for (int i = 0; i < UPPER_NANOS.length; i++) {
      upTo += counts[i].sum();
      text.bucket(Double.toString(UPPER_NANOS[i] / NANOS_PER_SECOND), upTo);
    }
    upTo += counts[UPPER_NANOS.length].sum();
    text.bucket("+Inf", upTo);
    text.sum(sumNanos.sum() / NANOS_PER_SECOND, upTo);
  }
}
