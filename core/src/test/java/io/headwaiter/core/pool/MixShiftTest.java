package io.headwaiter.core.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.pool.model.PoolModel;
import io.headwaiter.core.pool.model.PoolOptimizer;
import io.headwaiter.core.pool.model.ProfileSurface;
import io.headwaiter.core.pool.plan.ProfilingPlan;
import io.headwaiter.core.pool.plan.ProfilingSettings;
import io.headwaiter.core.pool.plan.ProfilingState;
import io.headwaiter.core.pool.plan.ProfilingStep;
import io.headwaiter.core.pool.profile.PoolSizes;
import io.headwaiter.core.pool.profile.RequestMix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Predicts other mixes from a profile of one mix. Three servers have the paper's profiling load and
 * its loads 1 and 2; rates are compared at the chosen sizes, all sizes within two steps of them,
 * and twelve random ones. Random mixes, in which a fifth of all requests is of another type, are
 * compared at the chosen sizes only. They also run on a server that mostly pauses, and on one where
 * the database computes on the same processors.
 */
@Tag("once")
public class MixShiftTest {
  private static final int PROFILING_REQUESTS = 40_000;
  private static final int CHECKING_REQUESTS = 20_000;
  private static final int JUDGING_REQUESTS = 150_000;
  private static final int MOVES = 5;
  private static final int MOVED_REQUESTS = 60_000;
  private static final double MOVED_BY = 0.2;
  private static final int FINALISTS = 5;
  private static final int FIRST_SEED = 15_000;
  private static final ProfilingSettings SETTINGS =
      new ProfilingSettings(5, 30, 30, 12, 0.02, 0.05, 1.3, 100);
  private static final List<TypedServer> SERVERS =
      List.of(
          new TypedServer(2, 0.05, 0.004, 0.004),
          new TypedServer(4, 0.1, 0.01, 0.004),
          new TypedServer(1, 0.1, 0.006, 0.006));
  private static final List<TypedServer> OTHER_SERVERS =
      List.of(
          new TypedServer(2, 0.05, 0.004, 0.004, /* pausePart= */ 0.8, /* embedded= */ false),
          new TypedServer(2, 0.05, 0.004, 0.004, /* pausePart= */ 0, /* embedded= */ true));
  private static final List<RequestMix> MIXES =
      List.of(Tpcw.profilingLoad(), Tpcw.load1(), Tpcw.load2());

  private static final List<Result> RESULTS = new ArrayList<>();
  private static final List<Double> MOVED_ERRORS = new ArrayList<>();

  /** One server with one mix; errors of sizes that complete at least half of the best rate. */
  public record Result(
      int server,
      int mix,
      int runs,
      PoolSizes chosen,
      double regret,
      double errorOfChosen,
      double errorMean,
      double errorMax,
      double spread) {}

  @BeforeAll
  static void judge() {
    for (int s = 0; s < SERVERS.size(); s++) {
      SplittableRandom dice = new SplittableRandom(FIRST_SEED + s);
      ProfilingState state = profiled(SERVERS.get(s), dice);
      PoolModel model = model(state);
      for (int m = 0; m < MIXES.size(); m++) {
        RESULTS.add(check(s, m, state.runs().size(), model.withMix(MIXES.get(m)), dice));
      }
      move(SERVERS.get(s), model, dice);
    }
    for (TypedServer server : OTHER_SERVERS) {
      SplittableRandom dice = new SplittableRandom(FIRST_SEED);
      move(server, model(profiled(server, dice)), dice);
    }
  }

  private static ProfilingState profiled(TypedServer server, SplittableRandom dice) {
    ProfilingState state = ProfilingState.start(SETTINGS, MIXES.get(0));
    ProfilingStep step = ProfilingPlan.next(state);
    while (step.kind() == ProfilingStep.Kind.PROFILE) {
      state = state.with(server.profile(MIXES.get(0), step.sizes(), PROFILING_REQUESTS, dice));
      step = ProfilingPlan.next(state);
    }
    return state;
  }

  private static PoolModel model(ProfilingState state) {
    return new PoolModel(new ProfileSurface(state.profile().orElseThrow()), MIXES.get(0));
  }

  private static void move(TypedServer server, PoolModel model, SplittableRandom dice) {
    PoolSizes chosen = new PoolOptimizer(model).best().orElseThrow().sizes();
    for (int i = 0; i < MOVES; i++) {
      PoolModel moved = model.withMix(moved(dice));
      double carried =
          server.profile(moved.mix(), chosen, MOVED_REQUESTS, dice).completedSessionsPerSecond();
      MOVED_ERRORS.add(Math.abs(said(moved, chosen) / carried - 1));
    }
  }

  /** Returns a mix at a distance of MOVED_BY from the profiling load, towards a random mix. */
  private static RequestMix moved(SplittableRandom dice) {
    RequestMix from = MIXES.get(0);
    RequestMix to = from.weighed(type -> Math.exp(1.2 * dice.nextGaussian()));
    double part = MOVED_BY / from.distance(to);
    Map<String, Double> visits = new LinkedHashMap<>();
    from.types().forEach(t -> visits.put(t, (1 - part) * from.share(t) + part * to.share(t)));
    return part > 1 ? moved(dice) : new RequestMix(visits);
  }

