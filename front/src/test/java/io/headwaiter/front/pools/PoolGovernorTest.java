package io.headwaiter.front.pools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.headwaiter.core.capacity.PoolCapacity;
import io.headwaiter.core.capacity.Resource;
import io.headwaiter.core.pool.control.PoolControlSettings;
import io.headwaiter.core.pool.profile.Moments;
import io.headwaiter.core.pool.profile.Profile;
import io.headwaiter.core.pool.profile.ProfilePoint;
import io.headwaiter.core.pool.profile.RequestMix;
import io.headwaiter.core.pool.profile.TypeProfile;
import io.headwaiter.core.profile.RequestProfile;
import io.headwaiter.core.profile.RequestTotals;
import io.headwaiter.core.profile.RequestType;
import io.headwaiter.front.FakePool;
import io.headwaiter.telemetry.MetricsText;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A shop of one page, which takes 10 ms without a connection and 10 ms with one at all sizes. */
class PoolGovernorTest {
  private static final long SECOND = 1_000_000_000L;
  private static final double NANOS = 10e6;
  private static final double REQUESTS_PER_VISIT = 4;
  private static final PoolControlSettings BOUNDS =
      new PoolControlSettings(20, 20, SECOND, 0.02, 0.05, 5);

  private final FakePool threads = new FakePool(Resource.WORKER_THREADS, 5);
  private final FakePool connections = new FakePool(Resource.DATABASE_CONNECTIONS, 5);
  private long nowNanos;
  private long requests;
  private double pageNanos = NANOS;
  private long waiting;
  private long refused;
  private long strangers;
  private double strangersPart;
  private double strangerNanos;

  private static ProfilePoint point(int m, int n) {
    Moments time = new Moments(10_000, NANOS, NANOS * NANOS);
    return new ProfilePoint(m, n, List.of(new TypeProfile("/", time, time)), 1000, 0, 10_000, m);
  }

  private static Profile profile() {
    return new Profile(
        new RequestMix(Map.of("/", REQUESTS_PER_VISIT)),
        List.of(
            point(20, 20),
            point(20, 10),
            point(20, 5),
            point(20, 1),
            point(10, 10),
            point(10, 5),
            point(5, 5),
            point(5, 2),
            point(5, 1),
            point(2, 2),
            point(2, 1)));
  }

  private PoolGovernor governor() {
    return new PoolGovernor(BOUNDS, profile(), threads, connections);
  }

  /** Runs seconds in which all threads are busy, and twice as many visits come as are carried. */
  private void run(PoolGovernor governor, int seconds) {
    for (int i = 0; i < seconds; i++) {
      nowNanos += SECOND;
      long served = Math.round(threads.size * SECOND / (2 * pageNanos));
      requests += served;
      strangers += Math.round(served * strangersPart / (1 - strangersPart));
      governor.sample();
      RequestProfile all = all();
      governor.step(new PoolReading(nowNanos, all, all, all.sessions() + waiting, refused()));
    }
  }

  private long refused() {
    return Math.round(requests / REQUESTS_PER_VISIT) + refused;
  }

  /** Runs seconds in which no request ends. */
  private void standStill(
      PoolGovernor governor, int seconds, int admittedPerSecond, int refusedPerSecond) {
    for (int i = 0; i < seconds; i++) {
      nowNanos += SECOND;
      waiting += admittedPerSecond;
      refused += refusedPerSecond;
      governor.sample();
      RequestProfile all = all();
      governor.step(new PoolReading(nowNanos, all, all, all.sessions() + waiting, refused()));
    }
  }

  private void runUntilResized(PoolGovernor governor) {
    for (int second = 0; second < 60 && threads.size == 5; second++) {
      run(governor, 1);
    }
    assertThat(threads.size).isEqualTo(20);
  }

  private RequestProfile all() {
    long nanos = (long) (requests * pageNanos);
    double squares = 2.0 * requests * pageNanos * pageNanos;
    RequestTotals totals =
        new RequestTotals(
            requests, 0, 0, 0, nanos, squares, requests, requests, 0, nanos, squares, 0);
    long strange = (long) (strangers * strangerNanos);
    RequestTotals other = new RequestTotals(strangers, 0, 0, 0, strange, 0, 0, 0, 0, 0, 0, 0);
    return new RequestProfile(
        nowNanos,
        Math.round(requests / REQUESTS_PER_VISIT),
        Map.of("/", totals, RequestType.OTHER, other));
  }

