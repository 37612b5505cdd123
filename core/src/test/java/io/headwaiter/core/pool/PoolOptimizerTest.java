package io.headwaiter.core.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** With the loaded times of Table I everywhere, so that all can be computed by hand. */
class PoolOptimizerTest {
  private static final PoolModel MODEL = modelOf(points());

  /**
   * All numbers of threads up to 15, then 20 and 30, with all numbers of connections. The published
   * grid would not do: where q is the same everywhere, q / N is a hyperbola, which a cubic misses
   * between N = 20 and 30, the more so where rows end.
   */
  private static List<ProfilePoint> points() {
    List<ProfilePoint> points = new ArrayList<>();
    for (int m = 5; m <= 30; m = m < 15 ? m + 1 : m < 20 ? 20 : m + 10) {
      for (int n = 1; n <= m; n++) {
        points.add(Tpcw.loaded(m, n));
      }
    }
    return points;
  }

  private static PoolModel modelOf(List<ProfilePoint> points) {
    ProfileSurface surface = new ProfileSurface(new Profile(Tpcw.profilingLoad(), points));
    return new PoolModel(surface, Tpcw.profilingLoad(), CapacityForm.PUBLISHED_MIN);
  }

  /**
   * The three best pairs that the paper names: the best number of threads for so many connections,
   * among the 30 that it tried. It prints times of one pair only, so they stand for all here.
   */
  @ParameterizedTest
  @CsvSource({"6, 8", "11, 14", "26, 30"})
  void findsThePublishedPairs(int connections, int threads) {
    SustainableRate best = new PoolOptimizer(MODEL).bestForConnections(connections).orElseThrow();
    assertThat(best.sizes()).isEqualTo(new PoolSizes(threads, connections));
  }

  @Test
  void findsThePublishedPairOfThirtyThreads() {
    SustainableRate best = new PoolOptimizer(MODEL).best().orElseThrow();
    assertThat(best.sizes()).isEqualTo(new PoolSizes(30, 26));
    assertThat(best.sessionsPerSecond()).isCloseTo(4.06, within(0.005));
    assertThat(new PoolOptimizer(MODEL).bestForThreads(30).orElseThrow()).isEqualTo(best);
  }

  @Test
  void saysWhichPoolIsUsedUp() {
    PoolModel model = MODEL;
    assertThat(model.rate(30, 26).bottleneck()).isEqualTo(PoolBottleneck.BALANCED);
    assertThat(model.rate(30, 10).bottleneck()).isEqualTo(PoolBottleneck.CONNECTIONS);
    assertThat(model.rate(10, 10).bottleneck()).isEqualTo(PoolBottleneck.THREADS);
  }

  @Test
  void keepsToItsBounds() {
    SustainableRate best = new PoolOptimizer(MODEL, 30, 15).best().orElseThrow();
    assertThat(best.sizes()).isEqualTo(new PoolSizes(18, 15));
    assertThat(best.sessionsPerSecond()).isCloseTo(15 / 6.24, within(0.01));
    assertThat(new PoolOptimizer(MODEL, 4, 4).best()).isEmpty();
    assertThat(new PoolOptimizer(MODEL, 10, 10).bestForThreads(11)).isEmpty();
    assertThat(new PoolOptimizer(MODEL, 30, 10).bestForConnections(11)).isEmpty();
  }

  /** What carries 2.40 and takes least of both: 18 threads of 15 connections' 2.40. */
  @Test
  void findsTheSmallestThatCarryEnough() {
    PoolOptimizer optimizer = new PoolOptimizer(MODEL);
    SustainableRate small = optimizer.smallest(2.4).orElseThrow();
    assertThat(small.sizes()).isEqualTo(new PoolSizes(18, 15));
    assertThat(small.sessionsPerSecond()).isBetween(2.4, 2.45);
    assertThat(optimizer.smallest(0.1).orElseThrow().sizes()).isEqualTo(new PoolSizes(5, 1));
    assertThat(optimizer.smallest(4.1)).isEmpty();
    assertThat(new PoolOptimizer(MODEL, 17, 17).smallest(2.4)).isEmpty();
  }

  /** 4.06 sessions a second with 26 connections, 2.40 with 15. */
  @Test
  void aShareOfTheFleetHasItsPrice() {
    assertThat(FleetBudget.costSessionsPerSecond(MODEL, 15).orElseThrow())
        .isCloseTo(4.06 - 2.40, within(0.01));
    assertThat(FleetBudget.costSessionsPerSecond(MODEL, 30).orElseThrow()).isZero();
  }

  @Test
  void serversAreCountedByTheLowerEnd() {
    SustainableRate best = new PoolOptimizer(MODEL).best().orElseThrow();
    int servers = new PoolOptimizer(MODEL).servers(100);
    assertThat(servers).isEqualTo((int) Math.ceil(100 / best.lowSessionsPerSecond()));
    assertThat(servers).isGreaterThan(25); // 100 / 4.06 = 24.6
    assertThat(new PoolOptimizer(MODEL).servers(0)).isZero();
    assertThatThrownBy(() -> new PoolOptimizer(MODEL, 4, 4).servers(1))
        .isInstanceOf(OutsideProfileException.class)
        .hasMessage("no sizes up to 4 threads and 4 connections were profiled");
  }

  /** Chance in the profile is the band's, point by point: here one point has ten requests. */
  @Test
  void theBandFollowsTheProfilesChance() {
    PoolModel sure = MODEL;
    List<ProfilePoint> points = new ArrayList<>(sure.surface().profile().points());
    points.replaceAll(p -> p.threads() == 20 && p.connections() == 20 ? few(p) : p);
    PoolModel unsure = modelOf(points);
    assertThat(unsure.deviation(20, 20)).isGreaterThan(2 * sure.deviation(20, 20));
    assertThat(unsure.deviation(5, 2)).isCloseTo(sure.deviation(5, 2), within(1e-3));
  }

  private static ProfilePoint few(ProfilePoint p) {
    return new ProfilePoint(
        p.threads(),
        p.connections(),
        p.types().stream()
            .map(
                t -> new TypeProfile(t.type(), few(t.withoutConnection()), few(t.withConnection())))
            .toList(),
        p.offeredSessionsPerSecond(),
        p.completedSessionsPerSecond(),
        p.completedRequests(),
        p.threadsBusy());
  }

  private static Moments few(Moments m) {
    return new Moments(m.count() / 100, m.meanNanos(), m.varianceNanos2());
  }
}
