package io.headwaiter.core.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Visits of the worked number: a handshake of 4 ms, then 13 ms spread evenly over 6 s. */
class AdmissionPlanTest {
  private static final long TICK_NANOS = 50_000_000L;
  private static final double HANDSHAKE_NANOS = 4e6;
  private static final double LASTING = 1 / 0.017;

  private final CurveOfEvenVisits visits = new CurveOfEvenVisits(6, 13e6);

  private double rate(double processors) {
    return AdmissionPlan.visitsPerSecond(processors, HANDSHAKE_NANOS, visits.curve());
  }

  @Test
  void keepsFullServerAtSustainableRate() {
    visits.run(120, LASTING);
    assertThat(rate(1)).isCloseTo(LASTING, within(0.08 * LASTING));
  }

  @Test
  void admitsNoneWhileVisitsUnderWayExceedProcessors() {
    visits.run(120, LASTING);
    assertThat(rate(0.5)).isZero();
    // After 4 s without new visits, two thirds of the visits have ended.
    visits.run(124, 0);
    assertThat(rate(0.5)).isPositive();
  }

  @Test
  void fillsEmptyServerAboveSustainableRate() {
    visits.run(120, LASTING);
    visits.run(160, 2);
    assertThat(rate(1)).isGreaterThan(LASTING).isLessThan(3.01 * LASTING);
  }

  /** Follows the plan's rate: no later need exceeds the processors by more than 3 %. */
  @Test
  void admittedVisitsFitAtAnyLaterTime() {
    visits.run(120, 20);
    for (int tick = 0; tick < 20 * 30; tick++) {
      visits.tick(rate(1));
      for (double ahead = 0; ahead < 10; ahead += 0.5) {
        assertThat(visits.curve().promisedProcessors(ahead * 1e9)).isLessThan(1.03);
      }
    }
    double busy = visits.curve().promisedProcessors(0) + rate(1) * HANDSHAKE_NANOS / 1e9;
    assertThat(busy).isCloseTo(1, within(0.06));
  }

  /** Follows the plan for two minutes: it settles, and goes on at about the sustainable rate. */
  @Test
  void rateDoesNotOscillate() {
    visits.run(60, 20);
    double least = Double.MAX_VALUE;
    double most = 0;
    for (int tick = 0; tick < 20 * 120; tick++) {
      double rate = rate(1);
      visits.tick(rate);
      if (tick > 20 * 60) {
        least = Math.min(least, rate);
        most = Math.max(most, rate);
      }
    }
    assertThat(least).isGreaterThan(0.85 * LASTING);
    assertThat(most).isLessThan(1.15 * LASTING);
  }

  @Test
  void boundsRateToTwiceSustainableWithoutKnownVisits() {
    VisitCurve unknown = new VisitCurve();
    // 4 ms and 10 ms are assumed.
    assertThat(AdmissionPlan.visitsPerSecond(1, HANDSHAKE_NANOS, unknown))
        .isLessThanOrEqualTo(2 / 0.014 + 1e-6)
        .isGreaterThan(1 / 0.014);
    assertThat(AdmissionPlan.visitsPerSecond(0, HANDSHAKE_NANOS, unknown)).isZero();
  }

  /** Feeds a curve with visits that use CPU time evenly over their length. */
  private static final class CurveOfEvenVisits {
    private final VisitCurve curve = new VisitCurve();
    private final double lengthSeconds;
    private final double nanos;
    private final double[] begun = new double[20 * 600];
    private final double[] owed = new double[VisitWork.BINS];
    private int ticks;

    CurveOfEvenVisits(double lengthSeconds, double nanos) {
      this.lengthSeconds = lengthSeconds;
      this.nanos = nanos;
    }

    VisitCurve curve() {
      return curve;
    }

    void run(double untilSeconds, double rate) {
      while (ticks < untilSeconds * 20) {
        tick(rate);
      }
    }

    void tick(double rate) {
      begun[ticks++] = rate / 20;
      long[] turns = new long[VisitWork.BINS];
      long[] cpu = new long[VisitWork.BINS];
      // One turn of 1 ms for each millisecond of CPU time.
      double perTick = nanos / 1e6 / lengthSeconds / 20;
      for (int age = 0; age < lengthSeconds * 20 && age < ticks; age++) {
        int bin = VisitWork.binOf(age * TICK_NANOS + TICK_NANOS / 2);
        owed[bin] += begun[ticks - 1 - age] * perTick;
      }
      for (int bin = 0; bin < VisitWork.BINS; bin++) {
        turns[bin] = (long) owed[bin];
        owed[bin] -= turns[bin];
        cpu[bin] = turns[bin] * 1_000_000L;
      }
      curve.add(TICK_NANOS, 1, rate / 20, new VisitWork(turns, cpu), 1, false);
    }
  }
}
