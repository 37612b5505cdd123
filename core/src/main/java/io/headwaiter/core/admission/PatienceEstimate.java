package io.headwaiter.core.admission;

/**
 * Estimates how long clients are willing to wait. A client that leaves shows its patience. A client
 * that is admitted or refused shows only that its patience is longer than its wait was.
 *
 * <p>The survival function of patience is the product-limit estimate (Kaplan and Meier, 1958) over
 * bins of waited time, each {@value #BIN_GROWTH} times as long as the one before it, with the
 * actuarial correction for clients that stop being observed within a bin:
 *
 * <pre>
 *   S(end of bin i) = product over j &lt;= i of (1 - d_j / (n_j - c_j / 2))
 *   d_j  clients that left after a wait in bin j
 *   c_j  clients that were admitted or refused after a wait in bin j
 *   n_j  clients that waited until bin j began, and {@value #STAYERS} more that never leave
 *   P    the time with S(P) = 1 - {@value #LEFT_PART}, between the floor and the longest allowed
 * </pre>
 *
 * Within a bin the logarithm of S falls linearly. Where fewer than {@value #WATCHED_MIN} clients
 * are left to observe, S goes on as it fell on average up to there: S(t) = S(u)^(t/u), the
 * exponential completion (Brown, Hollander and Korwar, 1974). So the estimate can rise again,
 * although clients are refused when P is over. Every observation loses weight by exp(-t/tau) with
 * tau = 2 min. The clients that never leave are the prior: without evidence P is the longest
 * allowed, and a handful of clients that leave at once does not change that.
 *
 * <p>Worked number: of 1,000 clients that begin to wait 200 are admitted and 100 leave, all in the
 * bin that ends at 416 ms; of the 700 that wait on 175 leave in the next bin, which ends at 477 ms:
 * S(416 ms) = 1 - 100 / (1,010 - 100) = 0.890, S(477 ms) = 0.890 * (1 - 175 / 710) = 0.671, and P =
 * 416 ms + 61 ms * ln(0.890 / 0.75) / ln(0.890 / 0.671) = 453 ms.
 *
 * <p>An attacker that enters and leaves at once, again and again, shortens P for the others down to
 * the floor, and no further.
 *
 * <p>Bounded: {@value #BINS} bins. Not thread-safe. Time is {@code nowNanos} of any monotonic
 * clock.
 */
final class PatienceEstimate {
  /** Part of the waiting clients that will have left when the patience is over. */
  static final double LEFT_PART = 0.25;

  static final int STAYERS = 10;
  static final int WATCHED_MIN = 5;
  static final int BINS = 64;
  static final double BIN_GROWTH = 1.148;

  private static final double FIRST_END_NANOS = 10e6;
  private static final double LOG_GROWTH = Math.log(BIN_GROWTH);
  private static final double TARGET_LOG = Math.log(1 - LEFT_PART);
  private static final double TAU_NANOS = 120e9;
  // Weights of new observations grow, so that old ones need no decay (forward decay). They are
  // scaled down long before they overflow.
  private static final double GROWN_NANOS_MAX = 20 * TAU_NANOS;
  // A policy is up to one control interval old, too. Keeps decisions cheap.
  private static final long FRESH_NANOS = 50_000_000L;

  private final long floorNanos;
  private final long longestNanos;
  private final double[] left = new double[BINS];
  private final double[] stayed = new double[BINS];
  private boolean started;
  private long weighedNanos;
  private boolean known;
  private long computedNanos;
  private long patienceNanos;

  /**
   * Creates an estimate without observations.
   *
   * @param floorNanos smallest estimate, above 0
   * @param longestNanos largest estimate, and the one without evidence; at least the floor
   */
  PatienceEstimate(long floorNanos, long longestNanos) {
    if (floorNanos <= 0 || longestNanos < floorNanos) {
      throw new IllegalArgumentException(
          "floorNanos must be from 1 to longestNanos (" + longestNanos + "), got " + floorNanos);
    }
    this.floorNanos = floorNanos;
    this.longestNanos = longestNanos;
    this.patienceNanos = longestNanos;
  }

  /** Notes that a client left after a wait of {@code waitedNanos}. */
  void left(long waitedNanos, long nowNanos) {
    left[binOf(waitedNanos)] += weight(nowNanos);
  }

  /** Notes that a client was admitted or refused after a wait of {@code waitedNanos}. */
  void stayed(long waitedNanos, long nowNanos) {
    stayed[binOf(waitedNanos)] += weight(nowNanos);
  }

  /** Returns P, in nanoseconds; at most 50 ms old. */
  long nanos(long nowNanos) {
    if (!known || nowNanos - computedNanos >= FRESH_NANOS) {
      known = true;
      computedNanos = nowNanos;
      double learned = learnedNanos(1 / weight(nowNanos));
      patienceNanos = (long) Math.max(floorNanos, Math.min(longestNanos, learned));
    }
    return patienceNanos;
  }

  /**
   * Returns the time with S = 1 - {@value #LEFT_PART}.
   *
   * @param scale the factor from stored weights to present ones
   */
  private double learnedNanos(double scale) {
    double watched = 0;
    for (int bin = 0; bin < BINS; bin++) {
      watched += (left[bin] + stayed[bin]) * scale;
    }
    double begin = 0;
    double end = FIRST_END_NANOS;
    double logSurvival = 0;
    for (int bin = 0; bin < BINS && watched >= WATCHED_MIN; bin++) {
      double leavers = left[bin] * scale;
      double others = stayed[bin] * scale;
      double atRisk = watched + STAYERS - others / 2;
      double after = logSurvival + Math.log1p(-leavers / atRisk);
      if (after <= TARGET_LOG) {
        return begin + (end - begin) * (logSurvival - TARGET_LOG) / (logSurvival - after);
      }
      logSurvival = after;
      watched -= leavers + others;
      begin = end;
      end *= BIN_GROWTH;
    }
    return logSurvival == 0 ? Double.POSITIVE_INFINITY : begin * TARGET_LOG / logSurvival;
  }

  private static int binOf(long waitedNanos) {
    if (waitedNanos < FIRST_END_NANOS) {
      return 0;
    }
    int bin = 1 + (int) (Math.log(waitedNanos / FIRST_END_NANOS) / LOG_GROWTH);
    return Math.min(bin, BINS - 1);
  }

  private double weight(long nowNanos) {
    if (!started) {
      started = true;
      weighedNanos = nowNanos;
    }
    double age = Math.max(0, nowNanos - weighedNanos);
    if (age > GROWN_NANOS_MAX) {
      double keep = Math.exp(-age / TAU_NANOS);
      for (int bin = 0; bin < BINS; bin++) {
        left[bin] *= keep;
        stayed[bin] *= keep;
      }
      weighedNanos = nowNanos;
      age = 0;
    }
    return Math.exp(age / TAU_NANOS);
  }
}
