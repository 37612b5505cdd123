package io.headwaiter.core.pool.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwaiter.core.pool.LiveServer;
import io.headwaiter.core.pool.ProfilingRig;
import io.headwaiter.core.pool.SaturatedSystem;
import io.headwaiter.core.pool.plan.ProfilingSettings;
import io.headwaiter.core.pool.profile.OutsideProfileException;
import io.headwaiter.core.pool.profile.PoolSizes;
import io.headwaiter.core.pool.profile.Profile;
import io.headwaiter.core.pool.profile.ProfilePoint;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("once")
public class PoolControllerTest {
  private static final PoolSizes LARGE = new PoolSizes(30, 30);
  private static final double REQUESTS = 1000;
  private static final PoolControlSettings SETTINGS =
      new PoolControlSettings(30, 30, 20_000_000_000L, 0.02, 0.02, 10);

  private static final double TOO_FEW_READS = 0.5;
  private static final ProfilingSettings PROFILING =
      new ProfilingSettings(5, 30, 30, 12, 0.02, 0.05, 1.3, 1000);

  private static Profile profile;

  /** The optimum is at 13 threads; 30 threads with 30 connections complete 4 % less. */
  private static SaturatedSystem system(double databaseMillis, double connectionPart) {
    return new SaturatedSystem(
        4, 0.004, 0.1, 0.01, 30e6, databaseMillis * 1e6, 3e6, connectionPart);
  }

  private static SaturatedSystem system() {
    return system(27, 0.85);
  }

  @BeforeAll
  public static void profileIt() {
    profile =
        new ProfilingRig(system(), 20_000, new SplittableRandom(1))
            .planned(PROFILING)
            .profile()
            .orElseThrow();
  }

  private static PoolController controller(Profile by, PoolSizes sizes) {
    return new PoolController(SETTINGS, by, sizes);
  }

  private static LiveServer server(double load, PoolSizes sizes, long seed) {
    return new LiveServer(system(), REQUESTS, load, sizes, new SplittableRandom(seed));
  }

  private static List<PoolAction> actions(PoolController controller) {
    return controller.log().stream().map(logged -> logged.last().action()).toList();
  }

  @Test
  public void findsGoodSizesAndStaysThere() {
    LiveServer server = server(1.3, LARGE, 2);
    PoolController controller = controller(profile, LARGE);
    server.run(controller, 600);
    assertThat(server.rate(server.sizes())).isGreaterThan(0.99 * server.best(5, 30));
    assertThat(actions(controller)).containsExactly(PoolAction.APPLY, PoolAction.CONFIRM);
    assertThat(controller.log().get(0).last().reason())
        .contains("30 threads, 30 connections carry");
    assertThat(controller.sizes()).isEqualTo(server.sizes());
  }

  /** A change needs earlier intervals to be compared with. */
  @Test
  public void changesSizesOnlyWithEnoughPriorIntervals() {
    LiveServer server = server(1.3, LARGE, 2);
    PoolController controller = controller(profile, LARGE);
    server.run(controller, 25);
    assertThat(server.changes()).isZero(); // random errors of 3 % need about 90 intervals
    assertThat(controller.update(server.observe()).reason()).startsWith("too little is known");
    server.run(controller, 120);
    assertThat(server.changes()).isEqualTo(1);
  }

  /** Fifty servers without a fault and with a true profile. */
  @Test
  public void noiseRarelyCausesRollBackAndNoAlarm() {
    int rollBacks = 0;
    int alarms = 0;
    for (int seed = 0; seed < 50; seed++) {
      LiveServer server = server(1.3, LARGE, seed);
      PoolController controller = controller(profile, LARGE);
      server.run(controller, 500);
      rollBacks += actions(controller).contains(PoolAction.ROLL_BACK) ? 1 : 0;
      alarms += actions(controller).contains(PoolAction.PROFILE_EXPIRED) ? 1 : 0;
    }
    assertThat(rollBacks).isLessThanOrEqualTo(1);
    assertThat(alarms).isZero();
  }

  /**
   * A profile overstates the rate of many threads: at least 19 of 20 controllers undo the change,
   * and sizes do not oscillate.
   */
  @Test
  public void rollsBackHarmfulChangesWithoutRepeatingThem() {
    PoolSizes good = new PoolSizes(13, 10);
    int undone = 0;
    int changes = 0;
    for (int seed = 0; seed < 20; seed++) {
      LiveServer server = server(1.3, good, seed);
      PoolController controller = controller(boasting(), good);
      server.run(controller, 1000);
      undone += server.sizes().equals(good) ? 1 : 0;
      changes = Math.max(changes, server.changes());
    }
    assertThat(undone).isGreaterThanOrEqualTo(19);
    assertThat(changes).isLessThanOrEqualTo(4);
  }

