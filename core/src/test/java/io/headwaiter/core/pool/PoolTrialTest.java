package io.headwaiter.core.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two thousand changes each; a loss of 2 % is to be found. */
@Tag("once")
class PoolTrialTest {
  private static final int CHANGES = 2000;
  private static final double LOSS_MIN = 0.02;
  private static final int INTERVALS_MIN = 10;

  /** Intervals whose rates are off by chance, and follow each other. */
  private static final class Noise {
    private final SplittableRandom dice;
    private final double deviation;
    private final double correlation;
    private double last;

    Noise(long seed, double deviation, double correlation) {
      dice = new SplittableRandom(seed);
      this.deviation = deviation;
      this.correlation = correlation;
    }

    double next() {
      double fresh = Math.sqrt(1 - correlation * correlation) * deviation * dice.nextGaussian();
      last = correlation * last + fresh;
      return last;
    }
  }

  private static PoolTrial.Interval full(double x) {
    return new PoolTrial.Interval(x, /* offered= */ 0.3, /* full= */ true);
  }

  private static List<PoolTrial.Interval> before(Noise noise) {
    List<PoolTrial.Interval> before = new ArrayList<>();
    while (!PoolTrial.isEnough(before, LOSS_MIN, INTERVALS_MIN)) {
      before.add(full(noise.next()));
    }
    return before;
  }

  /** What came of many changes with the same loss. */
  private record Outcome(double harms, double intervals) {}

  private static Outcome changes(double loss, double deviation, double correlation) {
    int harms = 0;
    double intervals = 0;
    Noise noise = new Noise(1, deviation, correlation);
    for (int i = 0; i < CHANGES; i++) {
      PoolTrial trial = new PoolTrial(before(noise), LOSS_MIN, INTERVALS_MIN);
      PoolTrial.Verdict verdict = PoolTrial.Verdict.OPEN;
      while (verdict == PoolTrial.Verdict.OPEN) {
        verdict = trial.add(full(noise.next() - loss));
        intervals++;
      }
      harms += verdict == PoolTrial.Verdict.HARM ? 1 : 0;
    }
    return new Outcome((double) harms / CHANGES, intervals / CHANGES);
  }

  /** Healthy: 0.000, 0.007, 0.018. */
  @Test
  void changesWithoutEffectAreSeldomTakenForHarm() {
    for (double deviation : new double[] {0.01, 0.03, 0.06}) {
      assertThat(changes(0, deviation, 0).harms()).as("%s", deviation).isLessThan(0.03);
    }
  }

  @Test
  void changesForTheBetterNever() {
    assertThat(changes(-LOSS_MIN, 0.03, 0).harms()).isLessThan(0.001);
  }

  /** Healthy: 0.998, 0.992, 1. */
  @Test
  void theLossThatIsToBeFoundIsFound() {
    for (double deviation : new double[] {0.01, 0.03}) {
      assertThat(changes(LOSS_MIN, deviation, 0).harms()).as("%s", deviation).isGreaterThan(0.95);
    }
    assertThat(changes(0.05, 0.03, 0).harms()).isGreaterThan(0.99);
  }

  /** Neighbours that are alike say less. Healthy: 0.021 and 0.97; with g = 1: 0.1 and more. */
  @Test
  void intervalsThatFollowEachOtherAreNoProof() {
    assertThat(changes(0, 0.02, 0.5).harms()).isLessThan(0.03);
    assertThat(changes(LOSS_MIN, 0.02, 0.5).harms()).isGreaterThan(0.95);
  }

  @Test
  void whatIsObviousTakesNoLongerThanItMust() {
    assertThat(changes(0.1, 0.01, 0).intervals()).isEqualTo(INTERVALS_MIN);
  }

  @Test
  void moreChanceWantsMoreOfBefore() {
    assertThat(before(new Noise(1, 0.001, 0))).hasSize(INTERVALS_MIN);
    assertThat(before(new Noise(1, 0.03, 0)).size()).isBetween(50, 140); // 94 by the worked number
    assertThat(before(new Noise(1, 0.5, 0))).hasSize(PoolTrial.BEFORE_MAX);
  }

