package io.headwaiter.core.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** With the loaded times of Table I everywhere, so that all can be computed by hand. */
class PoolOptimizerTest {
  private static PoolModel model() {
    List<ProfilePoint> points = new ArrayList<>();
    for (int m : new int[] {5, 10, 15, 20, 30}) {
      for (int n : new int[] {1, 2, 4, 5, 10, 15, 20, 30}) {
        if (n <= m) {
          points.add(Tpcw.loaded(m, n));
        }
      }
    }
    ProfileSurface surface = new ProfileSurface(new Profile(Tpcw.profilingLoad(), points));
    return new PoolModel(surface, Tpcw.profilingLoad(), CapacityForm.PUBLISHED_MIN);
  }

  /** The three best pairs that the paper names. */
  @Test
  void findsThePublishedPairs() {
    PoolDemand demand = PoolDemand.of(Tpcw.loaded(), Tpcw.profilingLoad());
    assertThat(fewestThreads(demand, 26)).isEqualTo(31); // one more than the paper tried
    assertThat(fewestThreads(demand, 11)).isEqualTo(14);
    assertThat(fewestThreads(demand, 6)).isEqualTo(8);
  }

  /** Threads from which on connections are the bottleneck. */
  private static int fewestThreads(PoolDemand demand, int connections) {
    int m = connections;
    while (demand.threadRatePerSecond(m) < demand.connectionRatePerSecond(connections)) {
      m++;
    }
    return m;
  }

  @Test
  void saysWhichPoolIsUsedUp() {
    PoolModel model = model();
    assertThat(model.rate(30, 26).bottleneck()).isEqualTo(PoolBottleneck.BALANCED);
    assertThat(model.rate(30, 10).bottleneck()).isEqualTo(PoolBottleneck.CONNECTIONS);
    assertThat(model.rate(10, 10).bottleneck()).isEqualTo(PoolBottleneck.THREADS);
  }

  @Test
  void keepsToItsBounds() {
    SustainableRate best = new PoolOptimizer(model(), 30, 15).best().orElseThrow();
    assertThat(best.sizes()).isEqualTo(new PoolSizes(18, 15));
    assertThat(best.sessionsPerSecond()).isCloseTo(15 / 6.24, within(0.01));
    assertThat(new PoolOptimizer(model(), 4, 4).best()).isEmpty();
    assertThat(new PoolOptimizer(model(), 10, 10).bestForThreads(11)).isEmpty();
    assertThat(new PoolOptimizer(model(), 30, 10).bestForConnections(11)).isEmpty();
  }

  /** 4.06 sessions a second with 26 connections, 2.40 with 15. */
  @Test
  void aShareOfTheFleetHasItsPrice() {
    assertThat(FleetBudget.costSessionsPerSecond(model(), 15).orElseThrow())
        .isCloseTo(4.06 - 2.40, within(0.4));
    assertThat(FleetBudget.costSessionsPerSecond(model(), 30).orElseThrow()).isZero();
  }

  @Test
  void serversAreCountedByTheLowerEnd() {
    SustainableRate best = new PoolOptimizer(model()).best().orElseThrow();
    int servers = new PoolOptimizer(model()).servers(100);
    assertThat(servers).isEqualTo((int) Math.ceil(100 / best.lowSessionsPerSecond()));
    assertThat(servers).isGreaterThan(25); // 100 / 4.06 = 24.6
    assertThat(new PoolOptimizer(model()).servers(0)).isZero();
    assertThatThrownBy(() -> new PoolOptimizer(model(), 4, 4).servers(1))
        .isInstanceOf(OutsideProfileException.class)
        .hasMessage("no sizes up to 4 threads and 4 connections were profiled");
  }

  /** Chance in the profile is the band's, point by point: here one point has ten requests. */
  @Test
  void theBandFollowsTheProfilesChance() {
    PoolModel sure = model();
    List<ProfilePoint> points = new ArrayList<>(sure.surface().profile().points());
    points.replaceAll(p -> p.threads() == 20 && p.connections() == 20 ? few(p) : p);
    PoolModel unsure =
        new PoolModel(
            new ProfileSurface(new Profile(Tpcw.profilingLoad(), points)),
            Tpcw.profilingLoad(),
            CapacityForm.PUBLISHED_MIN);
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
