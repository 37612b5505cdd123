package io.headwaiter.core.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.pool.control.PoolControlSettings;
import io.headwaiter.core.pool.control.PoolController;
import io.headwaiter.core.pool.control.PoolDecision;
import io.headwaiter.core.pool.control.PoolObservation;
import io.headwaiter.core.pool.model.CapacityForm;
import io.headwaiter.core.pool.model.PoolModel;
import io.headwaiter.core.pool.model.PoolOptimizer;
import io.headwaiter.core.pool.model.ProfileSurface;
import io.headwaiter.core.pool.model.SustainableRate;
import io.headwaiter.core.pool.plan.ProfilingPlan;
import io.headwaiter.core.pool.plan.ProfilingSettings;
import io.headwaiter.core.pool.plan.ProfilingState;
import io.headwaiter.core.pool.plan.ProfilingStep;
import io.headwaiter.core.pool.profile.Moments;
import io.headwaiter.core.pool.profile.PoolSizes;
import io.headwaiter.core.pool.profile.Profile;
import io.headwaiter.core.pool.profile.ProfilePoint;
import io.headwaiter.core.pool.profile.RequestMix;
import io.headwaiter.core.pool.profile.TypeProfile;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Tag;

/** Random profiles that no server would have: all answers are finite numbers or empty. */
@Tag("once")
class ExtremeProfilesTest {
  private static final String[] TYPES = {"a", "b", "c"};

  private static double time(SplittableRandom dice) {
    return switch (dice.nextInt(4)) {
      case 0 -> 0;
      case 1 -> 1;
      case 2 -> 3.6e12;
      default -> 1e6 * Math.exp(6 * dice.nextDouble());
    };
  }

  private static Moments moments(SplittableRandom dice, double count) {
    double mean = time(dice);
    return count == 0 ? Moments.NONE : new Moments(count, mean, mean * time(dice));
  }

  private static RequestMix mix(SplittableRandom dice) {
    Map<String, Double> visits = new TreeMap<>();
    for (String type : TYPES) {
      visits.put(type, dice.nextInt(3) == 0 ? 0 : Math.exp(10 * dice.nextDouble() - 5));
    }
    visits.merge("a", 1e-6, Double::sum);
    return new RequestMix(visits);
  }

  private static ProfilePoint point(SplittableRandom dice, int m, int n, boolean measured) {
    List<TypeProfile> types = new ArrayList<>();
    for (String type : TYPES) {
      double count = dice.nextInt(4) == 0 ? 0 : 1 + dice.nextInt(10_000);
      double with = dice.nextInt(3) == 0 ? 0 : count * dice.nextDouble();
      types.add(new TypeProfile(type, moments(dice, count), moments(dice, with)));
    }
    double rate = Math.exp(20 * dice.nextDouble() - 10);
    return new ProfilePoint(
        m, n, types, 2 * rate, measured ? rate : 0, dice.nextInt(10_000), measured ? m : 0);
  }

  private static Profile profile(SplittableRandom dice) {
    int most = dice.nextInt(10) == 0 ? 1000 : 40;
    boolean measured = dice.nextBoolean();
    Set<PoolSizes> pairs = new HashSet<>();
    List<ProfilePoint> points = new ArrayList<>();
    int count = 1 + dice.nextInt(20);
    while (points.size() < count) {
      int m = 1 + dice.nextInt(most);
      int n = 1 + dice.nextInt(m);
      if (pairs.add(new PoolSizes(m, n))) {
        points.add(point(dice, m, n, measured));
      }
    }
    return new Profile(mix(dice), points);
  }

  @RepeatedTest(100)
  void ratesAreFiniteForExtremeProfiles(RepetitionInfo info) {
    SplittableRandom dice = new SplittableRandom(info.getCurrentRepetition());
    Profile profile = profile(dice);
    ProfileSurface surface = new ProfileSurface(profile);
    for (CapacityForm form : CapacityForm.values()) {
      PoolModel model = new PoolModel(surface, mix(dice), form);
      for (ProfilePoint p : profile.points()) {
        check(model.rate(p.threads(), p.connections()));
      }
      new PoolOptimizer(model).best().ifPresent(ExtremeProfilesTest::check);
    }
    ProfilingSettings settings = ProfilingSettings.upTo(40, 40, 10);
    ProfilingStep step =
        ProfilingPlan.next(new ProfilingState(settings, profile.mix(), profile.points()));
    assertThat(step.sessionsPerSecond()).isPositive().isFinite();
    assertThat(step.sizes().threads()).isLessThanOrEqualTo(1000);
  }

  private static void check(SustainableRate rate) {
    assertThat(rate.sessionsPerSecond()).isPositive().isFinite();
    assertThat(rate.lowSessionsPerSecond()).isPositive();
    assertThat(rate.highSessionsPerSecond()).isFinite();
  }

  @RepeatedTest(20)
  void controllerAcceptsExtremeObservations(RepetitionInfo info) {
    SplittableRandom dice = new SplittableRandom(info.getCurrentRepetition());
    Profile profile = profile(dice);
    PoolSizes first = profile.points().get(0).sizes();
    PoolControlSettings settings = new PoolControlSettings(1000, 1000, 1, 0.02, 0.01, 5);
    PoolController controller = new PoolController(settings, profile, first);
    for (int i = 0; i < 40; i++) {
      PoolSizes now = dice.nextInt(5) == 0 ? first : controller.sizes();
      ProfilePoint interval = point(dice, now.threads(), now.connections(), dice.nextBoolean());
      PoolDecision decision =
          controller.update(new PoolObservation(i * 10L, mix(dice), dice.nextInt(2000), interval));
      assertThat(decision.reason()).isNotEmpty();
      decision.rate().ifPresent(ExtremeProfilesTest::check);
    }
  }
}
