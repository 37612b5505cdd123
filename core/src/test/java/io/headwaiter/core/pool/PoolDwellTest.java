package io.headwaiter.core.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.pool.control.PoolAction;
import io.headwaiter.core.pool.control.PoolControlSettings;
import io.headwaiter.core.pool.control.PoolController;
import io.headwaiter.core.pool.control.PoolObservation;
import io.headwaiter.core.pool.profile.Moments;
import io.headwaiter.core.pool.profile.PoolSizes;
import io.headwaiter.core.pool.profile.Profile;
import io.headwaiter.core.pool.profile.ProfilePoint;
import io.headwaiter.core.pool.profile.RequestMix;
import io.headwaiter.core.pool.profile.TypeProfile;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Tests when a controller may change sizes, without random errors. Two request types have the same
 * times, so every mix of them has the same best sizes. Intervals last a second, and the server is
 * overloaded.
 */
class PoolDwellTest {
  private static final long SECOND = 1_000_000_000L;
  private static final double NANOS = 10e6;
  private static final double SESSION_LENGTH = 4;
  private static final int DWELL_SECONDS = 20;
  // To find a loss: two intervals that do not count, and the fewest that do.
  private static final int INTERVALS_MIN = 5;
  private static final int TRIAL_SECONDS = 2 + INTERVALS_MIN;
  private static final double ENOUGH_REQUESTS = 200;
  private static final PoolSizes FIRST = new PoolSizes(5, 5);
  private static final PoolControlSettings SETTINGS =
      new PoolControlSettings(20, 20, DWELL_SECONDS * SECOND, 0.02, 0.05, INTERVALS_MIN);

  private final PoolController controller = new PoolController(SETTINGS, profile(), FIRST);
  private double shareOfA = 0.5;
  private double mixRequests = 5_000;
  private long nowNanos;

  private static Profile profile() {
    return new Profile(
        mix(0.5),
        List.of(
            profiled(20, 20),
            profiled(20, 10),
            profiled(20, 5),
            profiled(20, 1),
            profiled(10, 10),
            profiled(10, 5),
            profiled(5, 5),
            profiled(5, 2),
            profiled(5, 1),
            profiled(2, 2),
            profiled(2, 1)));
  }

  private static RequestMix mix(double shareOfA) {
    return new RequestMix(
        Map.of("/a", SESSION_LENGTH * shareOfA, "/b", SESSION_LENGTH * (1 - shareOfA)));
  }

  private static ProfilePoint profiled(int m, int n) {
    return point(m, n, /* completed= */ 0);
  }

  private static ProfilePoint point(int m, int n, double completed) {
    Moments time = new Moments(10_000, NANOS, NANOS * NANOS);
    List<TypeProfile> types =
        List.of(new TypeProfile("/a", time, time), new TypeProfile("/b", time, time));
    return new ProfilePoint(
        m, n, types, /* offeredSessionsPerSecond= */ 1_000, completed, 10_000, m);
  }

  /** Adds an interval of one second with this completed rate. */
  private PoolAction second(double completed) {
    nowNanos += SECOND;
    PoolSizes sizes = controller.sizes();
    ProfilePoint interval = point(sizes.threads(), sizes.connections(), completed);
    return controller
        .update(new PoolObservation(nowNanos, mix(shareOfA), mixRequests, interval))
        .action();
  }

  /** Returns the seconds until an action, at a constant rate; at most ten thousand. */
  private int secondsUntil(PoolAction action, double completed) {
    for (int seconds = 1; seconds <= 10_000; seconds++) {
      if (second(completed) == action) {
        return seconds;
      }
    }
    throw new AssertionError("never " + action + ": " + controller.log());
  }

  /** Lets the controller roll back a change that halves the rate. */
  private void rollBack() {
    assertThat(secondsUntil(PoolAction.ROLL_BACK, 50)).isEqualTo(TRIAL_SECONDS);
    assertThat(controller.sizes()).isEqualTo(FIRST);
  }

  @Test
  void rollBacksDoubleDwellUpToSixteenTimes() {
    assertThat(secondsUntil(PoolAction.APPLY, 100)).isLessThan(DWELL_SECONDS);
    rollBack();
    int dwells = 1;
    // Far enough apart: no mix is like one with which the sizes did harm.
    for (double share : new double[] {0.57, 0.64, 0.43, 0.36, 0.71}) {
      shareOfA = share;
      dwells = Math.min(16, 2 * dwells);
      assertThat(secondsUntil(PoolAction.APPLY, 100))
          .as("after a dwell of %d", dwells)
          .isEqualTo(dwells * DWELL_SECONDS);
      rollBack();
    }
  }

  @Test
  void confirmedChangeResetsDwell() {
    secondsUntil(PoolAction.APPLY, 100);
    rollBack();
    shareOfA = 0.6;
    assertThat(secondsUntil(PoolAction.APPLY, 100)).isEqualTo(2 * DWELL_SECONDS);
    assertThat(secondsUntil(PoolAction.CONFIRM, 150)).isEqualTo(TRIAL_SECONDS);
    controller.setConnectionsMax(5);
    assertThat(second(150)).as("forced").isEqualTo(PoolAction.APPLY);
    controller.setConnectionsMax(20);
    assertThat(secondsUntil(PoolAction.APPLY, 150)).isEqualTo(DWELL_SECONDS);
  }

  @Test
  void keepsSizesWithTooFewRequests() {
    mixRequests = ENOUGH_REQUESTS - 1;
    for (int seconds = 0; seconds < 10 * DWELL_SECONDS; seconds++) {
      assertThat(second(100)).isEqualTo(PoolAction.KEEP);
    }
    mixRequests = ENOUGH_REQUESTS;
    assertThat(second(100)).isEqualTo(PoolAction.APPLY);
  }

  @Test
  void tooFewRequestsDoNotExpireProfile() {
    shareOfA = 0;
    mixRequests = ENOUGH_REQUESTS - 1;
    for (int seconds = 0; seconds < DWELL_SECONDS; seconds++) {
      assertThat(second(100)).isEqualTo(PoolAction.KEEP);
    }
    mixRequests = ENOUGH_REQUESTS;
    assertThat(secondsUntil(PoolAction.PROFILE_EXPIRED, 100)).isEqualTo(3);
  }
}
