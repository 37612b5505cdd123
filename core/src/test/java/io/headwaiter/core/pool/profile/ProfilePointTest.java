package io.headwaiter.core.pool.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** By chance the requests of a run differ from the intended mix. */
public class ProfilePointTest {
  private static final double MILLIS = 1e6;

  private static TypeProfile type(String name, double count, double millis, double withMillis) {
    return new TypeProfile(
        name,
        new Moments(count, millis * MILLIS, 0),
        withMillis == 0 ? Moments.NONE : new Moments(count, withMillis * MILLIS, 0));
  }

  private static ProfilePoint point(int m, int n, double perSecond, TypeProfile... types) {
    return new ProfilePoint(m, n, List.of(types), 2 * perSecond, perSecond, 100, m);
  }

  private static RequestMix mix(double shortOnes, double longOnes) {
    return new RequestMix(Map.of("short", shortOnes, "long", longOnes));
  }

  @Test
  void shorterMixRaisesCompletedRate() {
    ProfilePoint seen = point(4, 1, 200, type("short", 50, 10, 0), type("long", 50, 30, 0));
    ProfilePoint of = seen.withMix(mix(6, 4));
    assertThat(of.completedSessionsPerSecond()).isCloseTo(200.0 * 20 / 18, within(1e-9));
    assertThat(of.offeredSessionsPerSecond()).isCloseTo(400.0 * 20 / 18, within(1e-9));
    assertThat(of.types()).isEqualTo(seen.types());
  }

  @Test
  void observedMixChangesNothing() {
    ProfilePoint seen = point(9, 4, 200, type("short", 30, 2, 5), type("long", 10, 7, 40));
    assertThat(seen.withMix(mix(3, 1)).completedSessionsPerSecond()).isCloseTo(200, within(1e-9));
    // also with longer sessions
    assertThat(seen.withMix(mix(30, 10)).completedSessionsPerSecond()).isCloseTo(200, within(1e-9));
  }

  /** With 40 threads and one connection only the time with the connection counts. */
  @Test
  void bottleneckDecidesCorrection() {
    ProfilePoint seen = point(40, 1, 100, type("short", 50, 90, 5), type("long", 50, 10, 15));
    assertThat(seen.withMix(mix(3, 1)).completedSessionsPerSecond())
        .isCloseTo(100 * 10 / 7.5, within(0.01));
  }

  @Test
  void ignoresTypesWithoutRequests() {
    ProfilePoint seen = point(4, 1, 200, type("short", 80, 10, 0), type("long", 0, 0, 0));
    assertThat(seen.withMix(mix(1, 1)).completedSessionsPerSecond()).isEqualTo(200);
    ProfilePoint nobody = point(4, 1, 200, type("short", 0, 10, 0));
    assertThat(nobody.withMix(mix(1, 1)).completedSessionsPerSecond()).isEqualTo(200);
    RequestMix others = new RequestMix(Map.of("else", 1.0));
    assertThat(seen.withMix(others).completedSessionsPerSecond()).isEqualTo(200);
  }

  /** Requests that take no time would have an infinite rate. */
  @Test
  void ignoresInfiniteCorrection() {
    ProfilePoint seen = point(4, 1, 200, type("short", 50, 0, 0), type("long", 50, 30, 0));
    assertThat(seen.withMix(mix(1, 0)).completedSessionsPerSecond()).isEqualTo(200);
  }

  /** At 20 visits of 10 requests a second, 22 may begin in one second and 198 be served. */
  @Test
  void randomArrivalsDoNotOverloadIdleThreads() {
    assertThat(busy(22, 19.8, 6).wasOverloaded()).isFalse();
    assertThat(busy(22, 19.8, 31.9).wasOverloaded()).isFalse();
    assertThat(busy(22, 19.8, 32).wasOverloaded()).isTrue();
    assertThat(busy(20, 19.8, 38).wasOverloaded()).isFalse();
    assertThat(busy(20, 19.8, 39).wasOverloaded()).isTrue();
    // where busy threads were not measured
    assertThat(busy(22, 19.8, 0).wasOverloaded()).isTrue();
  }

  private static ProfilePoint busy(double offered, double completed, double threads) {
    List<TypeProfile> types = List.of(type("page", 198, 10, 5));
    return new ProfilePoint(40, 20, types, offered, completed, 198, threads);
  }
}
