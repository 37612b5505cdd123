package io.headwaiter.core.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.headwaiter.core.pool.model.ProfiledRange;
import io.headwaiter.core.pool.model.SizeSteps;
import io.headwaiter.core.pool.profile.Moments;
import io.headwaiter.core.pool.profile.PoolSizes;
import io.headwaiter.core.pool.profile.RequestMix;
import io.headwaiter.core.pool.profile.TypeProfile;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PoolValuesTest {
  @Test
  void ladderHasSmallStepsAndBothEnds() {
    assertThat(SizeSteps.of(3, 6)).containsExactly(3, 4, 5, 6);
    assertThat(SizeSteps.of(5, 5)).containsExactly(5);
    assertThat(SizeSteps.of(6, 5)).isEmpty();
    assertThat(SizeSteps.of(40, 50, IntStream.of(39, 41, 44, 51)))
        .containsExactly(40, 41, 42, 44, 46, 48, 50);
    int[] long1000 = SizeSteps.of(1, 1000);
    assertThat(long1000).startsWith(1, 2, 3).endsWith(1000).isSorted().doesNotHaveDuplicates();
    assertThat(long1000.length).isLessThan(100);
    assertThat(SizeSteps.around(new int[] {1, 5, 9}, 5)).startsWith(1).endsWith(9).hasSize(9);
    assertThat(SizeSteps.around(new int[] {1, 5, 9}, 9)).containsExactly(5, 6, 7, 8, 9);
    assertThat(SizeSteps.around(new int[] {7}, 7)).containsExactly(7);
  }

  @Test
  void mixDistanceCountsRequestsOfOtherTypes() {
    RequestMix a = new RequestMix(Map.of("x", 1.0, "y", 3.0));
    RequestMix longer = new RequestMix(Map.of("x", 10.0, "y", 30.0));
    RequestMix b = new RequestMix(Map.of("y", 3.0, "z", 1.0));
    assertThat(a.distance(longer)).isCloseTo(0, within(1e-12));
    assertThat(a.distance(b)).isCloseTo(0.25, within(1e-12));
    assertThat(b.distance(a)).isCloseTo(0.25, within(1e-12));
    assertThat(a.distance(new RequestMix(Map.of("q", 1.0)))).isCloseTo(1, within(1e-12));
    assertThat(a.sessionLength()).isEqualTo(4);
    assertThat(a.share("x")).isEqualTo(0.25);
    assertThat(a.visits("nobody")).isZero();
  }

  @Test
  void rejectsInvalidMixes() {
    Map<String, Double> many = new TreeMap<>();
    for (int i = 0; i <= RequestMix.TYPES_MAX; i++) {
      many.put("t" + i, 1.0);
    }
    assertThatThrownBy(() -> new RequestMix(many))
        .hasMessage("number of request types must be 1 to 256, got 257");
    assertThatThrownBy(() -> new RequestMix(Map.of("x", -1.0)))
        .hasMessage("V of x must be at least 0 and finite, got -1.0");
    assertThatThrownBy(() -> new RequestMix(Map.of("x", Double.NaN)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new RequestMix(Map.of("x", 0.0)))
        .hasMessage("requests of a session must be 1.0E-6 to 1.0E9, got 0.0");
  }

  /** Callers cannot change a stored mix. */
  @Test
  void mixIsImmutable() {
    Map<String, Double> visits = new TreeMap<>(Map.of("x", 1.0));
    RequestMix mix = new RequestMix(visits);
    visits.put("y", 1.0);
    assertThat(mix.types()).containsExactly("x");
    assertThatThrownBy(() -> mix.visitsPerSession().put("z", 1.0))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  /** A single time gives no information about the variance. */
  @Test
  void fewTimesGetExponentialVariance() {
    assertThat(new Moments(1, 4, 0).cautious(0)).isEqualTo(new Moments(1, 4, 16));
    assertThat(new Moments(1, 4, 0).cautious(5)).isEqualTo(new Moments(1, 4, 25));
    assertThat(new Moments(9, 4, 30).cautious(5)).isEqualTo(new Moments(9, 4, 30));
    assertThat(new Moments(10, 4, 1).cautious(5)).isEqualTo(new Moments(10, 4, 1));
    assertThat(Moments.NONE.cautious(0)).isEqualTo(Moments.NONE);
  }

  /** Whole sizes may have no pair with exactly the profiled ratio, so its bounds round outwards. */
  @Test
  void rejectsSizesOutsideScatteredPoints() {
    ProfiledRange profiledRange =
        new ProfiledRange(
            /* threadsLeast= */ 2,
            /* threadsMost= */ 400,
            /* connectionsLeast= */ 2,
            /* connectionsMost= */ 30,
            /* ratioLeast= */ 0.05,
            /* ratioMost= */ 0.6);
    assertThat(profiledRange.refusal(400, 20)).isEmpty();
    assertThat(profiledRange.refusal(400, 19).orElseThrow())
        .startsWith("0.05 to 0.60 connections a thread were profiled, got 19 for 400");
    assertThat(profiledRange.refusal(30, 1).orElseThrow())
        .startsWith("2 to 30 connections were profiled, got 1");
    assertThat(profiledRange.refusal(59, 2)).isEmpty();
    assertThat(profiledRange.refusal(60, 2)).isPresent();
    assertThat(profiledRange.refusal(4, 3)).isEmpty(); // 2.4, rounded up
    assertThat(profiledRange.refusal(4, 4)).isPresent();
  }

  @Test
  void averagesTypeThatSometimesTakesConnection() {
    TypeProfile half = new TypeProfile("x", new Moments(100, 10, 100), new Moments(50, 8, 64));
    assertThat(half.connectionPart()).isEqualTo(0.5);
    assertThat(half.connectionNanos()).isEqualTo(4);
    // 0.25 * 64 / 50 for the times, 64 * 0.25 / 100 for their number.
    assertThat(half.connectionVarianceOfMean()).isCloseTo(0.32 + 0.16, within(1e-12));
    assertThatThrownBy(() -> new TypeProfile("x", new Moments(1, 1, 1), new Moments(2, 1, 1)))
        .hasMessageStartingWith("no more requests of type x can have a connection");
  }

  @Test
  void rejectsInvalidSizes() {
    assertThat(new PoolSizes(3, 3)).hasToString("3 threads, 3 connections");
    assertThatThrownBy(() -> new PoolSizes(3, 4)).hasMessage("connections must be 1 to 3, got 4");
    assertThatThrownBy(() -> new PoolSizes(1001, 4))
        .hasMessage("threads must be 1 to 1000, got 1001");
  }
}
