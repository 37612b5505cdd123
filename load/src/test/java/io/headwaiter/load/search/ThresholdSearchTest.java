package io.headwaiter.load.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.DoublePredicate;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ThresholdSearchTest {
  private static List<Double> run(ThresholdSearch search, DoublePredicate isGood) {
    List<Double> tried = new ArrayList<>();
    for (OptionalDouble rate = search.next(); rate.isPresent(); rate = search.next()) {
      tried.add(rate.getAsDouble());
      search.tell(isGood.test(rate.getAsDouble()));
    }
    return tried;
  }

  @Test
  void triesRatesOfWorkedExample() {
    ThresholdSearch search = new ThresholdSearch(10, 1.1, 2, 20, 20);
    List<Double> tried = run(search, rate -> rate <= 13);
    assertThat(tried).hasSize(5);
    assertThat(tried.get(1)).isCloseTo(12.1, within(0.01));
    assertThat(tried.get(2)).isCloseTo(17.72, within(0.01));
    assertThat(tried.get(3)).isCloseTo(14.64, within(0.01));
    assertThat(tried.get(4)).isCloseTo(13.31, within(0.01));
    assertThat(search.highestGood().getAsDouble()).isCloseTo(12.1, within(0.01));
    assertThat(search.threshold().getAsDouble()).isCloseTo(12.69, within(0.01));
    assertThat(search.isBoundedAbove()).isTrue();
    assertThat(search.trials()).isEqualTo(5);
  }

  @Test
  void searchesDownwardsFromBadStart() {
    ThresholdSearch search = new ThresholdSearch(10, 1.05, 1, 20, 20);
    run(search, rate -> rate <= 6.2);
    double found = search.highestGood().getAsDouble();
    assertThat(found).isLessThanOrEqualTo(6.2).isGreaterThan(6.2 / 1.05);
  }

  @Property
  void findsEveryThresholdWithinOneStep(
      @ForAll @DoubleRange(min = 0.5, max = 200) double threshold,
      @ForAll @IntRange(min = 1, max = 8) int stride) {
    ThresholdSearch search = new ThresholdSearch(10, 1.025, stride, 40, 40);
    run(search, rate -> rate <= threshold);
    double found = search.highestGood().getAsDouble();
    assertThat(found).isLessThanOrEqualTo(threshold).isGreaterThan(threshold / 1.0251);
  }

  @Property
  void neverExceedsTrialBound(@ForAll long luck, @ForAll @IntRange(min = 1, max = 9) int most) {
    java.util.SplittableRandom random = new java.util.SplittableRandom(luck);
    ThresholdSearch search = new ThresholdSearch(10, 1.025, 2, (most + 1) / 2, most);
    List<Double> tried = run(search, rate -> random.nextBoolean());
    assertThat(tried.size()).isBetween(1, most);
    assertThat(tried).doesNotHaveDuplicates().allMatch(rate -> rate > 0);
  }

  @Test
  void thresholdNeedsGoodAndBadRate() {
    ThresholdSearch never = new ThresholdSearch(10, 1.1, 2, 4, 4);
    run(never, rate -> false);
    assertThat(never.highestGood()).isEmpty();
    assertThat(never.threshold()).isEmpty();
    assertThat(never.isBoundedAbove()).isTrue();
    ThresholdSearch always = new ThresholdSearch(10, 1.1, 2, 4, 4);
    run(always, rate -> true);
    assertThat(always.highestGood()).isPresent();
    assertThat(always.threshold()).isEmpty();
    assertThat(always.isBoundedAbove()).isFalse();
  }

  @Test
  void stopsEarlyOnlyWithGoodAndBadRate() {
    ThresholdSearch far = new ThresholdSearch(10, 1.03, 3, 3, 9);
    run(far, rate -> rate <= 20);
    assertThat(far.trials()).isGreaterThan(3);
    assertThat(far.threshold().getAsDouble()).isBetween(10.0, 33.0);
    ThresholdSearch near = new ThresholdSearch(10, 1.03, 3, 3, 9);
    run(near, rate -> rate <= 10.5);
    assertThat(near.trials()).isEqualTo(3);
    assertThat(near.threshold().getAsDouble()).isCloseTo(10.5, within(0.2));
  }

  @Test
  void rejectsInvalidArguments() {
    assertThatThrownBy(() -> new ThresholdSearch(0, 1.1, 1, 1, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("start must be above 0");
    assertThatThrownBy(() -> new ThresholdSearch(1, 1, 1, 1, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new ThresholdSearch(1, 1.1, 0, 1, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("stride");
    assertThatThrownBy(() -> new ThresholdSearch(1, 1.1, 1, 2, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("trialsMax");
    ThresholdSearch over = new ThresholdSearch(1, 1.1, 1, 1, 1);
    over.tell(true);
    assertThat(over.next()).isEmpty();
    assertThatThrownBy(() -> over.tell(true)).isInstanceOf(IllegalStateException.class);
  }
}