  @Test
  void withoutABeforeNothingIsJudged() {
    PoolTrial trial = new PoolTrial(List.of(), LOSS_MIN, INTERVALS_MIN);
    assertThat(trial.isJudged()).isFalse();
    assertThat(trial.add(full(-10))).isEqualTo(PoolTrial.Verdict.NO_HARM);
  }

  private static PoolTrial.Verdict after(PoolTrial trial, double x, double offered) {
    PoolTrial.Verdict verdict = PoolTrial.Verdict.OPEN;
    for (int i = 0; i < 50 && verdict == PoolTrial.Verdict.OPEN; i++) {
      verdict = trial.add(new PoolTrial.Interval(x, offered, x < offered - 0.03));
    }
    return verdict;
  }

  private static PoolTrial idle() {
    return new PoolTrial(
        Collections.nCopies(20, new PoolTrial.Interval(0, 0, /* full= */ false)),
        LOSS_MIN,
        INTERVALS_MIN);
  }

  /** It carried all that was offered, and now it refuses some of the same: that is harm. */
  @Test
  void whoWasNotFullBeforeMayBeFullOfTheChange() {
    assertThat(after(idle(), -0.1, 0)).isEqualTo(PoolTrial.Verdict.HARM);
    assertThat(after(idle(), -0.1, 0.3)).isEqualTo(PoolTrial.Verdict.HARM);
    assertThat(after(idle(), -0.3, -0.2)).isEqualTo(PoolTrial.Verdict.HARM);
    assertThat(after(idle(), 0, 0)).isEqualTo(PoolTrial.Verdict.NO_HARM);
    assertThat(after(idle(), 0.1, 0.3)).isEqualTo(PoolTrial.Verdict.NO_HARM);
  }

  private static PoolTrial busy() {
    return new PoolTrial(Collections.nCopies(20, full(0)), LOSS_MIN, INTERVALS_MIN);
  }

  /** Customers who stay away are nobody's fault, and no excuse. */
  @Test
  void lessLoadIsNoLossAndHidesNone() {
    assertThat(after(busy(), -0.5, -0.5)).isEqualTo(PoolTrial.Verdict.OPEN);
    assertThat(after(busy(), 0, 0)).isEqualTo(PoolTrial.Verdict.OPEN);
    assertThat(after(busy(), -0.8, -0.5)).isEqualTo(PoolTrial.Verdict.HARM);
    assertThat(after(busy(), 0.05, 0.05)).isEqualTo(PoolTrial.Verdict.NO_HARM);
  }

  /**
   * Load that is just what can be carried: full by chance in each other interval. Those must not be
   * picked out.
   */
  @Test
  void loadAtTheEdgeIsNotTakenForHarm() {
    int harms = 0;
    Noise noise = new Noise(3, 0.03, 0);
    for (int i = 0; i < 500; i++) {
      List<PoolTrial.Interval> before = new ArrayList<>();
      for (int k = 0; k < 100; k++) {
        before.add(edge(i % 2 == 0 ? 0.3 : 0, noise.next()));
      }
      PoolTrial trial = new PoolTrial(before, LOSS_MIN, INTERVALS_MIN);
      PoolTrial.Verdict verdict = PoolTrial.Verdict.OPEN;
      for (int k = 0; k < 300 && verdict == PoolTrial.Verdict.OPEN; k++) {
        verdict = trial.add(edge(0, noise.next()));
      }
      harms += verdict == PoolTrial.Verdict.HARM ? 1 : 0;
    }
    assertThat(harms).isLessThanOrEqualTo(10);
  }

  private static PoolTrial.Interval edge(double offered, double capacity) {
    double x = Math.min(offered, capacity);
    return new PoolTrial.Interval(x, offered, x < offered - 0.03);
  }
}
