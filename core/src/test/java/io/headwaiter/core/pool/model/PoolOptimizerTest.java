package io.headwaiter.core.pool.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.headwaiter.core.pool.Tpcw;
import io.headwaiter.core.pool.profile.Moments;
import io.headwaiter.core.pool.profile.OutsideProfileException;
import io.headwaiter.core.pool.profile.PoolSizes;
import io.headwaiter.core.pool.profile.Profile;
import io.headwaiter.core.pool.profile.ProfilePoint;
import io.headwaiter.core.pool.profile.TypeProfile;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** All sizes have the loaded times of Table I, so results can be computed by hand. */
@Tag("slow")
public class PoolOptimizerTest {
  private static final PoolModel MODEL = modelOf(points());

  /**
   * All numbers of threads from 5 to 15, then 20 and 30, with all numbers of connections. The
   * published grid is too coarse: for a constant q, q / N is a hyperbola, and a cubic is wrong
   * between N = 20 and 30, most of all where rows end.
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
   * The three best pairs that the paper names: the best number of threads, of the 30 tried, for a
   * number of connections. The paper prints the times of one pair only; they are used for all.
   */
  @ParameterizedTest
  @CsvSource({"6, 8", "11, 14", "26, 30"})
  public void findsPublishedPairs(int connections, int threads) {
    SustainableRate best = new PoolOptimizer(MODEL).bestForConnections(connections).orElseThrow();
    assertThat(best.sizes()).isEqualTo(new PoolSizes(threads, connections));
  }

  @Test
  public void findsPublishedPairOfThirtyThreads() {
    SustainableRate best = new PoolOptimizer(MODEL).best().orElseThrow();
    assertThat(best.sizes()).isEqualTo(new PoolSizes(30, 26));
    assertThat(best.sessionsPerSecond()).isCloseTo(4.06, within(0.005));
    assertThat(new PoolOptimizer(MODEL).bestForThreads(30).orElseThrow()).isEqualTo(best);
  }

  @Test
  public void identifiesBottleneck() {
    PoolModel model = MODEL;
    assertThat(model.rate(30, 26).bottleneck()).isEqualTo(PoolBottleneck.BALANCED);
    assertThat(model.rate(30, 10).bottleneck()).isEqualTo(PoolBottleneck.CONNECTIONS);
    assertThat(model.rate(10, 10).bottleneck()).isEqualTo(PoolBottleneck.THREADS);
  }

  @Test
  public void staysWithinItsBounds() {
    SustainableRate best = new PoolOptimizer(MODEL, 30, 15).best().orElseThrow();
    assertThat(best.sizes()).isEqualTo(new PoolSizes(18, 15));
    assertThat(best.sessionsPerSecond()).isCloseTo(15 / 6.24, within(0.01));
    assertThat(new PoolOptimizer(MODEL, 4, 4).best()).isEmpty();
    assertThat(new PoolOptimizer(MODEL, 10, 10).bestForThreads(11)).isEmpty();
    assertThat(new PoolOptimizer(MODEL, 30, 10).bestForConnections(11)).isEmpty();
  }

  /** The smallest sizes that complete 2.40 a second are 18 threads and 15 connections. */
  @Test
  public void findsSmallestSizesForRate() {
    PoolOptimizer optimizer = new PoolOptimizer(MODEL);
    SustainableRate small = optimizer.smallest(2.4).orElseThrow();
    assertThat(small.sizes()).isEqualTo(new PoolSizes(18, 15));
    assertThat(small.sessionsPerSecond()).isBetween(2.4, 2.45);
    assertThat(optimizer.smallest(0.1).orElseThrow().sizes()).isEqualTo(new PoolSizes(5, 1));
    assertThat(optimizer.smallest(4.1)).isEmpty();
    assertThat(new PoolOptimizer(MODEL, 17, 17).smallest(2.4)).isEmpty();
  }

  @Test
  public void countsServersByLowerEndOfBand() {
    SustainableRate best = new PoolOptimizer(MODEL).best().orElseThrow();
    int servers = new PoolOptimizer(MODEL).servers(100);
    assertThat(servers).isEqualTo((int) Math.ceil(100 / best.lowSessionsPerSecond()));
    assertThat(servers).isGreaterThan(25); // 100 / 4.06 = 24.6
    assertThat(new PoolOptimizer(MODEL).servers(0)).isZero();
    assertThatThrownBy(() -> new PoolOptimizer(MODEL, 4, 4).servers(1))
        .isInstanceOf(OutsideProfileException.class)
        .hasMessage("no sizes up to 4 threads and 4 connections were profiled");
  }

  /** The band includes the random error of each point; one point has ten requests of a type. */
  @Test
  public void bandWidensWhereProfileHasFewRequests() {
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
