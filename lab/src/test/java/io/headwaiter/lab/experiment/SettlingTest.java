package io.headwaiter.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.headwaiter.lab.experiment.GovernorSteps.Step;
import io.headwaiter.lab.report.Check;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

class SettlingTest {
  private static final int BINS = 60;
  private static final double STEP = 100_000;
  private static final double TARGET = 50;

  private static double[] windows(DoubleUnaryOperator at) {
    double[] windows = new double[BINS];
    Arrays.setAll(windows, at::applyAsDouble);
    return windows;
  }

  @Test
  void theWorkedExampleHolds() {
    assertThat(Settling.seconds(windows(i -> i < 8 ? 0 : 1), 0.05)).isCloseTo(0.8, within(1e-9));
  }

  @Test
  void whatIsLevelHasSettledAtOnceAndWhatSwingsNever() {
    assertThat(Settling.seconds(windows(i -> 1.04), 0.05)).isZero();
    assertThat(Settling.seconds(windows(i -> i % 12 == 0 ? 1.2 : 1), 0.05)).isLessThan(0.2);
    assertThat(Settling.seconds(windows(i -> 1 + 0.5 * Math.cos(i / 5.0)), 0.05)).isNaN();
    assertThat(Settling.seconds(windows(i -> Double.NaN), 0.05)).isNaN();
    assertThat(Settling.seconds(windows(i -> 0), 0.05)).isNaN();
    assertThat(Settling.seconds(new double[0], 0.05)).isNaN();
  }

  @Test
  void theFirstAndTheHighestAreFound() {
    double[] windows = windows(i -> i < 20 ? 90 : i == 30 ? 30 : 10);
    assertThat(Settling.firstBelow(windows, 50)).isEqualTo(20);
    assertThat(Settling.highest(windows, 20)).isEqualTo(30);
    assertThat(Settling.highest(windows, 31)).isEqualTo(10);
    assertThat(Settling.firstBelow(windows, 5)).isEqualTo(-1);
    assertThat(Settling.highest(windows, -1)).isNaN();
  }

  private static ControlPoint point(
      double endMillis, double admitted, double promised, double room, double waitMillis) {
    return new ControlPoint(endMillis, 50, admitted, 2, promised, room, 10, waitMillis);
  }

  /** Intervals of a run with the step a second after its begin. */
  private static List<ControlPoint> points(
      DoubleUnaryOperator admitted, DoubleUnaryOperator promised, DoubleUnaryOperator waitMillis) {
    List<ControlPoint> points = new ArrayList<>();
    for (int i = 0; i < 160; i++) {
      double seconds = 0.05 * i - 1;
      points.add(
          point(
              STEP + 50 + 1000 * seconds,
              admitted.applyAsDouble(seconds),
              promised.applyAsDouble(seconds),
              1,
              waitMillis.applyAsDouble(seconds)));
    }
    return points;
  }

  @Test
  void committedAreThePromisesAndTheHandshakesOnTop() {
    StepBins bins = new StepBins(20);
    bins.add(points(t -> 3, t -> 0.88, t -> 7), STEP);
    assertThat(bins.admittedPerSecond()[0]).isCloseTo(60, within(1e-9));
    // 0.88 + 3 * 2 / 50 = 1, of what there is
    assertThat(bins.committedOfOptimum())
        .hasSize(11)
        .containsOnly(new double[] {1.0}, within(1e-9));
    assertThat(bins.waitMillis()[0]).isCloseTo(7, within(1e-9));
  }

  @Test
  void withTooMuchPromisedAShutDoorIsTheOptimum() {
    StepBins bins = new StepBins(20);
    bins.add(points(t -> 0, t -> 1.8, t -> 7), STEP);
    assertThat(bins.committedOfOptimum()).containsOnly(new double[] {1.0}, within(1e-9));
    StepBins open = new StepBins(20);
    open.add(points(t -> 9, t -> 1.8, t -> 7), STEP);
    assertThat(open.committedOfOptimum()).containsOnly(new double[] {1.2}, within(1e-9));
  }

  @Test
  void onlyWhoComesInWhileTooMuchIsPromisedCounts() {
    List<ControlPoint> points =
        List.of(
            point(STEP - 50, 10, 1.2, 1, 1),
            point(STEP, 5, 1.2, 1, 1),
            point(STEP + 50, 3, 1.04, 1, 1),
            point(STEP + 100, 5, 1.2, 1, 1));
    assertThat(StepBins.admittedOverPromise(points, STEP)).isEqualTo(3);
    assertThat(StepBins.admittedOverPromise(points, STEP + 50)).isZero();
    assertThat(StepBins.admittedOverPromise(List.of(), STEP)).isNaN();
  }

  private static List<Check> checks(List<ControlPoint> points, Step step) {
    StepRun run = new StepRun(Trialled.of("h", "x", 60, 60, 50), points, STEP);
    return StepChecks.outcome(Map.of(step, List.of(run)), BINS, TARGET, 60, List.of()).checks();
  }

  @Test
  void aHealthyStepHolds() {
    List<ControlPoint> healthy =
        points(t -> t < 1 ? 0 : 3, t -> t < 1 ? 2 - t : 0.88, t -> t < 1.5 ? 300 : 18);
    assertThat(checks(healthy, Step.COST)).hasSize(3).allMatch(Check::holds);
    assertThat(checks(healthy, Step.LOAD)).hasSize(2).allMatch(Check::holds);
  }

  @Test
  void aBrokenStepDoesNot() {
    List<ControlPoint> broken = points(t -> 4, t -> 1.3, t -> t > 3 && t < 4.5 ? 90 : 40);
    assertThat(checks(broken, Step.QUOTA)).hasSize(3).noneMatch(Check::holds);
    List<ControlPoint> neverDrained = points(t -> 0, t -> 1.3, t -> 90);
    assertThat(checks(neverDrained, Step.QUOTA))
        .filteredOn(check -> check.id().endsWith("queue-delay"))
        .hasSize(1)
        .noneMatch(Check::holds);
  }

  @Test
  void aServerThatDoesNotTellItsPromisesProvesNothing() {
    List<ControlPoint> silent = points(t -> 3, t -> Double.NaN, t -> 18);
    assertThat(checks(silent, Step.COST))
        .filteredOn(check -> !check.id().endsWith("queue-delay"))
        .hasSize(2)
        .noneMatch(Check::holds);
  }

  @Test
  void aHistoryIsRead() throws IOException {
    String history =
        """
        {"columns":["time","elapsedMillis","newAdmitted","learnedFullHandshakeMillis",
        "promisedProcessors","newVisitsPerSecondMax","learnedNewVisitMillis","turns",
        "turnQueueDelayMillis"],"rows":[[1000,50,3,2,0.8,60,15,20,4.5],[1050,50,3,2,null,60,15,0,0]]}
        """;
    List<ControlPoint> points = ControlPoint.all(new ObjectMapper().readTree(history));
    assertThat(points).hasSize(2);
    assertThat(points.get(0)).isEqualTo(new ControlPoint(1000, 50, 3, 2, 0.8, 0.9, 20, 4.5));
    assertThat(points.get(1).promised()).isNaN();
    assertThatThrownBy(
            () ->
                ControlPoint.all(
                    new ObjectMapper().readTree("{\"columns\":[\"time\"],\"rows\":[[1]]}")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("elapsedMillis");
  }

  @Test
  void theCourseIsShownInHalfSeconds() {
    assertThat(StepChecks.course(windows(i -> i))).startsWith("2 7 12 17 ");
  }
}