  /** Returns the profile with the rates of 20 and more threads raised by 15 %. */
  private static Profile boasting() {
    return new Profile(
        profile.mix(),
        profile.points().stream().map(p -> p.threads() < 20 ? p : boasting(p)).toList());
  }

  private static ProfilePoint boasting(ProfilePoint p) {
    return new ProfilePoint(
        p.threads(),
        p.connections(),
        p.types(),
        p.offeredSessionsPerSecond() * 2,
        p.completedSessionsPerSecond() * 1.15,
        p.completedRequests(),
        p.threadsBusy());
  }

  @Test
  public void confirmsChangeUnjudgedIfServerIsNotFull() {
    LiveServer server = server(0.5, LARGE, 4);
    PoolController controller = controller(profile, LARGE);
    server.run(controller, 300);
    assertThat(actions(controller)).containsExactly(PoolAction.APPLY, PoolAction.CONFIRM);
    assertThat(controller.log().get(1).last().reason()).endsWith("the server was not full");
  }

  /** Another cause slows the server after a good change, which is rolled back and forgiven. */
  @Test
  public void forgivesChangeWhenServerSlowsAtSameTime() {
    LiveServer server = server(1.3, LARGE, 11);
    PoolController controller = controller(profile, LARGE);
    while (server.changes() == 0) {
      server.run(controller);
    }
    server.slow(0.08);
    server.run(controller, 1000);
    assertThat(actions(controller))
        .containsExactly(
            PoolAction.APPLY,
            PoolAction.ROLL_BACK,
            PoolAction.FORGIVE,
            PoolAction.APPLY,
            PoolAction.CONFIRM);
    assertThat(server.rate(server.sizes())).isGreaterThan(0.98 * server.best(5, 30));
  }

  /** The server completed the whole load before the change, and is full because of it. */
  @Test
  public void rollsBackChangeThatFillsServer() {
    PoolSizes good = new PoolSizes(13, 10);
    LiveServer server = server(0.99, good, 12);
    PoolController controller = controller(boasting(), good);
    server.run(controller, 1000);
    assertThat(actions(controller)).contains(PoolAction.APPLY, PoolAction.ROLL_BACK);
    assertThat(server.sizes()).isEqualTo(good);
  }

  /**
   * In ten steps a fifth of all requests stops taking a connection. The best sizes hardly change.
   * Measured: the rate is 0.2 % too high at first and 4 % at last; with unchanged times 6 %.
   */
  @Test
  public void predictsRateWhileMixMovesWithinProfile() {
    LiveServer server = server(1.3, LARGE, 13);
    PoolController controller = controller(profile, LARGE);
    server.run(controller, 300);
    StringBuilder ratios = new StringBuilder();
    double worst = 0;
    for (int step = 1; step <= 10; step++) {
      server.become(system(27, 0.85 - 0.02 * step));
      server.offer(1.3);
      server.run(controller, 50);
      assertThat(server.rate(server.sizes())).isGreaterThan(0.98 * server.best(5, 30));
      PoolDecision decision = controller.update(server.observe());
      double said = decision.rate().orElseThrow().sessionsPerSecond();
      double ratio = said / server.rate(server.sizes());
      ratios.append(String.format(" %.3f", ratio));
      worst = Math.max(worst, Math.abs(ratio - 1));
    }
    assertThat(worst).as(ratios.toString()).isLessThan(0.05);
    assertThat(actions(controller)).doesNotContain(PoolAction.PROFILE_EXPIRED);
  }

  /**
   * A fifth of all requests no longer takes a connection, so the processors become full. Measured:
   * 0.996 of the best rate instead of 0.960. If the surface kept the times of the profile's mix,
   * the server's times would leave it, the profile would expire, and no sizes would change.
   */
  @Test
  public void sizesFollowMixWhereThreadsAreExpensive() {
    SaturatedSystem first = new SaturatedSystem(4, 0.04, 0.02, 0.002, 15e6, 60e6, 3e6, 0.9);
    SaturatedSystem then = new SaturatedSystem(4, 0.04, 0.02, 0.002, 15e6, 60e6, 3e6, 0.7);
    SplittableRandom dice = new SplittableRandom(3);
    Profile dear = new ProfilingRig(first, 20_000, dice).planned(PROFILING).profile().orElseThrow();
    PoolSizes sizes = new PoolSizes(18, 18);
    LiveServer server = new LiveServer(first, REQUESTS, 1.3, sizes, dice);
    PoolController controller = controller(dear, sizes);
    server.run(controller, 400);
    PoolSizes before = server.sizes();
    server.become(then);
    server.offer(1.3);
    double stayed = server.rate(before) / server.best(5, 30);
    server.run(controller, 800);
    double followed = server.rate(server.sizes()) / server.best(5, 30);
    String what = before + " to " + server.sizes() + ": " + stayed + " to " + followed;
    assertThat(actions(controller)).as(what).doesNotContain(PoolAction.PROFILE_EXPIRED);
    assertThat(stayed).as(what).isLessThan(0.98);
    assertThat(followed).as(what).isGreaterThan(0.99);
  }

