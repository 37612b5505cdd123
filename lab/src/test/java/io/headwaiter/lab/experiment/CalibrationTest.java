package io.headwaiter.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;

class CalibrationTest {
  /** A server that completes everything up to its capacity and collapses beyond. */
  private static double collapsing(double rate, double capacity) {
    return rate <= capacity ? rate : Math.max(0, capacity - 2 * (rate - capacity));
  }

  @Example
  void theWorkedSearch() throws InterruptedException {
    List<Double> asked = new ArrayList<>();
    double found =
        Calibration.search(
            58.8,
            4,
            rate -> {
              asked.add(rate);
              return rate > 60 ? 41 : rate > 55 ? 56 : 52;
            });
    assertThat(found).isEqualTo(58.8);
    assertThat(asked).containsExactly(58.8, 58.8 * Calibration.STEP, 58.8 / Calibration.STEP);
  }

  @Example
  void anOverloadedFirstRunSendsTheSearchDown() throws InterruptedException {
    List<Double> asked = new ArrayList<>();
    double found =
        Calibration.search(
            80,
            6,
            rate -> {
              asked.add(rate);
              return collapsing(rate, 60);
            });
    assertThat(found).isBetween(60 / Calibration.STEP, 60.0);
    assertThat(asked.get(1)).isLessThan(80);
  }

  @Property
  void theBestRateIsFoundWithinOneRungWhenThereAreRunsEnough(
      @ForAll @DoubleRange(min = 20, max = 200) double capacity,
      @ForAll @DoubleRange(min = 0.7, max = 1.4) double misjudged)
      throws InterruptedException {
    double found = Calibration.search(capacity * misjudged, 12, rate -> collapsing(rate, capacity));
    assertThat(collapsing(found, capacity)).isGreaterThan(capacity / Calibration.STEP - 1e-6);
  }

  @Property(tries = 100)
  void runsAreBounded(@ForAll @DoubleRange(min = 1, max = 1000) double first)
      throws InterruptedException {
    List<Double> asked = new ArrayList<>();
    Calibration.search(
        first,
        3,
        rate -> {
          asked.add(rate);
          return rate;
        });
    assertThat(asked).hasSize(3);
  }

  @Example
  void nonsenseIsRefused() {
    assertThatThrownBy(() -> Calibration.search(0, 3, rate -> 1)).hasMessageContaining("above 0");
    assertThatThrownBy(() -> Calibration.search(Double.NaN, 3, rate -> 1))
        .hasMessageContaining("above 0");
    assertThatThrownBy(() -> Calibration.search(5, 0, rate -> 1))
        .hasMessageContaining("at least one run");
  }

  @Example
  void whatFitsIsComputedFromTheCostOfAReply() {
    assertThat(WarmUp.fitsPerSecond(0.002)).isCloseTo(1 / 0.017, within(1e-9));
    assertThat(WarmUp.fitsPerSecond(1e-9)).isEqualTo(WarmUp.MAX_RATE);
    for (double wrong : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> WarmUp.fitsPerSecond(wrong)).hasMessageContaining("what fits");
    }
  }
}
