package io.headwaiter.core.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.headwaiter.core.pool.model.PoolBottleneck;
import io.headwaiter.core.pool.model.SustainableRate;
import io.headwaiter.core.pool.profile.PoolSizes;
import org.junit.jupiter.api.Test;

class PoolCapacityTest {
  private static SustainableRate rate(double low, double high, PoolBottleneck bottleneck) {
    return new SustainableRate(new PoolSizes(10, 8), 100, low, high, bottleneck);
  }

  /** In a trial a server carried 9 to 10 % more than predicted: no visit is refused for that. */
  @Test
  void allowsOneTenthAboveProfile() {
    PoolCapacity bound = PoolCapacity.of(rate(98, 102, PoolBottleneck.THREADS));
    assertThat(bound.visitsPerSecond()).isCloseTo(110, within(1e-9));
  }

  @Test
  void usesUpperEndOfWideBand() {
    PoolCapacity bound = PoolCapacity.of(rate(80, 125, PoolBottleneck.THREADS));
    assertThat(bound.visitsPerSecond()).isEqualTo(125);
  }

  @Test
  void reportsPoolThatIsUsedUpFirst() {
    assertThat(PoolCapacity.of(rate(98, 102, PoolBottleneck.CONNECTIONS)).bottleneck())
        .isEqualTo(Resource.DATABASE_CONNECTIONS);
    assertThat(PoolCapacity.of(rate(98, 102, PoolBottleneck.THREADS)).bottleneck())
        .isEqualTo(Resource.WORKER_THREADS);
    assertThat(PoolCapacity.of(rate(98, 102, PoolBottleneck.BALANCED)).bottleneck())
        .isEqualTo(Resource.WORKER_THREADS);
  }

  @Test
  void rejectsZeroCapacity() {
    assertThat(PoolCapacity.UNKNOWN.isKnown()).isFalse();
    assertThatThrownBy(() -> new PoolCapacity(0, Resource.CPU))
        .hasMessage("visitsPerSecond must be above 0, or NaN if it is not known, got 0.0");
  }
}