  @Test
  void setsBetterSizesAndReportsTheirCapacity() {
    PoolGovernor governor = governor();
    assertThat(governor.capacity()).isEqualTo(PoolCapacity.UNKNOWN);
    assertThat(governor.page()).containsEntry("reason", "nothing was measured yet");
    run(governor, 60);
    assertThat(threads.size).isEqualTo(20);
    assertThat(threads.resizes).hasSize(1);
    // A page holds a connection for half of its time; a few more are for chance.
    assertThat(connections.size).isBetween(11, 20);
    // 20 threads, 20 ms a page, 4 pages a visit: 250, and a tenth that no profile shows.
    assertThat(governor.capacity().visitsPerSecond()).isCloseTo(275, within(16.0));
    Map<String, Object> page = governor.page();
    assertThat(metrics(governor).lines())
        .contains(
            "headwaiter_pool_threads 20",
            "headwaiter_pool_connections " + connections.size,
            "headwaiter_pool_profile_valid 1",
            "headwaiter_pool_changes_total 1",
            "headwaiter_pool_roll_backs_total 0")
        .anyMatch(line -> line.startsWith("headwaiter_pool_sessions_per_second 2"));
    assertThat(page)
        .containsEntry("profile", "valid")
        .containsEntry("threads", 20)
        .containsEntry("threadsMax", 20);
    assertThat((List<?>) page.get("log"))
        .anySatisfy(
            news ->
                assertThat(news.toString())
                    .contains("action=apply", "threads=20", "should carry", "secondsAgo="));
  }

  @Test
  void expiredProfileBoundsNothingAndIsReported() {
    PoolGovernor governor = governor();
    pageNanos = 3 * NANOS;
    run(governor, 60);
    assertThat(governor.page()).containsEntry("profile", "expired");
    assertThat(governor.page().get("reason").toString()).contains("profile anew");
    assertThat(governor.capacity()).isEqualTo(PoolCapacity.UNKNOWN);
    assertThat(threads.resizes).isEmpty();
    assertThat(metrics(governor).lines())
        .contains("headwaiter_pool_profile_valid 0")
        .noneMatch(line -> line.startsWith("headwaiter_pool_sessions_per_second "));
  }

  /** The profile has expired, although the controller rolls back or keeps sizes. */
  @Test
  void reportsExpiredProfileAlsoDuringRollBack() {
    PoolGovernor governor = governor();
    runUntilResized(governor);
    pageNanos = 5 * NANOS;
    boolean rolledBack = false;
    for (int second = 0; second < 60 && !rolledBack; second++) {
      run(governor, 1);
      rolledBack = governor.page().containsValue("roll_back");
    }
    assertThat(governor.page())
        .containsEntry("action", "roll_back")
        .containsEntry("profile", "expired");
    assertThat(metrics(governor).lines())
        .contains("headwaiter_pool_roll_backs_total 1", "headwaiter_pool_changes_total 2");
  }

  @Test
  void logsExpiryAndRecovery() {
    PoolGovernor governor = governor();
    strangersPart = 0.1;
    strangerNanos = NANOS;
    run(governor, 30);
    strangersPart = 0;
    run(governor, 120);
    assertThat(governor.page()).containsEntry("profile", "valid");
    assertThat(governor.page().get("log").toString())
        .containsPattern("action=profile_expired.*action=profile_valid")
        .containsPattern("times=\\d+, lastSecondsAgo=");
  }

  /** Paths that do not exist, which any client may request. */
  @Test
  void cheapRequestsOfUnknownTypesChangeNothing() {
    PoolGovernor governor = governor();
    strangersPart = 0.1;
    strangerNanos = NANOS / 100;
    run(governor, 60);
    assertThat(governor.page()).containsEntry("profile", "valid");
    assertThat(threads.size).isEqualTo(20);
    assertThat(governor.capacity().visitsPerSecond()).isCloseTo(275, within(16.0));
  }

  @Test
  void workOfUnknownTypesExpiresProfile() {
    PoolGovernor governor = governor();
    strangersPart = 0.1;
    strangerNanos = NANOS;
    run(governor, 60);
    assertThat(governor.page()).containsEntry("profile", "expired");
    assertThat(governor.page().get("reason").toString())
        .startsWith("5.3 % of the thread time is of types that were not profiled");
    assertThat(governor.capacity()).isEqualTo(PoolCapacity.UNKNOWN);
  }

  @Test
  void expiresProfileOnlyWhenAllThreadsAreBusy() {
    PoolGovernor governor = governor();
    pageNanos = NANOS / 3;
    threads.busyPart = 0.6; // the processors are busy before all threads are
    run(governor, 20);
    assertThat(governor.page()).containsEntry("profile", "valid");
    threads.busyPart = 1;
    run(governor, 20);
    assertThat(governor.page()).containsEntry("profile", "expired");
  }