  @Test
  public void keepsSizesWhenMixMovesTooFar() {
    LiveServer server = server(1.3, LARGE, 14);
    PoolController controller = controller(profile, LARGE);
    server.run(controller, 500);
    int before = controller.log().size();
    PoolSizes first = server.sizes();
    server.become(system(27, TOO_FEW_READS));
    server.offer(1.3);
    server.run(controller, 500);
    assertThat(server.sizes()).isEqualTo(first);
    assertThat(actions(controller).subList(before, controller.log().size()))
        .containsExactly(PoolAction.PROFILE_EXPIRED);
    assertThat(controller.update(server.observe()).rate()).isEmpty();
    assertThat(controller.log().get(before).last().reason())
        .startsWith("the mix is 0.3")
        .endsWith("away from the profiled one (allowed: 0.25): profile anew");
    server.become(system(27, 0.85));
    server.run(controller, 20);
    assertThat(controller.update(server.observe()).rate()).isPresent();
    assertThat(actions(controller).subList(before, controller.log().size()))
        .containsExactly(PoolAction.PROFILE_EXPIRED, PoolAction.PROFILE_VALID);
    assertThat(controller.log().get(before).times()).isGreaterThan(400);
  }

  @Test
  public void slowerDatabaseExpiresProfile() {
    LiveServer server = server(1.3, LARGE, 5);
    server.become(system(45, 0.85));
    PoolController controller = controller(profile, LARGE);
    server.run(controller, 100);
    assertThat(server.changes()).isZero();
    assertThat(actions(controller)).containsExactly(PoolAction.PROFILE_EXPIRED);
    assertThat(controller.log().get(0).last().rate()).isEmpty();
    assertThat(controller.log().get(0).last().reason())
        .startsWith("time with")
        .endsWith("profile anew");
  }

  @Test
  public void forcedChangeStillReportsExpiredProfile() {
    LiveServer server = server(1.3, LARGE, 5);
    server.become(system(45, 0.85));
    PoolController controller = controller(profile, LARGE);
    server.run(controller, 20);
    controller.setConnectionsMax(5);
    PoolDecision decision = server.run(controller);
    assertThat(decision.action()).isEqualTo(PoolAction.APPLY);
    assertThat(decision.expired().orElseThrow()).startsWith("time with");
  }

  @Test
  public void findsGoodSizesWithNewProfile() {
    LiveServer server = server(1.3, LARGE, 5);
    server.become(system(45, 0.85));
    PoolController controller = controller(profile, LARGE);
    server.run(controller, 20);
    assertThat(server.changes()).isZero();
    Profile anew =
        new ProfilingRig(system(45, 0.85), 20_000, new SplittableRandom(6))
            .planned(PROFILING)
            .profile()
            .orElseThrow();
    controller.install(anew);
    server.run(controller, 500);
    assertThat(server.rate(server.sizes())).isGreaterThan(0.98 * server.best(5, 30));
    assertThat(controller.update(server.observe()).rate()).isPresent();
  }

  /** The bound falls from 30 to 5 connections: the change needs no dwell and no trial. */
  @Test
  public void appliesSmallerConnectionShareAtOnce() {
    LiveServer server = server(1.3, LARGE, 8);
    PoolController controller = controller(profile, LARGE);
    server.run(controller, 12);
    controller.setConnectionsMax(5);
    PoolDecision decision = server.run(controller);
    assertThat(decision.action()).isEqualTo(PoolAction.APPLY);
    assertThat(decision.sizes().connections()).isLessThanOrEqualTo(5);
    assertThat(decision.reason()).isEqualTo("no more than 5 connections are allowed now");
    assertThat(decision.expired()).isEmpty();
    server.run(controller, 300);
    assertThat(server.sizes().connections()).isLessThanOrEqualTo(5);
  }

  @Test
  public void ignoresIntervalsBeforeSizesAreSet() {
    LiveServer server = server(1.3, LARGE, 9);
    PoolController controller = controller(profile, LARGE);
    server.run(controller, 150);
    PoolObservation late = server(1.3, LARGE, 10).observe();
    PoolDecision decision = controller.update(late);
    assertThat(decision.action()).isEqualTo(PoolAction.KEEP);
    assertThat(decision.reason())
        .isEqualTo("the sizes are not set yet: there are 30 threads, 30 connections");
  }

  @Test
  public void rejectsBoundsOutsideProfile() {
    PoolControlSettings tiny = new PoolControlSettings(3, 3, 1, 0.02, 0.02, 10);
    assertThatThrownBy(() -> new PoolController(tiny, profile, new PoolSizes(3, 3)))
        .isInstanceOf(OutsideProfileException.class)
        .hasMessage(
            "nothing up to 3 threads and 3 connections was profiled: raise the bounds or profile there");
  }
}
