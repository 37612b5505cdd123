package io.headwaiter.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.headwaiter.lab.experiment.GovernorSteps.Step;
import io.headwaiter.lab.report.Check;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

class SettlingTest {
  private static final int BINS = 60;

  private static double[] bins(DoubleUnaryOperator at) {
    double[] bins = new double[BINS];
    Arrays.setAll(bins, at::applyAsDouble);
    return bins;
  }

  @Test
  void theWorkedExampleHolds() {
    assertThat(Settling.seconds(bins(i -> i < 8 ? 0 : 10), 0.05)).isCloseTo(0.8, within(1e-9));
  }

  @Test
  void whatIsLevelHasSettledAtOnceAndWhatSwingsNever() {
    assertThat(Settling.seconds(bins(i -> 10), 0.05)).isZero();
    assertThat(Settling.seconds(bins(i -> 10 + 5 * Math.sin(i / 5.0)), 0.05)).isNaN();
    assertThat(Settling.seconds(bins(i -> Double.NaN), 0.05)).isNaN();
    assertThat(Settling.seconds(bins(i -> 0), 0.05)).isNaN();
    assertThat(Settling.seconds(new double[] {1, 1, 1}, 0.05)).isNaN();
  }

  @Test
  void theWorstSecondIsAMean() {
    double[] bins = bins(i -> i >= 30 && i < 40 ? 30 : 10);
    assertThat(Settling.highest(bins, 10)).isCloseTo(30, within(1e-9));
    assertThat(Settling.highest(bins, 35)).isCloseTo(20, within(1e-9));
    assertThat(Settling.highest(bins, 55)).isNaN();
  }

  private static ControlSample sample(
      long millis, double admitted, double promised, double delayMillis) {
    return new ControlSample(millis, admitted, 1, promised, 2, 0, delayMillis);
  }

  /** Samples of a run with the step at one second. */
  private static List<ControlSample> samples(
      DoubleUnaryOperator admitted, DoubleUnaryOperator promised, double delayMillis) {
    List<ControlSample> samples = new ArrayList<>();
    for (long millis = 0; millis <= 8000; millis += 100) {
      samples.add(
          sample(
              millis,
              admitted.applyAsDouble(millis / 1000.0),
              promised.applyAsDouble(millis / 1000.0),
              delayMillis));
    }
    return samples;
  }

  @Test
  void aCounterBecomesARate() {
    List<ControlSample> samples = samples(t -> 60 * t, t -> 1, 5);
    assertThat(Settling.rate(samples, ControlSample::admitted, 1020, 3))
        .containsExactly(new double[] {60, 60, 60}, within(1e-6));
    assertThat(Settling.level(samples, ControlSample::promised, 1020, 2)).containsExactly(1, 1);
    assertThat(Settling.level(samples, ControlSample::promised, 7990, 2)[1]).isNaN();
  }

  @Test
  void onlyWhoComesInWhileTooMuchIsPromisedCounts() {
    List<ControlSample> samples =
        List.of(
            sample(0, 10, 1.2, 1),
            sample(100, 15, 1.2, 1),
            sample(200, 15, 0.9, 1),
            sample(300, 20, 1.1, 1));
    assertThat(Settling.admittedOverPromise(samples, 0)).isEqualTo(5);
    assertThat(Settling.admittedOverPromise(samples, 100)).isZero();
    assertThat(Settling.admittedOverPromise(List.of(), 0)).isNaN();
  }

  private static List<Check> checks(List<ControlSample> samples, Step step) {
    StepRun run = new StepRun(Trialled.of("h", "x", 60, 60, 50), samples, 1000);
    return StepChecks.outcome(Map.of(step, List.of(run)), BINS, 60, List.of()).checks();
  }

  @Test
  void aHealthyStepHolds() {
    List<ControlSample> healthy =
        samples(t -> t < 1.5 ? 0 : 60 * (t - 1.5), t -> t < 1.3 ? 2 : 0.98, 18);
    assertThat(checks(healthy, Step.COST)).hasSize(3).allMatch(Check::holds);
    assertThat(checks(healthy, Step.LOAD)).hasSize(2).allMatch(Check::holds);
  }

  @Test
  void aBrokenStepDoesNot() {
    List<ControlSample> broken =
        samples(t -> 100 * t, t -> 2 - Math.min(1, Math.max(0, (t - 1) / 4)), 40);
    assertThat(checks(broken, Step.QUOTA)).hasSize(3).noneMatch(Check::holds);
  }

  @Test
  void aServerThatDoesNotTellItsPromisesProvesNothing() {
    List<ControlSample> silent = samples(t -> 60 * t, t -> Double.NaN, 18);
    assertThat(checks(silent, Step.COST))
        .filteredOn(check -> !check.id().endsWith("queue-delay"))
        .hasSize(2)
        .noneMatch(Check::holds);
  }

  @Test
  void theCourseIsShownInHalfSeconds() {
    assertThat(StepChecks.course(bins(i -> i))).startsWith("2 7 12 17 ");
  }
}
