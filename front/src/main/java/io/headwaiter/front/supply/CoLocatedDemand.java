package io.headwaiter.front.supply;

/**
 * Estimates what others use for each processor that this process uses: least squares with a memory.
 *
 * <pre>
 *   slope = cov(u, o) / ( var(u) + r ),  held within 0 and 4
 *   mean, var and cov decay over T = 20 s
 *   r = 0.1^2 (1 + T / t)   keeps the noise of a steady u, and the first t seconds, from giving one
 * </pre>
 *
 * <p>Worked number: u alternates between 0 and 1 (var 0.25), o between 0.1 and 0.6 (cov 0.125):
 * after a minute 0.125 / 0.263 = 0.475, where the exact slope is 0.5. With u between 0.4 and 0.6 it
 * is 0.005 / 0.0233 = 0.21.
 *
 * <p>Not thread-safe.
 */
final class CoLocatedDemand {
  private static final double MEMORY_NANOS = 20e9;
  private static final double STEADY_VARIANCE = 0.1 * 0.1;
  private static final double SLOPE_MAX = 4;

  private double seenNanos;
  private double meanOwn;
  private double meanOthers;
  private double varOwn;
  private double cov;

  /** Adds an interval, with both uses in processors. */
  void add(double elapsedNanos, double own, double others) {
    // Exact means at first, a decaying memory later.
    double part = Math.max(-Math.expm1(-elapsedNanos / MEMORY_NANOS), first(elapsedNanos));
    seenNanos += elapsedNanos;
    double ownStep = own - meanOwn;
    double othersStep = others - meanOthers;
    meanOwn += part * ownStep;
    meanOthers += part * othersStep;
    varOwn = (1 - part) * (varOwn + part * ownStep * ownStep);
    cov = (1 - part) * (cov + part * ownStep * othersStep);
  }

  private double first(double elapsedNanos) {
    return seenNanos >= MEMORY_NANOS ? 0 : elapsedNanos / (seenNanos + elapsedNanos);
  }

  /** Returns the processors that others use for each of this process. */
  double slope() {
    double steady = STEADY_VARIANCE * (1 + MEMORY_NANOS / Math.max(1, seenNanos));
    return Math.max(0, Math.min(SLOPE_MAX, cov / (varOwn + steady)));
  }
}
