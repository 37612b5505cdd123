package io.headwaiter.lab.experiment.caching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.headwaiter.core.pool.profile.PoolSizes;
import io.headwaiter.core.profile.RequestProfile;
import io.headwaiter.core.profile.RequestTotals;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Two threads; items take 10 ms and searches 60, without a connection. */
class CrowdRatesTest {
  private static final PoolSizes SIZES = new PoolSizes(2, 1);

  private static RequestTotals totals(long count, double millis) {
    long nanos = Math.round(count * millis * 1e6);
    double squares = count * millis * millis * 1e12;
    return new RequestTotals(count, 0, 0, 0, nanos, squares, 0, 0, 0, 0, 0, 0);
  }

  /** As many as two threads can do in three seconds, times faster. */
  private static RequestProfile turn(long searches, double faster) {
    double searchMillis = 60 / faster;
    double itemMillis = 10 / faster;
    long items = Math.round((6000 - searches * searchMillis) / itemMillis);
    return new RequestProfile(
        3_000_000_000L,
        0,
        Map.of("/Item", totals(items, itemMillis), "/Search", totals(searches, searchMillis)));
  }

  @Test
  void searchesMoreOrLessAreChance() {
    Map<CachingPolicy, List<Double>> rates =
        CrowdRates.perSecond(
            SIZES,
            Map.of(
                CachingPolicy.TRANSACTION, List.of(turn(40, 1), turn(60, 1)),
                CachingPolicy.REQUEST, List.of(turn(66, 1.2), turn(50, 1.2))),
            10);
    List<Double> slow = rates.get(CachingPolicy.TRANSACTION);
    List<Double> fast = rates.get(CachingPolicy.REQUEST);
    assertThat(slow.get(0)).isCloseTo(slow.get(1), within(1e-6));
    assertThat(fast.get(0) / slow.get(0)).isCloseTo(1.2, within(1e-6));
    assertThat(fast.get(1) / slow.get(1)).isCloseTo(1.2, within(1e-6));
  }

  @Test
  void nobodyAnsweredIsSaid() {
    assertThatThrownBy(
            () -> CrowdRates.perSecond(SIZES, Map.of(CachingPolicy.REQUEST, List.of()), 10))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("nobody was answered");
  }
}
