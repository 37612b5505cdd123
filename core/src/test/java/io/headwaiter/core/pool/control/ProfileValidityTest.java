package io.headwaiter.core.pool.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.pool.LiveServer;
import io.headwaiter.core.pool.ProfilingRig;
import io.headwaiter.core.pool.SaturatedSystem;
import io.headwaiter.core.pool.Tpcw;
import io.headwaiter.core.pool.model.PoolModel;
import io.headwaiter.core.pool.model.ProfileSurface;
import io.headwaiter.core.pool.plan.ProfilingSettings;
import io.headwaiter.core.pool.profile.Moments;
import io.headwaiter.core.pool.profile.PoolSizes;
import io.headwaiter.core.pool.profile.Profile;
import io.headwaiter.core.pool.profile.ProfilePoint;
import io.headwaiter.core.pool.profile.RequestMix;
import io.headwaiter.core.pool.profile.TypeProfile;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

public class ProfileValidityTest {
  private static final PoolSizes SIZES = new PoolSizes(12, 10);
  private static final double REQUESTS = 1000;

  private static SaturatedSystem system(double databaseFactor, double computeFactor) {
    return new SaturatedSystem(
        4, 0.004, 0.1, 0.01, 30e6 * computeFactor, 27e6 * databaseFactor, 3e6, 0.85);
  }

  private static PoolModel profiled() {
    SplittableRandom dice = new SplittableRandom(1);
    Profile profile =
        new ProfilingRig(system(1, 1), 20_000, dice)
            .planned(new ProfilingSettings(5, 30, 30, 12, 0.02, 0.05, 1.3, 1000))
            .profile()
            .orElseThrow();
    return new PoolModel(new ProfileSurface(profile), profile.mix());
  }

  /** Returns the intervals until the alarm; 10,000 if the given number had none. */
  private static int alarmAfter(
      PoolModel profiled, SaturatedSystem system, double load, int intervals, long seed) {
    LiveServer server = new LiveServer(system, REQUESTS, load, SIZES, new SplittableRandom(seed));
    ProfileValidity validity = new ProfileValidity();
    for (int i = 1; i <= intervals; i++) {
      if (validity.check(profiled, server.observe()).isPresent()) {
        return i;
      }
    }
    return 10_000;
  }

  @Test
  public void noiseRaisesNoAlarm() {
    assertThat(alarmAfter(profiled(), system(1, 1), 1.3, 5000, 7)).isEqualTo(10_000);
  }

  /** Times of an idle server are shorter, which does not contradict the profile. */
  @Test
  public void idleServerRaisesNoAlarm() {
    assertThat(alarmAfter(profiled(), system(1, 1), 0.3, 1000, 8)).isEqualTo(10_000);
  }

  @Test
  public void findsLargeDatabaseSlowdownWithinThreeIntervals() {
    PoolModel profiled = profiled();
    Map<String, Integer> after = new LinkedHashMap<>();
    after.put("database 1.5", alarmAfter(profiled, system(1.5, 1), 1.3, 1000, 9));
    after.put("database 0.6", alarmAfter(profiled, system(0.6, 1), 1.3, 1000, 9));
    after.put("compute 1.5", alarmAfter(profiled, system(1, 1.5), 1.3, 1000, 9));
    after.put("compute 0.6", alarmAfter(profiled, system(1, 0.6), 1.3, 1000, 9));
    after.put("database 1.05", alarmAfter(profiled, system(1.05, 1), 1.3, 1000, 9));
    assertThat(after.get("database 1.5")).isLessThanOrEqualTo(3);
    assertThat(after.get("database 1.05")).isEqualTo(10_000);
  }

  private static PoolModel paper() {
    return new PoolModel(
        new ProfileSurface(new Profile(Tpcw.profilingLoad(), List.of(Tpcw.loaded()))),
        Tpcw.profilingLoad());
  }

  private static PoolObservation idle(RequestMix mix, double requests) {
    ProfilePoint at = Tpcw.loaded();
    return new PoolObservation(
        0, mix, requests, new ProfilePoint(30, 30, at.types(), 1, 1, requests, 5));
  }

  private static boolean expires(RequestMix mix, double requests) {
    ProfileValidity validity = new ProfileValidity();
    for (int i = 0; i < 5; i++) {
      validity.check(paper(), idle(mix, requests));
    }
    return validity.expired().isPresent();
  }

  @Test
  public void acceptsPublishedLoads() {
    assertThat(expires(Tpcw.load1(), 10_000)).isFalse();
    assertThat(expires(Tpcw.load2(), 10_000)).isFalse();
  }

