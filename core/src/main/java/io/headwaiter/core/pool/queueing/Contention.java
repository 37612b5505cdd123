package io.headwaiter.core.pool.queueing;

import java.util.Arrays;

/**
 * Computes the effect of another mix on times while the number of threads at work stays the same.
 *
 * <p>The time of a request depends on the other requests at work. If fewer requests go to the
 * database, more of the same threads compute. Computing then takes longer, although no more threads
 * are at work. Each type's time without a connection is one part of the work, its time with one is
 * another part:
 *
 * <pre>
 *   w_j  = V_j t_j / sum V t      share of the threads at work that are at part j
 *   e_j  = d log t_j / d log a    growth of its time with threads at work a, kept within 0 and 2
 *   l    = 1 - sum w_j e_j        = d log lambda / d log a
 *   A_p  = sum of w_j e_j over parts without a connection + c * that over parts with one
 *   X_p  = max(l, 0.1) + (the same sums of w_j e_j^2) / A_p       about d log A_p / d log a
 *   t'_j = t_j (A'_p / A_p)^(e_j / X_p) without a connection      A': with V'_j, t'_j for V_j, t_j
 *   the same for parts with a connection, by A_q = their sum + c * that over parts without one
 * </pre>
 *
 * <p>A measures the threads that slow other requests; a request that pauses (e = 0) slows none. c =
 * 1/4 says how much requests with and without a connection slow each other. It is 0 if they compute
 * on separate machines, 1 if the same processors do all work. Times of one mix cannot determine c,
 * since the rate is the same to first order. In a closed product-form network (Baskett, Chandy,
 * Muntz and Palacios, J. ACM 22, 1975) lambda(a) = G(a - 1) / G(a). There d log G(a) / d log V_j =
 * a_j(a), the mean number at part j (Buzen, Comm. ACM 16, 1973), whatever resources a part needs
 * and shares. So
 *
 * <pre>
 *   d log lambda / d log V_j = - (a_j(a) - a_j(a - 1)), about - w_j (e_j + l)
 * </pre>
 *
 * <p>which is the fraction of one more thread at work that would be at part j. With c = 0 and c = 1
 * the law has just these derivatives (if l is above 0.1). Where all parts grow alike it has them
 * for each c.
 *
 * <p>Worked number: one type, 60 % of the threads at work compute and 40 % have a connection, e =
 * 1.2 and 0.2. The processors are nearly full, l = 0.2. Let the work with a connection fall by a
 * quarter. With unchanged times the rate would rise by 1 / (0.6 + 0.3) = 11 %. By the law computing
 * takes 12 % longer, and the rate rises by 3 %.
 */
public final class Contention {
  private static final double IN_EACH_OTHERS_WAY = 0.25;
  private static final double GROWTH_MAX = 2;
  private static final double RATE_SLOPE_MIN = 0.1;
  private static final double NOTHING = 1e-9;
  // A mix so different may not obey the law at all; the bound limits what is derived from it.
  static final double LOG_MAX = 1;
  private static final double SETTLED = 1e-7;
  private static final int STEPS_MAX = 60;
  // Whole steps would overshoot where both sides respond to each other.
  private static final double STEP = 0.7;

  private static final int WITHOUT = 0;
  private static final int WITH = 1;

  private final double[] after;
  private final double[] growth;
  private final double[] crowds;
  private final double[] slopes;

  private Contention(double[] before, double[] after, double[] growth) {
    this.after = after;
    this.growth = growth;
    double[] none = new double[2];
    double[] own = crowds(before, none, /* squared= */ false);
    crowds = met(own);
    double[] squares = met(crowds(before, none, /* squared= */ true));
    double rateSlope = Math.max(RATE_SLOPE_MIN, 1 - own[WITHOUT] - own[WITH]);
    slopes = new double[2];
    Arrays.setAll(slopes, k -> rateSlope + (crowds[k] > NOTHING ? squares[k] / crowds[k] : 0));
  }

  /**
   * Returns log t'_j / t_j for each part.
   *
   * @param before V_j t_j with the profile's mix: all parts without a connection, then as many with
   *     one; each at least 0
   * @param after V'_j t_j with the other mix
   * @param growth e_j as measured
   */
  public static double[] logFactors(double[] before, double[] after, double[] growth) {
    boolean anybody = Arrays.stream(before).sum() > 0 && Arrays.stream(after).sum() > 0;
    return anybody
        ? new Contention(before, after, within(growth)).solve()
        : new double[before.length];
  }

  /** Returns e_j within the range that is plausible. */
  static double[] within(double[] growth) {
    return Arrays.stream(growth).map(e -> Math.max(0, Math.min(GROWTH_MAX, e))).toArray();
  }

  private double[] solve() {
    double[] responses = new double[2];
    double change = 1;
    for (int step = 0; step < STEPS_MAX && change > SETTLED; step++) {
      double[] now = met(crowds(after, responses, /* squared= */ false));
      change = 0;
      for (int k = 0; k < 2; k++) {
        double next = response(now, k);
        change = Math.max(change, Math.abs(next - responses[k]));
        responses[k] += STEP * (next - responses[k]);
      }
    }
    double[] logs = new double[growth.length];
    Arrays.setAll(logs, j -> shift(j, responses));
    return logs;
  }

  /** log t'_j / t_j. */
  private double shift(int part, double[] responses) {
    return bounded(growth[part] * responses[side(part)]);
  }

  private static double bounded(double log) {
    return Math.max(-LOG_MAX, Math.min(LOG_MAX, log));
  }

  /** log A' / A over X. */
  private double response(double[] now, int k) {
    if (crowds[k] <= NOTHING) {
      return 0;
    }
    return bounded(Math.log(now[k] / crowds[k])) / slopes[k];
  }

  /**
   * Returns the sum of w_j e_j on each side, or of w_j e_j^2.
   *
   * @param work V_j t_j, before these responses change the times
   */
  private double[] crowds(double[] work, double[] responses, boolean squared) {
    double sum = 0;
    double[] crowds = new double[2];
    for (int j = 0; j < work.length; j++) {
      double now = work[j] * Math.exp(shift(j, responses));
      sum += now;
      crowds[side(j)] += now * growth[j] * (squared ? growth[j] : 1);
    }
    return new double[] {crowds[WITHOUT] / sum, crowds[WITH] / sum};
  }

  /** Returns the contention on each side: its own sum, and c times that of the other side. */
  private static double[] met(double[] own) {
    return new double[] {
      own[WITHOUT] + IN_EACH_OTHERS_WAY * own[WITH], own[WITH] + IN_EACH_OTHERS_WAY * own[WITHOUT]
    };
  }

  /** WITHOUT or WITH. */
  private int side(int part) {
    return 2 * part < growth.length ? WITHOUT : WITH;
  }
}