  private static Result check(int s, int mix, int runs, PoolModel model, SplittableRandom dice) {
    PoolSizes chosen = new PoolOptimizer(model).best().orElseThrow().sizes();
    Map<PoolSizes, Double> rates = new LinkedHashMap<>();
    for (PoolSizes sizes : checked(chosen, dice)) {
      rates.put(sizes, rate(s, model.mix(), sizes, CHECKING_REQUESTS, dice));
    }
    double ofChosen = rate(s, model.mix(), chosen, JUDGING_REQUESTS, dice);
    double best = ofChosen;
    for (PoolSizes sizes : most(rates)) {
      best = Math.max(best, rate(s, model.mix(), sizes, JUDGING_REQUESTS, dice));
    }
    double half = best / 2;
    double[] errors =
        rates.entrySet().stream()
            .filter(e -> e.getValue() >= half)
            .filter(e -> model.surface().contains(e.getKey().threads(), e.getKey().connections()))
            .mapToDouble(e -> Math.abs(said(model, e.getKey()) / e.getValue() - 1))
            .toArray();
    return new Result(
        s,
        mix,
        runs,
        chosen,
        1 - ofChosen / best,
        Math.abs(said(model, chosen) / ofChosen - 1),
        Arrays.stream(errors).average().orElseThrow(),
        Arrays.stream(errors).max().orElseThrow(),
        1 - Collections.min(rates.values()) / best);
  }

  private static double said(PoolModel model, PoolSizes sizes) {
    return model.sessionsPerSecond(sizes.threads(), sizes.connections());
  }

  private static double rate(
      int s, RequestMix mix, PoolSizes sizes, int requests, SplittableRandom dice) {
    return SERVERS.get(s).profile(mix, sizes, requests, dice).completedSessionsPerSecond();
  }

  /** Returns the sizes with the highest rates, to run again: the best are so partly by chance. */
  private static List<PoolSizes> most(Map<PoolSizes, Double> rates) {
    return rates.entrySet().stream()
        .sorted(Map.Entry.<PoolSizes, Double>comparingByValue().reversed())
        .limit(FINALISTS)
        .map(Map.Entry::getKey)
        .toList();
  }

  private static Set<PoolSizes> checked(PoolSizes chosen, SplittableRandom dice) {
    Set<PoolSizes> checked = new LinkedHashSet<>();
    checked.add(chosen);
    for (int m = chosen.threads() - 2; m <= chosen.threads() + 2; m++) {
      for (int n = chosen.connections() - 2; n <= chosen.connections() + 2; n++) {
        if (m >= 5 && m <= 30 && n >= 1 && n <= m) {
          checked.add(new PoolSizes(m, n));
        }
      }
    }
    for (int i = 0; i < 12; i++) {
      int m = 5 + dice.nextInt(26);
      checked.add(new PoolSizes(m, 1 + dice.nextInt(m)));
    }
    return checked;
  }

  private static String table() {
    StringBuilder table = new StringBuilder();
    RESULTS.forEach(
        r ->
            table.append(
                String.format(
                    Locale.ROOT,
                    "server %d mix %d: %d runs, %s, regret %.4f, error %.4f, mean %.4f, max %.4f, spread %.2f%n",
                    r.server(),
                    r.mix(),
                    r.runs(),
                    r.chosen(),
                    r.regret(),
                    r.errorOfChosen(),
                    r.errorMean(),
                    r.errorMax(),
                    r.spread())));
    return table.toString();
  }

  /** Measured: at most 0.014; with connections in use in place of threads at work 0.043. */
  @Test
  public void chosenSizesLoseAtMostThreePercent() {
    assertThat(RESULTS).as(table()).allMatch(r -> r.regret() <= 0.03);
  }

  /** Measured: at most 0.009 with the mix of the profile. */
  @Test
  public void ratesOfProfiledMixAreWithinFivePercent() {
    assertThat(RESULTS.stream().filter(r -> r.mix() == 0))
        .as(table())
        .allMatch(r -> r.errorOfChosen() <= 0.05);
  }

  /** Measured: 0.007 with load 1, 0.015 with load 2; by connections in use 0.042 and 0.084. */
  @Test
  public void ratesOfAllMixesAreWithinFivePercent() {
    assertThat(RESULTS).as(table()).allMatch(r -> r.errorOfChosen() <= 0.05);
  }

  /**
   * Of 140 such rates on ten servers one was off by 0.055. With the times of the profile's mix 7
   * were off by more than 0.05, one by 0.125 (docs/decisions/other-mix-contention-law.md).
   */
  @Test
  public void ratesOfShiftedMixesAreWithinFivePercent() {
    assertThat(MOVED_ERRORS).hasSize(MOVES * (SERVERS.size() + OTHER_SERVERS.size()));
    assertThat(MOVED_ERRORS).as(MOVED_ERRORS.toString()).allMatch(e -> e <= 0.05);
  }
}
