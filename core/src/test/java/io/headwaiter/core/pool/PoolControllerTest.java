package io.headwaiter.core.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PoolControllerTest {
  private static final SaturatedSystem SYSTEM =
      new SaturatedSystem(4, 0.004, 0.1, 0.01, 30e6, 27e6, 3e6, 0.85);
  private static final PoolSizes LARGE = new PoolSizes(30, 30);
  private static final double REQUESTS = 1000;
  private static final PoolControlSettings SETTINGS =
      new PoolControlSettings(30, 30, 20_000_000_000L, 0.02, 0.01, 10);

  private static Profile profile(SaturatedSystem system) {
    SplittableRandom dice = new SplittableRandom(1);
    return new ProfilingRig(system, 20_000, dice)
        .planned(new ProfilingSettings(5, 30, 30, 12, 0.02, 0.05, 1.3, 1000))
        .profile()
        .orElseThrow();
  }

  @Test
  void findsTheBestSizesAndStaysThere() {
    LiveServer server = new LiveServer(SYSTEM, REQUESTS, 1.3, LARGE, new SplittableRandom(2));
    PoolController controller = new PoolController(SETTINGS, profile(SYSTEM), LARGE);
    for (int i = 0; i < 600; i++) {
      server.run(controller);
    }
    System.out.println("LIVE " + server.sizes() + " " + server.changes() + " " + controller.log());
    System.out.println("LIVE " + server.rate(server.sizes()) / server.rate(LARGE));
    assertThat(server.changes()).isEqualTo(1);
  }

  /** Fifty servers, ten minutes each, nothing wrong: no roll-back, no alarm. */
  @Test
  void chanceIsNoReason() {
    int rollBacks = 0;
    int alarms = 0;
    Profile profile = profile(SYSTEM);
    for (int seed = 0; seed < 50; seed++) {
      LiveServer server = new LiveServer(SYSTEM, REQUESTS, 1.3, LARGE, new SplittableRandom(seed));
      PoolController controller = new PoolController(SETTINGS, profile, LARGE);
      for (int i = 0; i < 200; i++) {
        PoolAction action = server.run(controller).action();
        rollBacks += action == PoolAction.ROLL_BACK ? 1 : 0;
        alarms += action == PoolAction.PROFILE_EXPIRED ? 1 : 0;
      }
    }
    System.out.println("LIVE chance " + rollBacks + " " + alarms);
    assertThat(rollBacks).isLessThanOrEqualTo(2);
    assertThat(alarms).isZero();
  }

  /** A profile of another server promises much and harms. */
  @Test
  void harmIsUndoneAndNotRepeated() {
    Profile wrong = harmful(profile(SYSTEM));
    LiveServer server =
        new LiveServer(SYSTEM, REQUESTS, 1.3, new PoolSizes(12, 12), new SplittableRandom(3));
    PoolController controller = new PoolController(SETTINGS, wrong, new PoolSizes(12, 12));
    for (int i = 0; i < 2000; i++) {
      server.run(controller);
    }
    System.out.println("LIVE harm " + server.sizes() + " " + server.changes());
    controller.log().forEach(d -> System.out.println("LIVE " + d));
    assertThat(server.changes()).isEqualTo(2);
    assertThat(server.sizes()).isEqualTo(new PoolSizes(12, 12));
  }

  /** As if many threads had carried a fifth more than they did. */
  private static Profile harmful(Profile profile) {
    return new Profile(
        profile.mix(),
        profile.points().stream()
            .map(
                p ->
                    p.threads() < 20
                        ? p
                        : new ProfilePoint(
                            p.threads(),
                            p.connections(),
                            p.types(),
                            p.offeredSessionsPerSecond() * 2,
                            p.completedSessionsPerSecond() * 1.35,
                            p.completedRequests(),
                            p.threadsBusy()))
            .toList());
  }

  @Test
  void aServerThatIsNotFullIsNotJudged() {
    LiveServer server = new LiveServer(SYSTEM, REQUESTS, 0.5, LARGE, new SplittableRandom(4));
    PoolController controller = new PoolController(SETTINGS, profile(SYSTEM), LARGE);
    for (int i = 0; i < 300; i++) {
      assertThat(server.run(controller).action())
          .isNotIn(PoolAction.ROLL_BACK, PoolAction.PROFILE_EXPIRED);
    }
    assertThat(server.changes()).isEqualTo(1);
  }

  @Test
  void aSlowerDatabaseExpiresTheProfile() {
    SaturatedSystem slower = new SaturatedSystem(4, 0.004, 0.1, 0.01, 30e6, 40e6, 3e6, 0.85);
    LiveServer server = new LiveServer(slower, REQUESTS, 1.3, LARGE, new SplittableRandom(5));
    PoolController controller = new PoolController(SETTINGS, profile(SYSTEM), LARGE);
    PoolDecision last = null;
    for (int i = 0; i < 10; i++) {
      last = server.run(controller);
    }
    System.out.println("LIVE " + last);
    assertThat(last.action()).isEqualTo(PoolAction.PROFILE_EXPIRED);
    assertThat(server.changes()).isZero();
  }
}
