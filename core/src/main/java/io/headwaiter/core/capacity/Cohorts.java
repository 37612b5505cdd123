package io.headwaiter.core.capacity;

/**
 * The number of visits that began at each time, as far back as any age matters. Keeps running
 * totals: the number that began between two instants is the difference of two look-ups.
 *
 * <p>Not thread-safe; 130 KB.
 */
final class Cohorts {
  private static final double STEP_NANOS = 50e6;
  private static final int STEPS =
      (int) Math.ceil(VisitWork.endNanos(VisitWork.BINS - 1) / STEP_NANOS) + 2;

  // total[step % STEPS]: visits that had begun by the end of this step.
  private final double[] total = new double[STEPS];
  private long step;
  private double stepsNow;
  private double begun;

  /** Lets time pass, in which {@code visits} began. */
  void add(double elapsedNanos, double visits) {
    double fromSteps = stepsNow;
    double fromBegun = begun;
    stepsNow += elapsedNanos / STEP_NANOS;
    begun += Math.max(0, visits);
    long last = (long) stepsNow;
    // Steps that are older than the kept period need not be written.
    for (long s = Math.max(step, last - STEPS + 1); s < last; s++) {
      double part = Math.min(1, Math.max(0, (s + 1 - fromSteps) / (stepsNow - fromSteps)));
      total[(int) (s % STEPS)] = fromBegun + part * (begun - fromBegun);
    }
    step = last;
  }

  /** Returns how long visits have been counted, in nanoseconds. */
  double watchedNanos() {
    return stepsNow * STEP_NANOS;
  }

  /**
   * Returns the visits that began at most {@code olderNanos} and at least {@code youngerNanos} ago.
   */
  double begunBetween(double youngerNanos, double olderNanos) {
    return begunBefore(Math.max(0, youngerNanos)) - begunBefore(Math.max(0, olderNanos));
  }

  /** Returns the visits that had begun by {@code agoNanos} ago. */
  private double begunBefore(double agoNanos) {
    double at = stepsNow - agoNanos / STEP_NANOS;
    if (at >= step) {
      return between(endOf(step - 1), step, begun, stepsNow, at);
    }
    long whole = (long) Math.floor(at);
    if (whole < 0) {
      return 0;
    }
    return between(endOf(whole - 1), whole, endOf(whole), whole + 1, at);
  }

  private static double between(double y0, double x0, double y1, double x1, double x) {
    return x1 > x0 ? y0 + (y1 - y0) * (x - x0) / (x1 - x0) : y1;
  }

  private double endOf(long s) {
    if (s < 0 || s < step - STEPS + 1) {
      return s < 0 ? 0 : total[(int) ((step - STEPS + 1) % STEPS)];
    }
    return total[(int) (s % STEPS)];
  }
}
