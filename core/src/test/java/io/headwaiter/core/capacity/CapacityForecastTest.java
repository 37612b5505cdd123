package io.headwaiter.core.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class CapacityForecastTest {
  private static final double VISIT_NANOS = 17e6;
  private static final double TURN_NANOS = 1.5e6;

  private static CapacityForecast forecast(PoolCapacity pools, HeldBounds.Bound... held) {
    return new CapacityForecast(
        VISIT_NANOS, /* besideVisits= */ 0.03, new HeldBounds(TURN_NANOS, List.of(held)), pools);
  }

  @Test
  void carriesVisitsInProportionToProcessorsLeft() {
    CapacityForecast free = forecast(PoolCapacity.UNKNOWN);
    assertThat(free.newVisitsPerSecondMax(1)).isCloseTo(57, within(0.1));
    assertThat(free.newVisitsPerSecondMax(2)).isCloseTo(115.9, within(0.1));
    assertThat(free.newVisitsPerSecondMax(0.02)).isZero();
    assertThat(free.bottleneck(2)).isEqualTo(Resource.CPU);
  }

  @Test
  void moreProcessorsDoNotHelpWhereConnectionsAreShort() {
    // Each of two connections is held for 10 ms a turn: 200 turns a second, 0.3 processors.
    CapacityForecast held =
        forecast(
            PoolCapacity.UNKNOWN,
            new HeldBounds.Bound(Resource.DATABASE_CONNECTIONS, 2, false, 10e6, 0.1));
    assertThat(held.newVisitsPerSecondMax(1)).isCloseTo((0.3 - 0.03) * 1e9 / 17e6, within(0.1));
    assertThat(held.newVisitsPerSecondMax(2)).isEqualTo(held.newVisitsPerSecondMax(1));
    assertThat(held.bottleneck(1)).isEqualTo(Resource.DATABASE_CONNECTIONS);
    assertThat(held.bottleneck(0.2)).isEqualTo(Resource.CPU);
  }

  @Test
  void poolsBoundWhatTheyCarry() {
    CapacityForecast pools = forecast(new PoolCapacity(30, Resource.WORKER_THREADS));
    assertThat(pools.newVisitsPerSecondMax(4)).isCloseTo(30, within(1e-9));
    assertThat(pools.bottleneck(4)).isEqualTo(Resource.WORKER_THREADS);
    assertThat(pools.newVisitsPerSecondMax(0.25)).isLessThan(30);
    assertThat(pools.bottleneck(0.25)).isEqualTo(Resource.CPU);
  }

  @Test
  void threadsThatMayGrowAreNoBound() {
    CapacityForecast growing =
        forecast(
            PoolCapacity.UNKNOWN,
            new HeldBounds.Bound(Resource.WORKER_THREADS, 1, true, 100e6, 0.1));
    assertThat(growing.bottleneck(4)).isEqualTo(Resource.CPU);
  }
}
