package io.headwaiter.load.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class SixtyPercentRuleTest {
  @Test
  void threeOfFiveAreSixtyPercent() {
    assertThat(SixtyPercentRule.of(10, 12, 11, 9, 13)).isEqualTo(11);
  }

  @Test
  void requiredNumberOfRunsIsRoundedUp() {
    assertThat(SixtyPercentRule.of(10, 12, 11)).isEqualTo(11);
    assertThat(SixtyPercentRule.of(10, 12)).isEqualTo(10);
    assertThat(SixtyPercentRule.of(10)).isEqualTo(10);
  }

  @Test
  void failedRunsLowerRate() {
    assertThat(SixtyPercentRule.of(10, 12, Double.NaN)).isEqualTo(10);
    assertThat(SixtyPercentRule.of(10, Double.NaN, 0)).isNaN();
    assertThat(SixtyPercentRule.of()).isNaN();
  }

  @Property
  void rateIsHighestThatEnoughRunsReach(
      @ForAll @Size(min = 1, max = 30) List<@DoubleRange(min = 1, max = 100) Double> thresholds) {
    double rate =
        SixtyPercentRule.of(thresholds.stream().mapToDouble(Double::doubleValue).toArray());
    double wanted = 0.6 * thresholds.size() - 1e-9;
    assertThat(thresholds.stream().filter(t -> t >= rate).count())
        .isGreaterThanOrEqualTo((long) Math.ceil(wanted));
    assertThat(thresholds.stream().filter(t -> t > rate).count())
        .isLessThan((long) Math.ceil(wanted));
  }
}
