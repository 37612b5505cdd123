package io.headwaiter.core.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;

class UtilisationControlTest {
  private static final long TARGET = 20_000_000L;
  private static final double TICK_NANOS = 50e6;
  private static final double AGE_NANOS = 1e9;

  private final UtilisationControl loop = new UtilisationControl(TARGET);

  private void feed(
      double seconds,
      double busyPart,
      boolean refusing,
      double delayNanos,
      boolean modelFull,
      boolean costKnown) {
    for (int i = 0; i < seconds * 1e9 / TICK_NANOS; i++) {
      loop.add(
          new UtilisationControl.Look(
              TICK_NANOS, busyPart, refusing, delayNanos, modelFull, true, AGE_NANOS, costKnown));
    }
  }

  /** The worked number: a visit cost that is a quarter too high is corrected within seconds. */
  @Test
  void risesWhileProcessorsIdleDespiteRefusals() {
    feed(5, 0.8, false, 0, true, true);
    feed(1, 0.8, true, 0, true, true);
    assertThat(loop.correction()).isBetween(1.2, 1.3);
    feed(60, 0.8, true, 0, true, true);
    assertThat(loop.correction()).isEqualTo(4);
  }

  @Test
  void staysWithoutRefusals() {
    feed(60, 0.3, false, 0, true, true);
    assertThat(loop.correction()).isEqualTo(1);
    assertThat(loop.idleWhileRefusing()).isZero();
  }

  @Test
  void staysAtOneUntilVisitCostIsKnown() {
    feed(60, 0.5, true, 0, true, false);
    assertThat(loop.correction()).isEqualTo(1);
  }

  /** Many long visits have just been admitted, and their requests are still to come. */
  @Test
  void staysWhileModelExpectsIdleProcessors() {
    feed(60, 0.2, true, 0, false, true);
    assertThat(loop.correction()).isEqualTo(1);
  }

  @Test
  void fallsWhileWorkWaitsLongerThanTarget() {
    feed(8, 1, true, 2 * TARGET, true, true);
    assertThat(loop.correction()).isCloseTo(0.5, within(0.02));
    feed(60, 1, true, 2 * TARGET, true, true);
    assertThat(loop.correction()).isEqualTo(0.5);
  }

  /** After a loss of capacity, work waits because of visits under way, not of a wrong estimate. */
  @Test
  void staysWhileVisitsUnderWayExceedProcessors() {
    for (int i = 0; i < 100; i++) {
      loop.add(
          new UtilisationControl.Look(
              TICK_NANOS, 1, true, 50.0 * TARGET, true, false, AGE_NANOS, true));
    }
    assertThat(loop.correction()).isEqualTo(1);
  }

  @Test
  void returnsToOneWhileProcessorsAreBusy() {
    feed(4, 0.8, true, 0, true, true);
    double raised = loop.correction();
    feed(20, 1, true, TARGET / 2.0, true, true);
    assertThat(loop.correction()).isBetween(1.0, raised - 0.15);
    feed(200, 1, true, TARGET / 2.0, true, true);
    assertThat(loop.correction()).isCloseTo(1, within(0.01));
  }

  @Test
  void queuePartFollowsOverloadAndIdleProcessors() {
    assertThat(loop.stockPart()).isEqualTo(1);
    feed(10, 1, true, 0, true, true);
    assertThat(loop.stockPart()).isZero();
    feed(3, 0.8, true, 0, true, true);
    assertThat(loop.stockPart()).isEqualTo(1);
    feed(10, 1, true, 0, true, true);
    feed(10, 0.5, false, 0, true, true);
    assertThat(loop.stockPart()).isGreaterThan(0.9);
  }

  @Test
  void reportsIdlePartWhileVisitsAreRefused() {
    feed(30, 0.72, true, 0, true, true);
    assertThat(loop.idleWhileRefusing()).isCloseTo(0.28, within(0.01));
    feed(60, 0.5, false, 0, true, true);
    assertThat(loop.idleWhileRefusing()).isZero();
  }

  /**
   * The busy part follows the correction with the lag of a visit. For any error of the visit cost,
   * the loop reaches the goal and stays there.
   */
  @Property(tries = 200)
  void correctsAnyWrongVisitCost(
      @ForAll @DoubleRange(min = 0.3, max = 1.6) double carriedByModel,
      @ForAll @DoubleRange(min = 0.3, max = 20) double ageSeconds,
      @ForAll long seed) {
    UtilisationControl any = new UtilisationControl(TARGET);
    Random noise = new Random(seed);
    double load = carriedByModel;
    double seconds = 60 + 60 * ageSeconds;
    double idle = 0;
    double ticks = 0;
    for (double t = 0; t < seconds; t += TICK_NANOS / 1e9) {
      load += (carriedByModel * any.correction() - load) * TICK_NANOS / 1e9 / ageSeconds;
      double busy = Math.min(1, load * (1 + 0.1 * noise.nextGaussian()));
      double delay = load > 1 ? 2.0 * TARGET : 0;
      any.add(
          new UtilisationControl.Look(
              TICK_NANOS, busy, true, delay, true, true, ageSeconds * 1e9, true));
      if (t > seconds / 2) {
        idle += 1 - busy;
        ticks++;
      }
    }
    assertThat(idle / ticks).as("idle part in the second half").isLessThan(0.13);
    assertThat(any.correction()).isBetween(0.5, 4.0);
    assertThat(any.stockPart()).isBetween(0.0, 1.0);
  }
}
