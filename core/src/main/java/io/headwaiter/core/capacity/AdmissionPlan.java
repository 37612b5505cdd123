package io.headwaiter.core.capacity;

/**
 * The highest rate of new visits for which the processors suffice at every later time, if visits
 * are admitted at this rate for a time t.
 *
 * <pre>
 *   lambda = min over s of (C - P(s)) / D(s),   at least 0, at most 3 C / V
 *   D(s) = h * [s &lt; t] + G(s) - G(s - t)
 *   C     processors for visits under way and new visits
 *   P(s)  processors that the visits under way will need s from now, see {@link VisitCurve}
 *   D(s)  processors that new visits need s from now, if one a second is admitted for a time t
 *   t     0.5 to 2 mean ages of a visit at its work, longer if visits are more alike; at least 1 s
 *   h     CPU time of a full handshake, G(s) CPU time that a visit uses by age s, V = h + G
 * </pre>
 *
 * <p>The rate C / V can be sustained permanently. It is right for a full server, and too low for
 * any other: while visits under way leave processors idle, the gate can admit more visits, as long
 * as the processors also suffice for their later work. After a loss of capacity, P exceeds C, and
 * lambda is 0 until P is below C again. If visits are alike, a group admitted at once needs the
 * processors at once and ends at once, and the next group follows: t is longer to prevent this. The
 * ages at which visits work show how much they are alike, by the mean square over the square of the
 * mean: 2 where visits end at random, 4/3 where all are equally long and spend evenly. The bound is
 * 3 C / V, but 2 C / V until visits have been watched for three mean ages.
 *
 * <p>Worked number: C = 1, h = 4 ms, G = 13 ms spent evenly over 6 s: a mean age of 3 s, t = 6 s.
 * On an empty server, new visits need D = 4 + 13 ms a second after 6 s: lambda = 59. Half full with
 * visits that have just begun, P = 0.5 for 6 s: (1 - 0.5) / 0.017 = 29. Too full, P(0) = 1.1:
 * lambda = 0.
 *
 * <p>Stateless.
 */
final class AdmissionPlan {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double PLAN_NANOS_MIN = 1e9;
  private static final double PLAN_IN_AGES_MIN = 0.5;
  private static final double PLAN_IN_AGES_MAX = 2;
  // The spread of ages if visits end at random, and if they are equally long and spend evenly.
  private static final double SPREAD_OF_CHANCE = 2;
  private static final double SPREAD_OF_ALIKE = 4.0 / 3;
  private static final double LASTING_RATES_MAX = 3;
  private static final double LASTING_RATES_UNKNOWN = 2;
  private static final double[] AHEAD_SECONDS = {
    0, 0.5, 0.999, 1.5, 2, 3, 5, 8, 12, 18, 27, 40, 60, 90, 130, 200, 300
  };

  private AdmissionPlan() {}

  /**
   * Returns lambda, visits a second, at least 0.
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
      // New visits that need no processor at that time are not bounded by it.
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
