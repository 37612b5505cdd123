package io.headwaiter.core.capacity;

/**
 * The highest rate at which new visits can be let in for a while without breaking a promise at any
 * later time.
 *
 * <pre>
 *   lambda = min over s of (C - P(s)) / D(s),   at least 0, at most 3 C / V
 *   D(s) = h * [s &lt; t] + G(s) - G(s - t)
 *   C     processors for promises and new visits
 *   P(s)  processors that the visits under way will need s from now, see {@link VisitCurve}
 *   D(s)  processors that visits need s from now if from now on one a second is let in for a time t
 *   t     0.5 to 2 mean ages of a visit at its work, the more the more visits are alike; at least 1 s
 *   h     CPU time of a full handshake, G(s) what a visit costs by age s, V = h + G
 * </pre>
 *
 * <p>C / V, the rate that can be kept up for ever, is right for a server that is full, and too low
 * for one that is not: while visits under way leave processors idle more can come in, as long as
 * what they will want later finds room as well. After a loss of capacity P exceeds C and nothing
 * new is let in until the promises fit. If visits are alike a crowd let in at once asks for
 * everything at once and leaves at once, and the next one comes in: hence the time t. How much they
 * are alike is read off the ages at which they work, by the mean of their squares over the square
 * of their mean: 2 where the end of a visit is a matter of chance, 4/3 where all are equally long
 * and spend evenly. The bound is three times the lasting rate; twice while nobody has seen a visit
 * end.
 *
 * <p>Worked number: C = 1, h = 4 ms, G = 13 ms spent evenly over 6 s: a mean age of 3 s, t = 6 s.
 * Empty: after 6 s they want D = 4 + 13 ms a second, lambda = 59. Half full with visits that have
 * just begun, P = 0.5 for 6 s: (1 - 0.5) / 0.017 = 29. Too full, P(0) = 1.1: none.
 *
 * <p>Stateless.
 */
final class AdmissionPlan {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double PLAN_NANOS_MIN = 1e9;
  private static final double PLAN_IN_AGES_MIN = 0.5;
  private static final double PLAN_IN_AGES_MAX = 2;
  // Of visits whose end is a matter of chance, and of those that spend evenly and are equally long.
  private static final double SPREAD_OF_CHANCE = 2;
  private static final double SPREAD_OF_ALIKE = 4.0 / 3;
  private static final double LASTING_RATES_MAX = 3;
  private static final double LASTING_RATES_UNKNOWN = 2;
  private static final double[] AHEAD_SECONDS = {
    0, 0.5, 0.999, 1.5, 2, 3, 5, 8, 12, 18, 27, 40, 60, 90, 130, 200, 300
  };

  private AdmissionPlan() {}

  /**
   * lambda, visits a second.
   *
   * @param processors C
   * @param handshakeNanos h, above 0
   */
  static double visitsPerSecond(double processors, double handshakeNanos, VisitCurve curve) {
    double planNanos = Math.max(PLAN_NANOS_MIN, planInAges(curve) * curve.ageNanos());
    double visitNanos = handshakeNanos + curve.costByNanos(Double.MAX_VALUE);
    double lasting = curve.isTrusted() ? LASTING_RATES_MAX : LASTING_RATES_UNKNOWN;
    double rate = lasting * processors * NANOS_PER_SECOND / visitNanos;
    for (double ahead : AHEAD_SECONDS) {
      double nanos = ahead * NANOS_PER_SECOND;
      double wanted = curve.costByNanos(nanos) - curve.costByNanos(nanos - planNanos);
      double each = wanted + (nanos < planNanos ? handshakeNanos : 0);
      double room = processors - curve.promisedProcessors(nanos);
      // Visits that want nothing at that time are no reason to keep them out.
      if (each > 0 && room * NANOS_PER_SECOND < rate * each) {
        rate = room * NANOS_PER_SECOND / each;
      }
    }
    return Math.max(0, rate);
  }

  private static double planInAges(VisitCurve curve) {
    double alike = (SPREAD_OF_CHANCE - curve.ageSpread()) / (SPREAD_OF_CHANCE - SPREAD_OF_ALIKE);
    return PLAN_IN_AGES_MIN
        + (PLAN_IN_AGES_MAX - PLAN_IN_AGES_MIN) * Math.max(0, Math.min(1, alike));
  }
}
