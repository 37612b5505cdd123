package io.headwaiter.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwaiter.lab.model.KnobSpec;
import io.headwaiter.lab.model.Preparation;
import io.headwaiter.lab.model.ServerSpec;
import io.headwaiter.lab.model.Timing;
import io.headwaiter.lab.model.Tuning;
import io.headwaiter.lab.study.HaproxyKnobs;
import io.headwaiter.load.search.Knob;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Searches on made-up servers whose best setting is known, with the noise of short runs. */
class SettingSearchTest {
  private static final double ONE_X = 60;
  private static final double NOISE = 0.04;
  private static final Timing.Trials FINE =
      new Timing.Trials(Duration.ZERO, Duration.ofSeconds(1), /* coarse= */ false);

  private static double hill(double value, double best) {
    return value <= best ? value / best : Math.exp(-2 * (value / best - 1));
  }

  private static SettingSearch.Found search(Tuning tuning, SettingSearch.Score score)
      throws Exception {
    return SettingSearch.search(tuning, ONE_X, score);
  }

  @Test
  void bestSettingIsFoundInside() throws Exception {
    Tuning tuning = new Tuning(List.of(KnobSpec.of("limit", 8, 64, 2, 1).wholeNumbers()), 1, 20);
    SettingSearch.Found found = search(tuning, s -> 100 - Math.abs(s.get("limit") - 30));
    assertThat(found.setting()).isEqualTo(Map.of("limit", 32.0));
    assertThat(found.settled()).isTrue();
    assertThat(found.trials()).isBetween(5, 8);
    assertThat(found.values()).doesNotContainKey("edge limit").containsEntry("unsettled", 0.0);
  }

  /** The best value is far beyond both ends of the ladder that was declared. */
  @ParameterizedTest
  @ValueSource(doubles = {1.5, 300})
  void ladderGetsLongerUntilTheBestIsInside(double best) throws Exception {
    Tuning tuning = new Tuning(List.of(KnobSpec.of("rate", 8, 64, 2, 1)), 1, 60);
    SettingSearch.Found found = search(tuning, s -> hill(s.get("rate"), best));
    assertThat(found.setting().get("rate")).isBetween(best / 1.42, best * 1.01);
    assertThat(found.settled()).isTrue();
    assertThat(found.atTheEdge()).isEmpty();
  }

  @Test
  void wholeNumbersEndAtOne() throws Exception {
    Tuning tuning = new Tuning(List.of(KnobSpec.of("limit", 4, 64, 2, 0).wholeNumbers()), 1, 60);
    SettingSearch.Found found = search(tuning, s -> -s.get("limit"));
    assertThat(found.setting()).isEqualTo(Map.of("limit", 1.0));
    assertThat(found.atTheEdge()).isEmpty();
  }

  @Test
  void searchThatIsOutOfTrialsSaysSo() throws Exception {
    Tuning tuning = new Tuning(List.of(KnobSpec.of("rate", 1, 8, 2, 0).orNoLimit()), 3, 5);
    SettingSearch.Found found = search(tuning, s -> -Math.min(100, s.get("rate")));
    assertThat(found.settled()).isFalse();
    assertThat(found.values()).containsEntry("unsettled", 1.0).containsEntry("trials", 5.0);
  }

