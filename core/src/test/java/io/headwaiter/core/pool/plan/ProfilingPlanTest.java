package io.headwaiter.core.pool.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwaiter.core.pool.ProfilingLoad;
import io.headwaiter.core.pool.profile.Moments;
import io.headwaiter.core.pool.profile.PoolDemand;
import io.headwaiter.core.pool.profile.PoolSizes;
import io.headwaiter.core.pool.profile.ProfilePoint;
import io.headwaiter.core.pool.profile.RequestMix;
import io.headwaiter.core.pool.profile.TypeProfile;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class ProfilingPlanTest {
  private static final RequestMix MIX = new RequestMix(Map.of("a", 2.0));

  private static ProfilingSettings settings(int most) {
    return new ProfilingSettings(Math.min(2, most), most, most, 12, 0.02, 0.05, 1.3, 500);
  }

  /** A server as a formula: more threads slow it down, more connections do so much more. */
  private static ProfilePoint run(ProfilingStep step) {
    return run(step, step.sessionsPerSecond());
  }

  /** The same with a load that rises until the server is full. */
  private static ProfilePoint full(ProfilingStep step) {
    ProfilingLoad load = new ProfilingLoad(step.sessionsPerSecond(), 1.3, 1e6);
    ProfilePoint run = run(step, load.sessionsPerSecond());
    while (!load.isSettled()) {
      load.add(run.completedSessionsPerSecond(), run.threadsBusy() / run.threads());
      run = run(step, load.sessionsPerSecond());
    }
    return run;
  }

  private static ProfilePoint run(ProfilingStep step, double offered) {
    int m = step.sizes().threads();
    int n = step.sizes().connections();
    double p = 20e6 * (1 + 0.03 * m);
    double q = 30e6 * (1 + 0.1 * n + 0.001 * n * n);
    Moments without = new Moments(10_000, p, p * p);
    Moments with = new Moments(10_000, q, q * q);
    double carried = new PoolDemand(2 * p, 2 * q, 2).finiteSourceRatePerSecond(m, n);
    double completed = Math.min(offered, carried);
    return new ProfilePoint(
        m,
        n,
        List.of(new TypeProfile("a", without, with)),
        offered,
        completed,
        10_000,
        m * Math.min(1, offered / carried));
  }

  private static List<ProfilingStep> all(ProfilingSettings settings) {
    List<ProfilingStep> steps = new ArrayList<>();
    ProfilingState state = ProfilingState.start(settings, MIX);
    while (true) {
      ProfilingStep step = ProfilingPlan.next(state);
      steps.add(step);
      if (step.kind() != ProfilingStep.Kind.PROFILE) {
        return steps;
      }
      assertThat(steps.size()).as("steps").isLessThan(40);
      state = state.with(full(step));
    }
  }

  @Test
  void beginsWithLargestSizes() {
    ProfilingStep first = ProfilingPlan.next(ProfilingState.start(settings(40), MIX));
    assertThat(first.kind()).isEqualTo(ProfilingStep.Kind.PROFILE);
    assertThat(first.sizes()).isEqualTo(new PoolSizes(40, 40));
    assertThat(first.sessionsPerSecond()).isEqualTo(500);
    assertThat(first.reason()).isEqualTo("the most of both, to see what a crowd does");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 8, 40, 200})
  void endsWithoutRepeatingSizes(int most) {
    List<ProfilingStep> steps = all(settings(most));
    Set<PoolSizes> asked = new HashSet<>();
    for (ProfilingStep step : steps.subList(0, steps.size() - 1)) {
      boolean again = step.reason().startsWith("again");
      assertThat(asked.add(step.sizes()) || again).as(step + " twice").isTrue();
    }
    assertThat(steps.get(steps.size() - 1).kind()).isEqualTo(ProfilingStep.Kind.DONE);
    assertThat(asked.size()).isLessThanOrEqualTo(12);
  }

  @Test
  void staysWithinItsBounds() {
    ProfilingSettings narrow = new ProfilingSettings(8, 20, 5, 12, 0.02, 0.05, 1.3, 500);
    for (ProfilingStep step : all(narrow)) {
      assertThat(step.sizes().threads()).isBetween(8, 20);
      assertThat(step.sizes().connections()).isBetween(1, 5);
    }
  }

  private static final double FLOOD_MAX = 2.06;

  /** Each run, also the first, fills the server with less than 2.06 times its capacity. */
  @ParameterizedTest
  @ValueSource(ints = {8, 40, 200})
  void fillsServerWithoutFlooding(int most) {
    ProfilingSettings slow = new ProfilingSettings(2, most, most, 12, 0.02, 0.05, 1.3, 0.5);
    ProfilingState state = ProfilingState.start(slow, MIX);
    ProfilingStep step = ProfilingPlan.next(state);
    while (step.kind() == ProfilingStep.Kind.PROFILE) {
      ProfilingLoad load = new ProfilingLoad(step.sessionsPerSecond(), slow.overload(), 1e6);
      ProfilePoint run = run(step, load.sessionsPerSecond());
      while (!load.isSettled()) {
        double carried = capacity(step);
        assertThat(load.sessionsPerSecond() / carried).as(step.toString()).isLessThan(FLOOD_MAX);
        load.add(run.completedSessionsPerSecond(), run.threadsBusy() / run.threads());
        run = run(step, load.sessionsPerSecond());
      }
      assertThat(run.wasOverloaded()).isTrue();
      assertThat(load.sessionsPerSecond() / capacity(step)).isBetween(1.17, 1.56);
      state = state.with(run);
      step = ProfilingPlan.next(state);
    }
    assertThat(state.runs().size()).isLessThanOrEqualTo(12);
  }

  private static double capacity(ProfilingStep step) {
    return run(step, 1e9).completedSessionsPerSecond();
  }

  @Test
  void sameRunsGiveSameSteps() {
    assertThat(all(settings(40))).isEqualTo(all(settings(40)));
  }

  /** The plan can continue from its stored runs. */
  @Test
  void continuesFromStoredRuns() {
    ProfilingState state = ProfilingState.start(settings(40), MIX);
    for (int i = 0; i < 4; i++) {
      state = state.with(full(ProfilingPlan.next(state)));
      ProfilingState again =
          new ProfilingState(state.settings(), state.mix(), new ArrayList<>(state.runs()));
      assertThat(ProfilingPlan.next(again)).isEqualTo(ProfilingPlan.next(state));
    }
  }

  @Test
  void discardsIdleRunAndRepeatsWithMoreLoad() {
    ProfilingState state =
        ProfilingState.start(new ProfilingSettings(2, 40, 40, 12, 0.02, 0.05, 1.3, 10), MIX);
    ProfilingStep first = ProfilingPlan.next(state);
    state = state.with(run(first));
    assertThat(state.profile()).isEmpty();
    ProfilingStep second = ProfilingPlan.next(state);
    assertThat(second.sizes()).isEqualTo(first.sizes());
    assertThat(second.sessionsPerSecond()).isGreaterThanOrEqualTo(2 * first.sessionsPerSecond());
    assertThat(second.reason()).startsWith("again: at 10.0 sessions/s the server was not full");
    ProfilePoint last = run(second);
    while (state.profile().isEmpty()) {
      state = state.with(last);
      ProfilingStep next = ProfilingPlan.next(state);
      last = state.profile().isEmpty() ? run(next) : last;
    }
    assertThat(state.profile().orElseThrow().points()).hasSize(1);
    assertThat(state.profile().orElseThrow().points().get(0)).isEqualTo(last);
  }

  @Test
  void givesUpIfGeneratorCannotFillServer() {
    ProfilingState state = ProfilingState.start(settings(40), MIX);
    int runs = 0;
    ProfilingStep step = ProfilingPlan.next(state);
    while (step.kind() == ProfilingStep.Kind.PROFILE) {
      ProfilePoint full = full(step);
      ProfilePoint idle =
          new ProfilePoint(
              full.threads(),
              full.connections(),
              full.types(),
              step.sessionsPerSecond(),
              step.sessionsPerSecond(),
              100,
              full.threads() / 2.0);
      state = state.with(idle);
      step = ProfilingPlan.next(state);
      runs++;
    }
    assertThat(step.kind()).isEqualTo(ProfilingStep.Kind.NO_OVERLOAD);
    assertThat(step.reason()).contains("raise the load generator's limits");
    assertThat(runs).isEqualTo(7);
  }

  /** Compared with sizes of almost no rate all others would have millions of percent more. */
  @Test
  void reasonsAvoidMeaninglessPercentages() {
    List<String> reasons = new ArrayList<>();
    ProfilingState state = ProfilingState.start(settings(200), MIX);
    ProfilingStep step = ProfilingPlan.next(state);
    while (step.kind() == ProfilingStep.Kind.PROFILE) {
      ProfilePoint run = full(step);
      double crawl = state.runs().size() < 3 ? 1e-6 : 1;
      state = state.with(slower(run, crawl));
      step = ProfilingPlan.next(state);
      reasons.add(step.reason());
    }
    assertThat(reasons).anyMatch(r -> r.startsWith("may carry over twice as much as "));
    assertThat(reasons).noneMatch(r -> r.matches(".*[0-9]{4}.*%.*"));
  }

  private static ProfilePoint slower(ProfilePoint p, double part) {
    return new ProfilePoint(
        p.threads(),
        p.connections(),
        p.types(),
        p.offeredSessionsPerSecond() * part,
        p.completedSessionsPerSecond() * part,
        p.completedRequests(),
        p.threadsBusy());
  }

  @Test
  void rejectsInvalidSettings() {
    assertThatThrownBy(() -> new ProfilingSettings(5, 30, 30, 12, 0.02, 0.05, 1, 10))
        .hasMessage("overload must be 1.1 to 10.0, got 1.0");
    assertThatThrownBy(() -> new ProfilingSettings(31, 30, 30, 12, 0.02, 0.05, 1.3, 10))
        .hasMessage("threadsMin must be 1 to 30, got 31");
  }
}
