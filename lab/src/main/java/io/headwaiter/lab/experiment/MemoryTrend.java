package io.headwaiter.lab.experiment;

import io.headwaiter.lab.model.Estimate;
import java.util.List;

/**
 * Whether a process grows, from samples of its memory along a run.
 *
 * <p>Judged is the mean of the last quarter of the run against that of the second: the first one
 * belongs to caches and pools that fill. The two are half a run apart, so what they differ by
 * divided by half of the handshakes is the growth for each. With bound B and n handshakes the
 * smallest leak that can be seen is
 *
 * <pre>
 *   leak = B / (n / 2)
 * </pre>
 *
 * <p>Worked: B = 10 MB and n = 200,000 give 100 bytes for each handshake.
 *
 * <p>The slope of the last half is the least-squares slope of each of its five parts, with the
 * interval of batch means over these; neighbouring samples depend on each other, parts of several
 * seconds hardly do.
 *
 * @param samples in the order they were taken
 */
record MemoryTrend(List<Sample> samples) {
  private static final int PARTS = 5;
  private static final int LEAST_FOR_SLOPE = 3;

  /**
   * One look.
   *
   * @param handshakes so far
   * @param bytes of memory
   */
  record Sample(double handshakes, double bytes) {}

  /** Copies the list. */
  MemoryTrend {
    samples = List.copyOf(samples);
  }

  /**
   * Mean of the last quarter less mean of the second, in bytes, with the interval over the
   * differences between the fifths of the two quarters.
   */
  Estimate growthBytes() {
    double[] differences = new double[PARTS];
    for (int i = 0; i < PARTS; i++) {
      double from = 0.25 * i / PARTS;
      double to = from + 0.25 / PARTS;
      differences[i] = mean(0.75 + from, 0.75 + to) - mean(0.25 + from, 0.25 + to);
    }
    return Estimate.ofSignedBatches(differences);
  }

  /** Mean of the second quarter in bytes; NaN without samples there. */
  double levelBytes() {
    return mean(0.25, 0.5);
  }

  /** Slope of the last half, in bytes for each handshake. */
  Estimate slopeOfLastHalf() {
    double[] slopes = new double[PARTS];
    for (int i = 0; i < PARTS; i++) {
      double from = 0.5 + 0.5 * i / PARTS;
      slopes[i] = slope(between(from, from + 0.5 / PARTS));
    }
    return Estimate.ofSignedBatches(slopes);
  }

  /** Bytes for each handshake that a leak must have to grow by so much between the quarters. */
  static double smallestLeak(double boundBytes, double handshakes) {
    return boundBytes / (handshakes / 2);
  }

  private double mean(double from, double to) {
    return between(from, to).stream().mapToDouble(Sample::bytes).average().orElse(Double.NaN);
  }

  /** Samples of a part of the run, counted in handshakes. */
  private List<Sample> between(double from, double to) {
    if (samples.isEmpty()) {
      return List.of();
    }
    double first = samples.get(0).handshakes();
    double all = samples.get(samples.size() - 1).handshakes() - first;
    return samples.stream()
        .filter(s -> s.handshakes() - first >= from * all && s.handshakes() - first <= to * all)
        .toList();
  }

  /** Least squares; NaN for fewer than three samples or no handshakes. */
  private static double slope(List<Sample> part) {
    if (part.size() < LEAST_FOR_SLOPE) {
      return Double.NaN;
    }
    double x = part.stream().mapToDouble(Sample::handshakes).average().orElseThrow();
    double y = part.stream().mapToDouble(Sample::bytes).average().orElseThrow();
    double xy = part.stream().mapToDouble(s -> (s.handshakes() - x) * (s.bytes() - y)).sum();
    double xx = part.stream().mapToDouble(s -> (s.handshakes() - x) * (s.handshakes() - x)).sum();
    return xy / xx;
  }
}