  @Test
  void changesNothingWhileNothingIsServed() {
    PoolGovernor governor = governor();
    pageNanos = Double.POSITIVE_INFINITY;
    for (int i = 0; i < 60; i++) {
      nowNanos += SECOND;
      governor.step(new PoolReading(nowNanos, RequestProfile.NONE, RequestProfile.NONE, 0, 0));
    }
    assertThat(threads.resizes).isEmpty();
    assertThat(governor.capacity()).isEqualTo(PoolCapacity.UNKNOWN);
  }

  @Test
  void reducesConnectionsToMaximumAtOnce() {
    connections.size = 50;
    PoolGovernor governor =
        new PoolGovernor(PoolControlSettings.upTo(20, 3), profile(), threads, connections);
    assertThat(connections.size).isEqualTo(3);
    run(governor, 60);
    assertThat(connections.size).isLessThanOrEqualTo(3);
    assertThat(governor.page()).containsEntry("connectionsMax", 3);
  }

  @Test
  void rejectsFixedPoolWithItsReason() {
    threads.whyFixed = "there are no workers to count";
    assertThatThrownBy(this::governor)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("there are no workers to count");
  }

  @Test
  void reportsFailedResizeAndUnknownCapacity() {
    PoolGovernor governor = governor();
    run(governor, 3);
    connections.whyFixed = "the pool is closed";
    run(governor, 60);
    assertThat(governor.page().get("failure").toString())
        .contains("could not be set: the pool is closed");
    assertThat(governor.capacity()).isEqualTo(PoolCapacity.UNKNOWN);
  }

  @Test
  void discardsMeasurementsAtRestart() {
    PoolGovernor governor = governor();
    run(governor, 3);
    governor.begin();
    assertThat(governor.capacity()).isEqualTo(PoolCapacity.UNKNOWN);
    nowNanos = 0; // another origin of the clock, as after a start
    requests = 0;
    run(governor, 60);
    assertThat(threads.size).isEqualTo(20);
  }

  /** Asserts a roll-back within twenty seconds in which no request ends. */
  private void assertIsRolledBack(
      PoolGovernor governor, int admittedPerSecond, int refusedPerSecond) {
    for (int second = 0; second < 20 && threads.size == 20; second++) {
      standStill(governor, 1, admittedPerSecond, refusedPerSecond);
    }
    assertThat(threads.size).isEqualTo(5);
    assertThat(governor.page().get("log").toString()).contains("action=roll_back");
  }

  @Test
  void rollsBackAtStandstillWithAdmittedVisits() {
    PoolGovernor governor = governor();
    runUntilResized(governor);
    assertIsRolledBack(governor, 100, 0);
  }

  @Test
  void rollsBackAtStandstillWithRefusedVisits() {
    PoolGovernor governor = governor();
    runUntilResized(governor);
    threads.busyPart = 0.5;
    assertIsRolledBack(governor, 0, 100);
  }

  /** Clients that get no answer may begin no further visit. */
  @Test
  void rollsBackAtStandstillWithoutVisits() {
    PoolGovernor governor = governor();
    runUntilResized(governor);
    assertIsRolledBack(governor, 0, 0);
  }

  /** The database hangs: with the earlier sizes no request is served either. */
  @Test
  void forgivesSizesIfRollBackDoesNotHelp() {
    PoolGovernor governor = governor();
    runUntilResized(governor);
    standStill(governor, 40, 0, 0);
    assertThat(governor.page().get("log").toString())
        .contains("action=roll_back", "action=forgive");
  }

  /** A night with hardly any visits, or a page that takes long. */
  @Test
  void keepsSizesWhileThreadsAreIdle() {
    PoolGovernor governor = governor();
    runUntilResized(governor);
    threads.busyPart = 0.05;
    standStill(governor, 60, 1, 0);
    assertThat(threads.size).isEqualTo(20);
    assertThat(threads.resizes).hasSize(1);
  }

  /** Admission keeps threads free, and refuses visits that are no longer carried. */
  @Test
  void rollsBackHarmWhileThreadsAreFree() {
    PoolGovernor governor = governor();
    runUntilResized(governor);
    threads.busyPart = 0.75;
    pageNanos = 4.5 * NANOS; // four times the threads, and they carry 11 % less
    run(governor, 60);
    assertThat(threads.size).isEqualTo(5);
    assertThat((List<?>) governor.page().get("log"))
        .anySatisfy(news -> assertThat(news.toString()).contains("action=roll_back"));
  }

  private static String metrics(PoolGovernor governor) {
    MetricsText text = new MetricsText();
    governor.count(text);
    return text.toString();
  }
}
