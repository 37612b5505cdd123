package io.headwaiter.core.admission;

/**
 * How long those who wait are willing to, learned from those who leave. Who leaves by himself tells
 * his patience; who was let in, or sent away, only that it was longer than he had waited by then.
 *
 * <p>The survival function of patience is the product-limit estimate (Kaplan and Meier, 1958) over
 * bins of waited time, each {@value #BIN_GROWTH} times as long as the one before it, with the
 * actuarial correction for those who stop being watched within a bin:
 *
 * <pre>
 *   S(end of bin i) = product over j &lt;= i of (1 - d_j / (n_j - c_j / 2))
 *   d_j  those who left after a wait in bin j
 *   c_j  those who were let in or sent away after a wait in bin j
 *   n_j  those who had waited to the beginning of bin j, and {@value #STAYERS} more who never leave
 *   P    the time with S(P) = 1 - {@value #LEFT_PART}, between the floor and the longest allowed
 * </pre>
 *
 * Within a bin the logarithm of S falls evenly. Where fewer than {@value #WATCHED_MIN} are left to
 * be watched, S goes on as it fell on average up to there: S(t) = S(u)^(t/u), the exponential
 * completion (Brown, Hollander and Korwar, 1974). So who is sent away when P is over keeps nobody
 * from learning that people would have waited longer. Every observation loses weight by exp(-t/tau)
 * with tau = 2 min. Those who never leave are the prior: without evidence P is the longest allowed,
 * and a handful of people who leave at once does not change that.
 *
 * <p>Worked number: of 1,000 who begin to wait 200 are let in and 100 leave, all in the bin that
 * ends at 416 ms; of the 700 who wait on 175 leave in the next bin, which ends at 477 ms: S(416 ms)
 * = 1 - 100 / (1,010 - 100) = 0.890, S(477 ms) = 0.890 * (1 - 175 / 710) = 0.671, and P = 416 ms +
 * 61 ms * ln(0.890 / 0.75) / ln(0.890 / 0.671) = 453 ms.
 *
 * <p>An attacker who enters and leaves at once, again and again, shortens P for the others down to
 * the floor, and no further.
 *
 * <p>Bounded: {@value #BINS} bins. Not thread-safe. Time is {@code nowNanos} of any monotonic
 * clock.
 */
final class PatienceEstimate {
  /** Of those who wait, so many will have left when the patience is over. */
  static final double LEFT_PART = 0.25;

  static final int STAYERS = 10;
  static final int WATCHED_MIN = 5;
  static final int BINS = 64;
  static final double BIN_GROWTH = 1.148;

  private static final double FIRST_END_NANOS = 10e6;
  private static final double LOG_GROWTH = Math.log(BIN_GROWTH);
  private static final double TARGET_LOG = Math.log(1 - LEFT_PART);
  private static final double TAU_NANOS = 120e9;
  // Weights grow instead of being decayed one by one (forward decay); long before they overflow.
  private static final double GROWN_NANOS_MAX = 20 * TAU_NANOS;
  // A policy of a control interval is no fresher, and a decision must stay cheap.
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
   * Nothing is known yet.
   *
   * @param floorNanos what is assumed at least, above 0
   * @param longestNanos what is assumed at most, and without evidence; at least the floor
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

  /** Somebody has left by himself after he had waited so long. */
  void left(long waitedNanos, long nowNanos) {
    left[binOf(waitedNanos)] += weight(nowNanos);
  }

  /** Somebody was let in, or sent away, after he had waited so long. */
  void stayed(long waitedNanos, long nowNanos) {
    stayed[binOf(waitedNanos)] += weight(nowNanos);
  }

  /** P, in nanoseconds; at most 50 ms old. */
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
   * The time with S = 1 - {@value #LEFT_PART}.
   *
   * @param scale what a weight counts now
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