  @Test
  public void expiresForSearchesOnly() {
    assertThat(expires(new RequestMix(Map.of("Search", 10.0)), 10_000)).isTrue();
  }

  @Test
  public void ignoresTooFewRequests() {
    assertThat(expires(new RequestMix(Map.of("Search", 10.0)), 100)).isFalse();
  }

  @Test
  public void unknownTypesExpireProfileAboveTwoPercent() {
    Map<String, Double> more = new TreeMap<>(Tpcw.profilingLoad().visitsPerSession());
    more.put("Wishlist", 0.2);
    assertThat(expires(new RequestMix(more), 10_000)).isFalse();
    more.put("Wishlist", 0.5);
    assertThat(expires(new RequestMix(more), 10_000)).isTrue();
  }

  @Test
  public void unknownTypesCountByTheirWork() {
    Map<String, Double> half = new TreeMap<>(Tpcw.profilingLoad().visitsPerSession());
    half.put("not there", Tpcw.profilingLoad().sessionLength());
    assertThat(expires(new RequestMix(half), Tpcw.profilingLoad())).isFalse();
    assertThat(expires(Tpcw.profilingLoad(), new RequestMix(half))).isTrue();
  }

  private static boolean expires(RequestMix mix, RequestMix work) {
    ProfileValidity validity = new ProfileValidity();
    ProfilePoint interval = idle(mix, 10_000).interval();
    for (int i = 0; i < 5; i++) {
      validity.check(paper(), new PoolObservation(0, mix, 10_000, work, interval));
    }
    return validity.expired().isPresent();
  }

  private static Moments exponential(double count, double meanNanos) {
    return new Moments(count, meanNanos, meanNanos * meanNanos);
  }

  private static ProfilePoint full(List<TypeProfile> types) {
    return new ProfilePoint(20, 20, types, 130, 100, 10_000, 20);
  }

  private static Moments seen(int count, double meanNanos, SplittableRandom dice) {
    double[] times = dice.doubles(count).map(u -> -meanNanos * Math.log(1 - u)).toArray();
    double mean = Arrays.stream(times).average().orElse(0);
    double squares = Arrays.stream(times).map(x -> (x - mean) * (x - mean)).sum();
    return new Moments(count, mean, count < 2 ? 0 : squares / (count - 1));
  }

  private static int poisson(double mean, SplittableRandom dice) {
    int count = 0;
    for (double at = -Math.log(1 - dice.nextDouble()); at < mean; count++) {
      at -= Math.log(1 - dice.nextDouble());
    }
    return count;
  }

  /**
   * One request in a hundred is a report, which takes a hundred times as long: half of the work.
   * Some seconds have no report, some have one, some three.
   */
  @Test
  public void rareLongRequestsRaiseNoAlarm() {
    double page = 50e6;
    double report = 100 * page;
    RequestMix mix = new RequestMix(Map.of("/page", 9.9, "/report", 0.1));
    ProfilePoint profiled =
        full(
            List.of(
                new TypeProfile("/page", exponential(9900, page), exponential(9900, page)),
                new TypeProfile("/report", exponential(100, report), exponential(100, report))));
    PoolModel model = new PoolModel(new ProfileSurface(new Profile(mix, List.of(profiled))), mix);
    ProfileValidity validity = new ProfileValidity();
    SplittableRandom dice = new SplittableRandom(11);
    for (int i = 0; i < 5000; i++) {
      int pages = poisson(99, dice);
      int reports = poisson(1, dice);
      ProfilePoint interval =
          full(
              List.of(
                  new TypeProfile("/page", seen(pages, page, dice), seen(pages, page, dice)),
                  new TypeProfile(
                      "/report", seen(reports, report, dice), seen(reports, report, dice))));
      assertThat(validity.check(model, new PoolObservation(i, mix, 30_000, interval))).isEmpty();
    }
  }

  @Test
  public void becomesValidAgainAfterTenGoodIntervals() {
    ProfileValidity validity = new ProfileValidity();
    PoolModel profiled = paper();
    for (int i = 0; i < 3; i++) {
      validity.check(profiled, idle(new RequestMix(Map.of("Search", 10.0)), 10_000));
    }
    assertThat(validity.expired().orElseThrow())
        .startsWith("the mix is 0.6")
        .endsWith("away from the profiled one (allowed: 0.25)");
    for (int i = 0; i < 9; i++) {
      validity.check(profiled, idle(Tpcw.profilingLoad(), 10_000));
      assertThat(validity.expired()).isPresent();
    }
    validity.check(profiled, idle(Tpcw.profilingLoad(), 10_000));
    assertThat(validity.expired()).isEmpty();
  }
}
