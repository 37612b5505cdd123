package io.headwaiter.core.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class BalancerWeightTest {
  private static final long SECOND = 1_000_000_000L;

  private final BalancerWeight weight = new BalancerWeight(50);

  @Test
  void isHundredBeforeAnythingIsKnown() {
    assertThat(weight.percent()).isEqualTo(100);
    weight.add(Double.POSITIVE_INFINITY, 0);
    weight.add(Double.NaN, 0);
    assertThat(weight.percent()).isEqualTo(100);
  }

  @Test
  void isCapacityInPercentOfReference() {
    weight.add(87, 0);
    assertThat(weight.percent()).isEqualTo(174);
  }

  @Test
  void staysWithinLimitsOfBalancer() {
    weight.add(0, 0);
    assertThat(weight.percent()).isEqualTo(1);
    BalancerWeight large = new BalancerWeight(0.1);
    large.add(1e9, 0);
    assertThat(large.percent()).isEqualTo(256);
  }

  @Test
  void followsChangeSlowly() {
    weight.add(50, 0);
    weight.add(0, 10 * SECOND);
    assertThat(weight.percent()).isEqualTo(61);
    weight.add(0, 200 * SECOND);
    assertThat(weight.percent()).isEqualTo(1);
  }

  @Test
  void rejectsReferenceThatIsNoRate() {
    assertThatThrownBy(() -> new BalancerWeight(0)).hasMessageContaining("above 0");
    assertThatThrownBy(() -> new BalancerWeight(Double.NaN)).hasMessageContaining("above 0");
  }
}
