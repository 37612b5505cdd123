package io.headwaiter.front.pools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.headwaiter.core.pool.control.PoolObservation;
import io.headwaiter.core.pool.profile.PoolSizes;
import io.headwaiter.core.profile.RequestProfile;
import io.headwaiter.core.profile.RequestTotals;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A shop with visits of ten requests, three of them searches. */
class PoolReadingTest {
  private static final long SECOND = 1_000_000_000L;
  private static final PoolSizes SIZES = new PoolSizes(40, 20);

  private static RequestProfile profile(long seconds, long sessions, long requests) {
    return new RequestProfile(
        seconds * SECOND,
        sessions,
        Map.of("/search", totals(3 * requests / 10), "/page", totals(7 * requests / 10)));
  }

  private static RequestTotals totals(long count) {
    long nanos = count * 1_000_000;
    return new RequestTotals(count, 0, 0, 0, nanos, 0, count, count, 0, nanos, 0, 0);
  }

  private static PoolReading reading(long second, RequestProfile all, RequestProfile recent) {
    return new PoolReading(second * SECOND, all, recent, all.sessions(), 3 * all.sessions());
  }

  private static PoolObservation second(RequestProfile before, RequestProfile recent) {
    RequestProfile after = before.then(profile(1, 20, 200));
    PoolReading earlier = reading(1000, before, recent);
    return reading(1001, after, recent).since(earlier, SIZES, 10).orElseThrow();
  }

  @Test
  void reportsOfferedAndCompletedVisits() {
    PoolObservation seen = second(profile(1000, 20_000, 200_000), profile(300, 6000, 60_000));
    assertThat(seen.interval().offeredSessionsPerSecond()).isEqualTo(80);
    assertThat(seen.interval().completedSessionsPerSecond()).isCloseTo(20, within(1e-9));
    assertThat(seen.interval().threadsBusy()).isEqualTo(10);
    assertThat(seen.mix().visits("/search")).isCloseTo(3, within(1e-9));
    assertThat(seen.mixRequests()).isEqualTo(60_000);
  }

  /** 600 visits began, and visits of an earlier rush hour went on. */
  @Test
  void continuingVisitsDoNotLengthenOthers() {
    PoolObservation seen = second(profile(1000, 20_000, 200_000), profile(300, 600, 46_500));
    assertThat(seen.mix().sessionLength()).isCloseTo(10, within(1e-3));
    assertThat(seen.mix().share("/search")).isCloseTo(0.3, within(1e-9));
    assertThat(seen.interval().completedSessionsPerSecond()).isCloseTo(20, within(0.01));
  }

  @Test
  void followsShorterVisits() {
    PoolObservation seen = second(profile(1000, 20_000, 200_000), profile(300, 6000, 30_000));
    assertThat(seen.mix().sessionLength()).isCloseTo(5, within(1e-9));
  }

  private static RequestProfile failing(long seconds, long requests, long failed) {
    RequestTotals all = new RequestTotals(requests, failed, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    return new RequestProfile(seconds * SECOND, requests / 10, Map.of("/search", all));
  }

  private static PoolObservation secondOf(RequestProfile interval) {
    RequestProfile before = profile(1000, 20_000, 200_000);
    RequestProfile recent = profile(300, 6000, 60_000);
    PoolReading earlier = reading(1000, before, recent);
    return reading(1001, before.then(interval), recent).since(earlier, SIZES, 10).orElseThrow();
  }

  /** A database that refuses work answers fast, which must not look like speed. */
  @Test
  void countsFailedRequestsAsNotCompleted() {
    PoolObservation half = secondOf(failing(1, 200, 100));
    assertThat(half.interval().completedSessionsPerSecond()).isCloseTo(10, within(0.01));
    PoolObservation all = secondOf(failing(1, 200, 200));
    assertThat(all.interval().completedSessionsPerSecond()).isZero();
    assertThat(all.mix().sessionLength()).isCloseTo(10, within(0.01));
  }

  /** An idle server, and one failed request a second from a monitor. */
  @Test
  void fewFailuresAreNoStandstill() {
    RequestProfile before = profile(1000, 20_000, 200_000);
    RequestProfile recent = profile(300, 6000, 60_000);
    PoolReading after = reading(1001, before.then(failing(1, 1, 1)), recent);
    assertThat(after.since(reading(1000, before, recent), SIZES, 0.1)).isEmpty();
    assertThat(after.since(reading(1000, before, recent), SIZES, SIZES.threads())).isPresent();
  }

  @Test
  void reportsNothingWithoutRequestsOrVisits() {
    RequestProfile before = profile(1000, 20_000, 200_000);
    RequestProfile recent = profile(300, 6000, 60_000);
    PoolReading earlier = reading(1000, before, recent);
    assertThat(reading(1001, before, recent).since(earlier, SIZES, 10)).isEmpty();
    RequestProfile after = before.then(profile(1, 0, 200));
    assertThat(reading(1001, after, profile(300, 0, 10)).since(earlier, SIZES, 10)).isEmpty();
    assertThat(reading(1000, after, recent).since(earlier, SIZES, 10)).isEmpty();
  }

  /** Zero would mean that busy threads were not measured. */
  @Test
  void reportsIdleThreadsAsMeasured() {
    RequestProfile before = profile(1000, 20_000, 200_000);
    RequestProfile recent = profile(300, 6000, 60_000);
    PoolObservation seen =
        reading(1001, before.then(profile(1, 20, 180)), recent)
            .since(reading(1000, before, recent), SIZES, 0)
            .orElseThrow();
    assertThat(seen.interval().threadsBusy()).isPositive();
    assertThat(seen.interval().wasOverloaded()).isFalse();
  }
}
