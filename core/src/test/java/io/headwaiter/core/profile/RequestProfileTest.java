package io.headwaiter.core.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class RequestProfileTest {
  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1_000_000_000;

  /** The two requests of the example in {@link RequestTotals}. */
  private static final RequestTotals TWO =
      new RequestTotals(
          2, 0, MILLI, 0, 10 * MILLI, 52e12, 1, 3, 2 * MILLI, 8 * MILLI, 64e12, MILLI);

  @Test
  void meansMatchExample() {
    assertThat(TWO.processingNanosMean()).isEqualTo(5e6);
    assertThat(TWO.holdNanosMean()).isEqualTo(4e6);
    assertThat(TWO.holdNanosMeanWithConnection()).isEqualTo(8e6);
    assertThat(TWO.idleNanosMean()).isEqualTo(0.5e6);
    assertThat(TWO.connectionPart()).isEqualTo(0.5);
    assertThat(TWO.connectionRequestsMean()).isEqualTo(1.5);
    assertThat(TWO.connectionWaitNanosMean()).isEqualTo(1e6);
    assertThat(TWO.processingVariance()).isCloseTo(2e12, within(1.0)); // of 4 and 6 ms
    assertThat(TWO.holdVarianceWithConnection()).isZero(); // of one
    assertThat(TWO.wallNanos()).isEqualTo(20 * MILLI);
  }

  @Test
  void emptyProfileGivesZeros() {
    assertThat(RequestTotals.NONE.processingNanosMean()).isZero();
    assertThat(RequestTotals.NONE.connectionPart()).isZero();
    RequestProfile noSession = new RequestProfile(SECOND, 0, Map.of("/a", TWO));
    assertThat(noSession.visitsPerSession("/a")).isZero();
    assertThat(noSession.sessionLength()).isZero();
    assertThat(noSession.mix()).isEmpty();
    assertThat(RequestProfile.NONE.sessionsPerSecond()).isZero();
  }

  @Test
  void demandMatchesExample() {
    RequestTotals forty =
        new RequestTotals(40, 0, 0, 0, 200 * MILLI, 0, 40, 40, 0, 400 * MILLI, 0, 0);
    RequestProfile profile = new RequestProfile(5 * SECOND, 10, Map.of("/a", forty));
    assertThat(profile.visitsPerSession("/a")).isEqualTo(4);
    assertThat(profile.visitsPerSession("/b")).isZero();
    assertThat(profile.sessionLength()).isEqualTo(4);
    assertThat(profile.sessionsPerSecond()).isEqualTo(2);
    assertThat(profile.mix()).containsExactly(Map.entry("/a", 4.0));
  }

  @Test
  void lateAsyncUseKeepsPartAtMostOne() {
    assertThat(new RequestTotals(1, 0, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0).connectionPart()).isEqualTo(1);
  }

  @Test
  void rejectsInvalidValues() {
    assertThatIllegalArgumentException().isThrownBy(() -> TWO.since(TWO.plus(TWO)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RequestTotals(0, 0, 0, 0, 0, Double.NaN, 0, 0, 0, 0, 0, 0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RequestTotals(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RequestProfile(-1, 0, Map.of()))
        .withMessage("spanNanos and sessions must be at least 0, got -1 and 0");
    Map<String, RequestTotals> many = new TreeMap<>();
    for (int i = 0; i <= RequestProfile.TYPES_MAX; i++) {
      many.put("/" + i, TWO);
    }
    assertThatIllegalArgumentException().isThrownBy(() -> new RequestProfile(0, 0, many));
  }

  @Test
  void omitsTypesWithoutNewRequests() {
    RequestProfile before = new RequestProfile(SECOND, 1, Map.of("/a", TWO, "/b", TWO));
    RequestProfile after =
        new RequestProfile(3 * SECOND, 4, Map.of("/a", TWO, "/b", TWO.plus(TWO), "/c", TWO));
    assertThat(after.since(before))
        .isEqualTo(new RequestProfile(2 * SECOND, 3, Map.of("/b", TWO, "/c", TWO)));
  }

  @Provide
  Arbitrary<RequestProfile> profiles() {
    Arbitrary<RequestTotals> totals =
        Arbitraries.longs()
            .between(0, 1000)
            .array(long[].class)
            .ofSize(9)
            .map(
                n ->
                    new RequestTotals(
                        n[0], 0, n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[1], n[2], n[8]));
    Arbitrary<Map<String, RequestTotals>> types =
        Arbitraries.maps(Arbitraries.of("/a", "/b", "/c", "other"), totals);
    Arbitrary<Long> some = Arbitraries.longs().between(0, 1000);
    return Combinators.combine(some, some, types).as(RequestProfile::new);
  }

  /** Subtraction reverses addition, and the order of additions does not matter. */
  @Property
  void readingsAddUp(
      @ForAll("profiles") RequestProfile first,
      @ForAll("profiles") RequestProfile second,
      @ForAll("profiles") RequestProfile third) {
    RequestProfile nothing = RequestProfile.NONE;
    assertThat(first.then(second).since(first)).isEqualTo(second.since(nothing));
    assertThat(first.then(second).then(third)).isEqualTo(first.then(second.then(third)));
    assertThat(first.beside(second)).isEqualTo(second.beside(first));
    assertThat(first.then(second).overall().count())
        .isEqualTo(first.overall().count() + second.overall().count());
  }

  @Property
  void sessionLengthIsSumOfVisits(@ForAll("profiles") RequestProfile profile) {
    double sum = profile.mix().values().stream().mapToDouble(Double::doubleValue).sum();
    assertThat(profile.sessionLength()).isCloseTo(sum, within(1e-9 * (1 + sum)));
  }

  /** A window contains the requests of its own period only. */
  @Property
  void windowCountsOnlyItsPeriod(@ForAll("profiles") RequestProfile before) {
    int steps = 3;
    ProfileWindow window = new ProfileWindow(SECOND, steps, before);
    List<RequestProfile> readings = new ArrayList<>(List.of(before));
    RequestProfile now = before;
    for (int i = 1; i <= 10; i++) {
      assertThat(window.isDue(now.spanNanos() + SECOND - 1)).isFalse();
      now = now.then(new RequestProfile(SECOND, i, Map.of("/a", TWO)));
      assertThat(window.isDue(now.spanNanos())).isTrue();
      window.keep(now);
      readings.add(now);
      RequestProfile oldest = readings.get(Math.max(0, readings.size() - 1 - steps));
      assertThat(window.recent(now)).isEqualTo(now.since(oldest));
    }
    assertThat(window.recent(now).spanNanos()).isEqualTo(steps * SECOND);
    assertThat(window.recent(now).sessions()).isEqualTo(8 + 9 + 10);
  }

  @Test
  void rejectsWindowsWithoutSteps() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ProfileWindow(0, 1, RequestProfile.NONE));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ProfileWindow(1, 0, RequestProfile.NONE));
  }
}
