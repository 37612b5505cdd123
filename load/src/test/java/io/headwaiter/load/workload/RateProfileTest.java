package io.headwaiter.load.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.headwaiter.load.workload.RateProfile.Point;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;

class RateProfileTest {
  private static final double SECOND = 1e9;
  private static final RateProfile STEP = RateProfile.step(2000, 1, 4);
  private static final RateProfile RAMP =
      RateProfile.of(new Point(1000, 1), new Point(3000, 5), new Point(3000, 0.5));

  @Test
  void stretchedInstantMatchesWorkedExample() {
    assertThat(STEP.stretched(SECOND)).isEqualTo(SECOND);
    assertThat(STEP.stretched(6 * SECOND)).isCloseTo(3 * SECOND, within(1.0));
  }

  @Test
  void factorIsLinearBetweenPoints() {
    assertThat(RAMP.factor(0)).isEqualTo(1);
    assertThat(RAMP.factor(2 * SECOND)).isCloseTo(3, within(1e-9));
    assertThat(RAMP.factor(3 * SECOND)).isEqualTo(0.5);
    assertThat(RAMP.factor(9 * SECOND)).isEqualTo(0.5);
    assertThat(RateProfile.CONSTANT.factor(SECOND)).isEqualTo(1);
  }

  @Property
  void integralOfFactorInvertsStretching(
      @ForAll @DoubleRange(min = 0.01, max = 20) double seconds) {
    for (RateProfile profile : List.of(STEP, RAMP)) {
      double instant = profile.stretched(seconds * SECOND);
      double area = 0;
      int steps = 20_000;
      for (int i = 0; i < steps; i++) {
        area += profile.factor((i + 0.5) * instant / steps) * instant / steps;
      }
      assertThat(area / SECOND).isCloseTo(seconds, within(0.001 + seconds * 0.001));
    }
  }

  @Test
  void arrivalsFollowProfile() {
    ArrivalSequence arrivals = ArrivalSequence.poisson(1000, new SplittableRandom(1)).under(STEP);
    int before = 0;
    int after = 0;
    long last = -1;
    for (long at = arrivals.nextNanos(); at < 4 * SECOND; at = arrivals.nextNanos()) {
      assertThat(at).isGreaterThan(last);
      last = at;
      before += at < 2 * SECOND ? 1 : 0;
      after += at < 2 * SECOND ? 0 : 1;
    }
    assertThat(before).isBetween(1800, 2200); // 1000 a second; sigma is 45
    assertThat(after).isBetween(7600, 8400); // 4000 a second; sigma is 89
  }

  @Test
  void constantProfileKeepsSequence() {
    ArrivalSequence even = ArrivalSequence.constant(10);
    assertThat(even.under(RateProfile.CONSTANT)).isSameAs(even);
  }

  @Test
  void allowsTemporaryButNoPermanentZeroRate() {
    RateProfile idle = RateProfile.of(new Point(0, 0), new Point(1000, 0), new Point(1000, 1));
    assertThat(idle.stretched(SECOND)).isCloseTo(2 * SECOND, within(1.0));
    assertThatThrownBy(() -> RateProfile.step(10, 1, 0)).hasMessageContaining("above 0");
    assertThatThrownBy(() -> RateProfile.of(new Point(10, 1), new Point(5, 1)))
        .hasMessageContaining("order of time");
    assertThatThrownBy(() -> new Point(5, Double.NaN)).hasMessageContaining("at least 0");
  }
}
