package io.headwaiter.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;

class TicksTest {
  @Example
  void ticksMatchWorkedNumbers() {
    assertThat(Ticks.linear(87, 5)).containsExactly(0.0, 20.0, 40.0, 60.0, 80.0, 100.0);
    assertThat(Ticks.decades(3, 870)).containsExactly(1.0, 10.0, 100.0, 1000.0);
    assertThat(Ticks.decades(10, 10)).containsExactly(10.0, 100.0);
    assertThat(Ticks.linear(Double.NaN, 5)).last().isEqualTo(1.0);
  }

  @Property
  void linearTicksCoverZeroToMaximumEvenly(
      @ForAll @DoubleRange(min = -6, max = 12) double exponent,
      @ForAll @IntRange(min = 1, max = 12) int wanted) {
    double max = Math.pow(10, exponent);
    List<Double> ticks = Ticks.linear(max, wanted);
    assertThat(ticks.get(0)).isZero();
    assertThat(ticks.get(ticks.size() - 1)).isGreaterThanOrEqualTo(max * (1 - 1e-6));
    assertThat(ticks.get(ticks.size() - 2)).isLessThan(max);
    assertThat(ticks.size()).isBetween(2, (int) (wanted * 2.5) + 2);
    double step = ticks.get(1);
    double digit = step / Math.pow(10, Math.floor(Math.log10(step) + 1e-9));
    assertThat(List.of(1L, 2L, 5L)).contains(Math.round(digit));
  }

  @Property
  void decadesCoverBothEnds(
      @ForAll @DoubleRange(min = -6, max = 9) double exponentA,
      @ForAll @DoubleRange(min = -6, max = 9) double exponentB) {
    double a = Math.pow(10, exponentA);
    double b = Math.pow(10, exponentB);
    List<Double> ticks = Ticks.decades(Math.min(a, b), Math.max(a, b));
    assertThat(ticks.get(0)).isLessThanOrEqualTo(Math.min(a, b) * (1 + 1e-6));
    assertThat(ticks.get(ticks.size() - 1)).isGreaterThanOrEqualTo(Math.max(a, b) * (1 - 1e-6));
    assertThat(ticks).hasSizeGreaterThan(1).isSorted();
  }

  @Example
  void decadesRejectZero() {
    assertThatThrownBy(() -> Ticks.decades(0, 5)).hasMessageContaining("0 < min");
  }
}