  @Test
  void noLimitIsASettingWithoutValue() throws Exception {
    Tuning tuning = new Tuning(List.of(KnobSpec.of("rate", 1, 8, 2, 0).orNoLimit()), 1, 20);
    SettingSearch.Found found = search(tuning, s -> s.get("rate") == Knob.NONE ? 2 : 1);
    assertThat(found.setting()).isEqualTo(Map.of("rate", Knob.NONE));
    assertThat(found.values().keySet()).noneMatch(name -> name.startsWith("setting"));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void staticLimitsAreFoundInNoise(long seed) throws Exception {
    Random dice = new Random(seed);
    KnobSpec rate = KnobSpec.of("rate", 0.6, 1.5, 1.12, 2).timesOneX();
    SettingSearch.Found found =
        search(
            new Tuning(List.of(rate), 4, 60),
            s -> hill(s.get("rate"), 57) * (1 + NOISE * dice.nextGaussian()));
    assertThat(found.settled()).isTrue();
    assertThat(hill(found.setting().get("rate"), 57)).isGreaterThan(0.9);
  }

  private static double part(double value, double best) {
    double octaves = Math.abs(Math.log(Math.min(value, 1e6) / best) / Math.log(2));
    return Math.exp(-0.3 * octaves * octaves);
  }

  /**
   * Like HAProxy in our trials: a rate near the capacity and a short backlog are all that matters,
   * no bound collapses, and a queue that gives up early helps a little.
   */
  private static double proxied(Map<String, Double> s) {
    double rate = s.get(HaproxyKnobs.SSL_RATE);
    double served = rate <= 55 ? rate : 55 * Math.exp(-(Math.min(rate, 1000) - 55) / 40);
    return served
        * part(s.get(HaproxyKnobs.BACKLOG), 110)
        * (0.95 + 0.05 * part(s.get(HaproxyKnobs.QUEUE_SECONDS), 0.8))
        * (s.get(HaproxyKnobs.CUSTOMER_CONNECTIONS) < 100 ? 0.5 : 1)
        * (s.get(HaproxyKnobs.SESSION_RATE) < 200 ? 0.7 : 1);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void bestProxyIsFoundInNoise(long seed) throws Exception {
    Random dice = new Random(seed);
    Tuning tuning = HaproxyKnobs.behindBest(ServerSpec.stock(), 3, 150).tuning();
    SettingSearch.Found found = search(tuning, s -> proxied(s) * (1 + NOISE * dice.nextGaussian()));
    // 50 is the best rate of the ladder. The knob that is worth 5 % may drown in the noise, those
    // that decide may not.
    assertThat(proxied(found.setting())).as("%s", found.setting()).isGreaterThan(0.9 * 50);
    assertThat(found.settled()).isTrue();
  }

  private static OneXSearch.Served served(double perSecond) {
    return new OneXSearch.Served(perSecond, /* follows= */ true);
  }

  /** A server that falls off at once beyond what it carries. */
  @ParameterizedTest
  @ValueSource(doubles = {50, 100, 180})
  void oneXIsWhatIsServedAtMost(double capacity) throws Exception {
    SortedMap<String, Double> found =
        OneXSearch.search(
            100,
            FINE,
            rate -> served(rate <= capacity ? rate : capacity * Math.exp(capacity / rate - 1)));
    double oneX = found.get(Preparation.ONE_X);
    assertThat(oneX).isBetween(capacity / 1.09, capacity);
    assertThat(found.get(Preparation.ONE_X_LOW)).isEqualTo(oneX);
    assertThat(found.get(Preparation.ONE_X_HIGH)).isEqualTo(oneX);
    assertThat(found.get("unsettled")).isZero();
  }

  /** A short run asks for 0.4 of its pages, and what is beyond 80 a second waits in a queue. */
  @Test
  void oneXIsNotTheRateOfShortRuns() throws Exception {
    Random random = new Random(3);
    SortedMap<String, Double> found =
        OneXSearch.search(
            80,
            FINE,
            rate -> {
              double asked = 0.4 * rate;
              double noise = 1 + 0.02 * random.nextGaussian();
              return new OneXSearch.Served(Math.min(asked, 80) * noise, asked < 120);
            });
    assertThat(found.get(Preparation.ONE_X)).isBetween(72.0, 85.0);
    assertThat(found.get(Preparation.ONE_X_LOW)).isLessThan(found.get(Preparation.ONE_X));
    assertThat(found.get(Preparation.ONE_X_HIGH)).isGreaterThan(found.get(Preparation.ONE_X));
  }

  /** It serves most where it loses most; 1x is what it serves where it follows. */
  @Test
  void rateOverTheEdgeCountsByHalf() throws Exception {
    SortedMap<String, Double> found =
        OneXSearch.search(50, FINE, rate -> new OneXSearch.Served(rate, rate <= 60));
    assertThat(found.get(Preparation.ONE_X)).isBetween(60 / 1.09, 60.0);
  }

  /** The first estimate was five times too high, and the ladder got longer. */
  @Test
  void oneXIsFoundFarFromTheFirstEstimate() throws Exception {
    SortedMap<String, Double> found =
        OneXSearch.search(
            250, FINE, rate -> served(rate <= 50 ? rate : 50 * Math.exp(50 / rate - 1)));
    assertThat(found.get(Preparation.ONE_X)).isBetween(46.0, 50.0);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void rejectsImpossibleEstimate(double first) {
    assertThatThrownBy(() -> OneXSearch.search(first, FINE, SettingSearchTest::served))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("above 0");
  }
}
