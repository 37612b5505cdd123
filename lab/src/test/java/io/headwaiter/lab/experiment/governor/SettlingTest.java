package io.headwaiter.lab.experiment.governor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.headwaiter.lab.bench.Trialled;
import io.headwaiter.lab.experiment.governor.GovernorSteps.Step;
import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.server.ControlPoint;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntPredicate;
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

  private static boolean[] right(IntPredicate at) {
    boolean[] right = new boolean[BINS];
    for (int i = 0; i < BINS; i++) {
      right[i] = at.test(i);
    }
    return right;
  }

  @Test
  void theWorkedExampleHolds() {
    assertThat(Settling.seconds(right(i -> i >= 8))).isCloseTo(0.8, within(1e-9));
  }

  @Test
  void whatIsRightHasSettledAtOnceAndWhatSwingsNever() {
    assertThat(Settling.seconds(right(i -> true))).isZero();
    assertThat(Settling.seconds(right(i -> i % 12 != 0))).isLessThan(0.2);
    double all = Settling.seconds(BINS);
    assertThat(Settling.seconds(right(i -> i % 4 < 3 && i < BINS - 1))).isEqualTo(all);
    assertThat(Settling.seconds(right(i -> false))).isEqualTo(all);
    assertThat(Settling.seconds(new boolean[0])).isNaN();
  }

  @Test
  void theFirstAndTheHighestAreFound() {
    double[] windows = windows(i -> i < 20 ? 90 : i == 30 ? 30 : 10);
    assertThat(Settling.firstBelow(windows, 50)).isEqualTo(20);
    assertThat(Settling.highest(windows, 20)).isEqualTo(30);
    assertThat(Settling.highest(windows, 31)).isEqualTo(10);
    assertThat(Settling.firstBelow(windows, 5)).isEqualTo(windows.length);
    assertThat(Settling.highest(windows, windows.length)).isEqualTo(90);
    assertThat(Settling.highest(new double[0], 0)).isNaN();
  }

  private static ControlPoint point(
      double endMillis, double admitted, double used, double promised, double waitMillis) {
    return new ControlPoint(endMillis, 50, admitted, used, 50, promised, 1, 10, waitMillis);
  }

  /** What a server does at a time since the step, in seconds. */
  private record Course(
      DoubleUnaryOperator admitted,
      DoubleUnaryOperator usedMillis,
      DoubleUnaryOperator promised,
      DoubleUnaryOperator waitMillis) {
    /** Intervals of a run with the step a second after its begin. */
    List<ControlPoint> points() {
      List<ControlPoint> points = new ArrayList<>();
      for (int i = 0; i < 160; i++) {
        double seconds = 0.05 * i - 1;
        points.add(
            point(
                STEP + 50 + 1000 * seconds,
                admitted.applyAsDouble(seconds),
                usedMillis.applyAsDouble(seconds),
                promised.applyAsDouble(seconds),
                waitMillis.applyAsDouble(seconds)));
      }
      return points;
    }
  }

  @Test
  void whatIsUsedAndHowLongWorkWaitsIsTakenTogether() {
    StepBins bins = new StepBins(20);
    bins.add(new Course(t -> 3, t -> 48, t -> 1, t -> 7).points(), STEP);
    bins.add(new Course(t -> 1, t -> 44, t -> 1, t -> 9).points(), STEP);
    assertThat(bins.admittedPerSecond()[0]).isCloseTo(40, within(1e-9));
    assertThat(bins.waitMillisOfBins()).hasSize(20).containsOnly(new double[] {8}, within(1e-9));
    assertThat(bins.busyPart()).hasSize(11).containsOnly(new double[] {0.92}, within(1e-9));
    assertThat(bins.waitMillis()[0]).isCloseTo(8, within(1e-9));
  }

  private static double overPromise(ControlPoint... points) {
    return new StepRun(Trialled.of("h", "x", 60, 60, 50), List.of(points), STEP)
        .admittedOverPromise();
  }

  @Test
  void onlyWhoComesInUntilThePromisesFitCounts() {
    ControlPoint before = point(STEP, 10, 50, 1.2, 1);
    ControlPoint loss = point(STEP + 50, 5, 50, 1.2, 1);
    ControlPoint over = point(STEP + 100, 3, 50, 1.2, 1);
    ControlPoint fits = point(STEP + 150, 2, 50, 1.04, 1);
    ControlPoint noise = point(STEP + 200, 4, 50, 1.2, 1);
    ControlPoint last = point(STEP + 250, 4, 50, 1.2, 1);
    assertThat(overPromise(before, loss, over, fits, noise, last)).isEqualTo(5);
    assertThat(overPromise(before, fits)).isZero();
    assertThat(overPromise(before)).isNaN();
  }

  private static List<Check> checks(Course course, Step step) {
    StepRun run = new StepRun(Trialled.of("h", "x", 60, 60, 50), course.points(), STEP);
    return StepChecks.outcome(Map.of(step, List.of(run)), BINS, TARGET, 60, List.of()).checks();
  }

  /** The door is shut until what was promised is done. */
  @Test
  void aHealthyStepHolds() {
    Course healthy =
        new Course(
            t -> t < 1.5 ? 0 : 3, t -> 49, t -> t < 1 ? 2 - t : 0.88, t -> t < 1.5 ? 300 : 18);
    assertThat(checks(healthy, Step.COST)).hasSize(3).allMatch(Check::holds);
    assertThat(checks(healthy, Step.LOAD)).hasSize(2).allMatch(Check::holds);
  }

  @Test
  void aBrokenStepDoesNot() {
    Course crowded = new Course(t -> 4, t -> 50, t -> 1.3, t -> t > 3 && t < 4.5 ? 90 : 40);
    assertThat(checks(crowded, Step.QUOTA))
        .hasSize(3)
        .filteredOn(check -> !check.holds())
        .extracting(Check::id)
        .containsExactly("step-quota-settled", "step-quota-promises", "step-quota-queue-delay");
    Course neverDrained = new Course(t -> 3, t -> 50, t -> 0.9, t -> 90);
    assertThat(checks(neverDrained, Step.QUOTA))
        .filteredOn(Check::holds)
        .extracting(Check::id)
        .containsExactly("step-quota-promises");
    Course idle = new Course(t -> 2, t -> 46, t -> 0.9, t -> 1);
    assertThat(checks(idle, Step.LOAD))
        .filteredOn(check -> !check.holds())
        .extracting(Check::id)
        .containsExactly("step-load-settled");
  }

  @Test
  void aServerThatDoesNotTellItsPromisesProvesNothing() {
    Course silent = new Course(t -> 3, t -> 50, t -> Double.NaN, t -> 18);
    assertThat(checks(silent, Step.COST))
        .filteredOn(check -> check.id().endsWith("promises"))
        .hasSize(1)
        .noneMatch(Check::holds);
  }

  @Test
  void aHistoryIsRead() throws IOException {
    String history =
        """
        {"columns":["time","elapsedMillis","newAdmitted","processCpuMillis","backgroundCpuMillis",
        "processors","promisedProcessors","newVisitsPerSecondMax","learnedNewVisitMillis","turns",
        "turnQueueDelayMillis"],
        "rows":[[1000,50,3,48,4,1,0.8,60,15,20,4.5],[1050,50,3,48,4,1,null,60,15,0,0]]}
        """;
    List<ControlPoint> points = ControlPoint.all(new ObjectMapper().readTree(history));
    assertThat(points).hasSize(2);
    assertThat(points.get(0)).isEqualTo(new ControlPoint(1000, 50, 3, 44, 46, 0.8, 0.9, 20, 4.5));
    assertThat(points.get(1).promised()).isNaN();
    assertThatThrownBy(
            () ->
                ControlPoint.all(
                    new ObjectMapper().readTree("{\"columns\":[\"time\"],\"rows\":[[1]]}")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("has no column");
  }

  @Test
  void theCourseIsShownInHalfSeconds() {
    assertThat(StepChecks.course(windows(i -> i))).startsWith("2 7 12 17 ");
  }
}
