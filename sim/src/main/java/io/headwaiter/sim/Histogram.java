package io.headwaiter.sim;

/** Counts durations in nanoseconds, to within 0.8 %: 128 bins for each doubling. */
final class Histogram {
  private static final int SHIFT = 52 - 7;
  private static final long BASE = Double.doubleToRawLongBits(1) >>> SHIFT;

  private final int[] counts = new int[128 * 48];
  private long total;
  private double sum;

  void add(double nanos) {
    sum += nanos;
    total++;
    counts[bin(Math.max(1, nanos))]++;
  }

  private static int bin(double value) {
    return (int) ((Double.doubleToRawLongBits(value) >>> SHIFT) - BASE);
  }

  long total() {
    return total;
  }

  /** Returns the mean; 0 if there were none. */
  double mean() {
    return total == 0 ? 0 : sum / total;
  }

  /** Returns the middle of the bin of the quantile {@code q}; 0 if there were none. */
  double quantile(double q) {
    long wanted = (long) Math.min(total - 1.0, q * total);
    for (int bin = 0; bin < counts.length && total > 0; bin++) {
      wanted -= counts[bin];
      if (wanted < 0) {
        return Double.longBitsToDouble((((bin + BASE) << 1) + 1) << (SHIFT - 1));
      }
    }
    return 0;
  }
}
