package io.headwaiter.load.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GridSearchTest {
  private static final int MANY = 500;
  private static final Knob RATE = Knob.geometric("rate", 5, 640, 2, 3);
  private static final Knob LIMIT = Knob.geometric("limit", 4, 1024, 4, 3).whole().orNone();

  /** The score of a limit: rises with it up to the capacity, and collapses beyond. */
  private static double hill(double value, double top) {
    double octaves = Math.log(value / top) / Math.log(2);
    return octaves < 0 ? 100 * Math.pow(2, octaves) : 100 * Math.exp(-octaves);
  }

  private static double ridge(Map<String, Double> s) {
    double limit = Math.min(s.get("limit"), 4096);
    return hill(s.get("rate"), 73) * (0.5 + 0.5 * hill(limit, 37) / 100);
  }

  private static GridSearch run(GridSearch search, ToDoubleFunction<Map<String, Double>> score) {
    for (Optional<Map<String, Double>> s = search.next(); s.isPresent(); s = search.next()) {
      search.tell(s.get(), score.applyAsDouble(s.get()));
    }
    return search;
  }

  @Test
  void findsMaximumWithinOneLevel() {
    GridSearch search = run(new GridSearch(List.of(RATE), 1, MANY), s -> hill(s.get("rate"), 73));
    assertThat(search.settled()).isTrue();
    assertThat(search.atTheEdge()).isEmpty();
    // A step is 9 %; the grid alone has 40 and 80.
    assertThat(search.best().score()).isGreaterThan(95);
    assertThat(hill(80, 73)).as("what the grid alone finds").isLessThan(88);
    assertThat(search.trials()).hasSizeLessThan(30);
  }

  @Test
  void optimisesSeveralKnobs() {
    GridSearch search = run(new GridSearch(List.of(RATE, LIMIT), 1, MANY), GridSearchTest::ridge);
    assertThat(search.settled()).isTrue();
    assertThat(search.best().score()).isGreaterThan(93);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void findsGoodSettingDespiteNoise(long seed) {
    Random dice = new Random(seed);
    GridSearch search =
        run(
            new GridSearch(List.of(RATE, LIMIT), 5, MANY),
            s -> ridge(s) * (1 + 0.05 * dice.nextGaussian()));
    assertThat(search.settled()).isTrue();
    assertThat(ridge(search.best().setting())).as("true score of the best").isGreaterThan(85);
    // Five scores with 5 % of noise: their mean is at most three standard errors too high.
    assertThat(search.best().score()).isLessThan(1.07 * ridge(search.best().setting()));
  }

  @Test
  void repeatsReduceBiasOfBestScore() {
    // All settings are equal but for noise: without repeats, the best score would be luck.
    Random dice = new Random(11);
    GridSearch once =
        run(new GridSearch(List.of(RATE), 1, MANY), s -> 100 + 10 * dice.nextGaussian());
    GridSearch often =
        run(new GridSearch(List.of(RATE), 12, MANY), s -> 100 + 10 * dice.nextGaussian());
    assertThat(once.best().score()).as("broken").isGreaterThan(115);
    assertThat(often.best().score()).as("healthy").isLessThan(112);
  }

  @Test
  void continuesFromEarlierTrials() {
    GridSearch whole = run(new GridSearch(List.of(RATE, LIMIT), 2, MANY), GridSearchTest::ridge);
    GridSearch second = new GridSearch(List.of(RATE, LIMIT), 2, MANY);
    whole.trials().subList(0, 20).forEach(t -> second.tell(t.setting(), t.score()));
    run(second, GridSearchTest::ridge);
    assertThat(second.trials()).isEqualTo(whole.trials());
  }

  @Test
  void stopsUnsettledAtTrialBound() {
    GridSearch search = run(new GridSearch(List.of(RATE, LIMIT), 2, 10), GridSearchTest::ridge);
    assertThat(search.trials()).hasSize(10);
    assertThat(search.settled()).isFalse();
    assertThat(search.best().score()).isPositive();
  }

  @Test
  void namesKnobWithBestAtEdge() {
    GridSearch low = run(new GridSearch(List.of(RATE), 1, MANY), s -> -s.get("rate"));
    assertThat(low.atTheEdge()).containsExactly("rate");
    GridSearch none =
        run(new GridSearch(List.of(LIMIT), 1, MANY), s -> s.get("limit") > 2000 ? 1 : 0);
    assertThat(none.best().setting()).containsEntry("limit", Knob.NONE);
    assertThat(none.atTheEdge()).as("no limit is not an edge").isEmpty();
  }

  @Test
  void rejectsInvalidSettingsAndScores() {
    GridSearch search = new GridSearch(List.of(RATE), 1, MANY);
    assertThatThrownBy(() -> search.tell(Map.of("rate", 6.5), 1))
        .hasMessageContaining("rate must be one of");
    assertThatThrownBy(() -> search.tell(Map.of("speed", 5.0), 1))
        .hasMessageContaining("other knobs");
    assertThatThrownBy(() -> search.tell(Map.of("rate", 5.0), Double.NaN))
        .hasMessageContaining("scores 0");
    assertThatThrownBy(search::best).isInstanceOf(IllegalStateException.class);
  }
}
