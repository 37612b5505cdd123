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
 *   t     twice the mean age of a visit at its work, at least 1 s
 *   h     CPU time of a full handshake, G(s) what a visit costs by age s, V = h + G
 * </pre>
 *
 * <p>C / V, the rate that can be kept up for ever, is right for a server that is full, and too low
 * for one that is not: while visits under way leave processors idle more can come in, as long as
 * what they will want later finds room as well. After a loss of capacity P exceeds C and nothing
 * new is let in until the promises fit. A crowd let in at once asks for everything at once and
 * leaves at once, and all the more so the more visits are alike; hence the time t, and hence the
 * bound of three times the lasting rate; of twice while nobody has seen a visit end.
 *
 * <p>Worked number: C = 1, h = 4 ms, G = 13 ms spent evenly over 6 s, t = 6 s. Empty: after 6 s
 * they want D = 4 + 13 ms a second, lambda = 59. Half full with visits that have just begun, P =
 * 0.5 for 6 s: (1 - 0.5) / 0.017 = 29. Too full, P(0) = 1.1: none.
 *
 * <p>Stateless.
 */
final class AdmissionPlan {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double PLAN_NANOS_MIN = 1e9;
  private static final double PLAN_IN_AGES = Double.parseDouble(System.getProperty("pl", "2"));
  private static final double LASTING_RATES_MAX = Double.parseDouble(System.getProperty("rm", "3"));
  private static final double LASTING_RATES_UNKNOWN =
      Double.parseDouble(System.getProperty("ru", "2"));
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
    double planNanos = Math.max(PLAN_NANOS_MIN, PLAN_IN_AGES * curve.ageNanos());
    double visitNanos = handshakeNanos + curve.visitNanos();
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
}
