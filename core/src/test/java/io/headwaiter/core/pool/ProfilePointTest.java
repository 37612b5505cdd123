package io.headwaiter.core.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A run's customers are not quite the mean customers. */
class ProfilePointTest {
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
  void moreShortRequestsAreMoreCompleted() {
    ProfilePoint seen = point(4, 1, 200, type("short", 50, 10, 0), type("long", 50, 30, 0));
    ProfilePoint of = seen.withMix(mix(6, 4));
    assertThat(of.completedSessionsPerSecond()).isCloseTo(200.0 * 20 / 18, within(1e-9));
    assertThat(of.offeredSessionsPerSecond()).isCloseTo(400.0 * 20 / 18, within(1e-9));
    assertThat(of.types()).isEqualTo(seen.types());
  }

  @Test
  void theMixThatCameChangesNothing() {
    ProfilePoint seen = point(9, 4, 200, type("short", 30, 2, 5), type("long", 10, 7, 40));
    assertThat(seen.withMix(mix(3, 1)).completedSessionsPerSecond()).isCloseTo(200, within(1e-9));
    // however long sessions are
    assertThat(seen.withMix(mix(30, 10)).completedSessionsPerSecond()).isCloseTo(200, within(1e-9));
  }

  /** 40 threads and one connection: only what is done with a connection counts. */
  @Test
  void whatIsShortDecides() {
    ProfilePoint seen = point(40, 1, 100, type("short", 50, 90, 5), type("long", 50, 10, 15));
    assertThat(seen.withMix(mix(3, 1)).completedSessionsPerSecond())
        .isCloseTo(100 * 10 / 7.5, within(0.01));
  }

  @Test
  void typesThatDidNotComeAreLeftOut() {
    ProfilePoint seen = point(4, 1, 200, type("short", 80, 10, 0), type("long", 0, 0, 0));
    assertThat(seen.withMix(mix(1, 1)).completedSessionsPerSecond()).isEqualTo(200);
    ProfilePoint nobody = point(4, 1, 200, type("short", 0, 10, 0));
    assertThat(nobody.withMix(mix(1, 1)).completedSessionsPerSecond()).isEqualTo(200);
    RequestMix others = new RequestMix(Map.of("else", 1.0));
    assertThat(seen.withMix(others).completedSessionsPerSecond()).isEqualTo(200);
  }

  /** What takes no time at all could be carried without end. */
  @Test
  void aRatioThatIsNoNumberIsNotBelieved() {
    ProfilePoint seen = point(4, 1, 200, type("short", 50, 0, 0), type("long", 50, 30, 0));
    assertThat(seen.withMix(mix(1, 0)).completedSessionsPerSecond()).isEqualTo(200);
  }

  /** 20 visits of 10 requests a second: in any one of them 22 may begin and 198 be served. */
  @Test
  void chanceIsNoOverloadOfIdleThreads() {
    assertThat(busy(22, 19.8, 6).wasOverloaded()).isFalse();
    assertThat(busy(22, 19.8, 31.9).wasOverloaded()).isFalse();
    assertThat(busy(22, 19.8, 32).wasOverloaded()).isTrue();
    assertThat(busy(20, 19.8, 38).wasOverloaded()).isFalse();
    assertThat(busy(20, 19.8, 39).wasOverloaded()).isTrue();
    // where nobody counted threads
    assertThat(busy(22, 19.8, 0).wasOverloaded()).isTrue();
  }

  private static ProfilePoint busy(double offered, double completed, double threads) {
    List<TypeProfile> types = List.of(type("page", 198, 10, 5));
    return new ProfilePoint(40, 20, types, offered, completed, 198, threads);
  }
}
