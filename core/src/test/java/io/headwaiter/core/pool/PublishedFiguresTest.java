package io.headwaiter.core.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.headwaiter.core.pool.model.CapacityForm;
import io.headwaiter.core.pool.model.PoolModel;
import io.headwaiter.core.pool.model.ProfileSurface;
import io.headwaiter.core.pool.profile.PoolDemand;
import io.headwaiter.core.pool.profile.Profile;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Figures of the published tables, and figures computed from them (pool-model.md). */
public class PublishedFiguresTest {
  private static final PoolDemand LOADED = PoolDemand.of(Tpcw.loaded(), Tpcw.profilingLoad());
  private static final PoolDemand IDLE = PoolDemand.of(Tpcw.underloaded(), Tpcw.profilingLoad());

  @Test
  public void computesDemandsUnderLoad() {
    assertThat(LOADED.threadNanos() / 14.67 / 1e6).isCloseTo(78.3, within(0.05));
    assertThat(LOADED.connectionNanos() / 14.67 / 1e6).isCloseTo(425.3, within(0.05));
  }

  @Test
  public void computesDemandsWithoutLoad() {
    assertThat(IDLE.threadNanos() / 14.67 / 1e6).isCloseTo(33.1, within(0.05));
    assertThat(IDLE.connectionNanos() / 14.67 / 1e6).isCloseTo(26.2, within(0.05));
  }

  /** The paper's best sizes are (30, 26). */
  @Test
  public void thirtyThreadsNeedTwentyFiveConnections() {
    assertThat(LOADED.balancedRatio()).isCloseTo(0.845, within(5e-4));
    assertThat(30 * LOADED.balancedRatio()).isCloseTo(25.3, within(0.05));
  }

  /** The profile of an idle server would halve the connections. */
  @Test
  public void idleProfileHalvesBalancedConnections() {
    assertThat(IDLE.balancedRatio()).isCloseTo(0.44, within(0.005));
    assertThat(30 * IDLE.balancedRatio()).isCloseTo(13, within(0.4));
    assertThat(IDLE.threadRatePerSecond(30)).isCloseTo(34.5, within(0.05));
  }

  @Test
  public void thirtyThreadsCompleteFourSessionsPerSecond() {
    assertThat(LOADED.threadRatePerSecond(30)).isCloseTo(4.06, within(0.005));
    assertThat(LOADED.publishedRatePerSecond(30, 30)).isCloseTo(4.06, within(0.005));
    assertThat(LOADED.publishedRatePerSecond(30, 26)).isCloseTo(4.06, within(0.005));
    assertThat(LOADED.publishedRatePerSecond(30, 25)).isCloseTo(4.01, within(0.005));
  }

  /** On the ridge the published form overstates most. */
  @Test
  public void finiteSourceFormIsLowerOnRidge() {
    double published = LOADED.publishedRatePerSecond(30, 25);
    double finite = LOADED.finiteSourceRatePerSecond(30, 25);
    assertThat(finite / published).isCloseTo(0.977, within(5e-4));
    // Far from the ridge both agree.
    assertThat(LOADED.finiteSourceRatePerSecond(30, 5) / LOADED.publishedRatePerSecond(30, 5))
        .isCloseTo(1, within(1e-6));
  }

  @Test
  public void balancedRatioHardlyDependsOnMix() {
    assertThat(PoolDemand.of(Tpcw.loaded(), Tpcw.load1()).balancedRatio())
        .isCloseTo(0.861, within(5e-4));
    assertThat(PoolDemand.of(Tpcw.loaded(), Tpcw.load2()).balancedRatio())
        .isCloseTo(0.857, within(5e-4));
  }

  @Test
  public void onePointProfileAnswersOnlyAtItsSizes() {
    ProfileSurface surface =
        new ProfileSurface(new Profile(Tpcw.profilingLoad(), List.of(Tpcw.loaded())));
    PoolModel model = new PoolModel(surface, Tpcw.profilingLoad(), CapacityForm.PUBLISHED_MIN);
    assertThat(model.sessionsPerSecond(30, 30)).isCloseTo(4.06, within(0.005));
    assertThat(surface.refusal(30, 20))
        .contains("30 to 30 connections were profiled, got 20: profile there first");
    assertThat(surface.refusal(29, 29))
        .contains("30 to 30 threads were profiled, got 29: profile there first");
  }

  /** The paper still predicts load 2, although by time its share of searches is 0.19 higher. */
  @Test
  public void publishedLoadsAreNearProfilingLoad() {
    assertThat(Tpcw.load1().distance(Tpcw.profilingLoad())).isCloseTo(0.15, within(0.01));
    assertThat(Tpcw.load2().distance(Tpcw.profilingLoad())).isCloseTo(0.16, within(0.01));
  }
}
