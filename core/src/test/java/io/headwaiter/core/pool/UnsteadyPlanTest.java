package io.headwaiter.core.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.pool.model.PoolModel;
import io.headwaiter.core.pool.model.ProfileSurface;
import io.headwaiter.core.pool.plan.ProfilingSettings;
import io.headwaiter.core.pool.plan.ProfilingState;
import io.headwaiter.core.pool.profile.PoolSizes;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The plan where runs differ by more than the gain that it searches for. Without its rule for late
 * runs all would go to the ridge, and the rates with few connections would be guesses: 26 % off in
 * the system of the first seed.
 */
@Tag("once")
class UnsteadyPlanTest {
  private static final int MOST = 30;
  private static final double REQUESTS = 5_000;

  @ParameterizedTest
  @ValueSource(ints = {12_038, 12_039, 12_040})
  void predictsAllGoodSizesWithinTenPercent(int seed) {
    SplittableRandom dice = new SplittableRandom(seed);
    ProfilingRig rig = new ProfilingRig(SaturatedSystem.random(dice), REQUESTS, dice);
    ProfilingState state =
        rig.planned(new ProfilingSettings(5, MOST, MOST, 12, 0.02, 0.05, 1.3, 5));
    PoolModel model = new PoolModel(new ProfileSurface(state.profile().orElseThrow()), rig.mix());
    double best = model.sessionsPerSecond(MOST, MOST);
    for (int m = 5; m <= MOST; m++) {
      for (int n = 1; n <= m; n++) {
        if (model.surface().contains(m, n) && rig.rate(m, n) > best / 2) {
          double said = model.sessionsPerSecond(m, n) / rig.rate(m, n);
          assertThat(said).as(new PoolSizes(m, n) + " of seed " + seed).isBetween(0.9, 1.1);
        }
      }
    }
  }
}
