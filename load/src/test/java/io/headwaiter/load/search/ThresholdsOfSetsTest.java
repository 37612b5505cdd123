package io.headwaiter.load.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ThresholdsOfSetsTest {
  @Test
  void findsThresholdOfEachSetWithinOneStep() throws Exception {
    double[] truth = {10.2, 9.1, 11.7, 10.9};
    ThresholdsOfSets sets = new ThresholdsOfSets(8, 1.03, (rate, set) -> rate <= truth[set]);
    for (int set = 0; set < truth.length; set++) {
      sets.search(set, 8);
    }
    for (int set = 0; set < truth.length; set++) {
      assertThat(sets.thresholds().get(set)).isCloseTo(truth[set], within(0.03 * truth[set]));
    }
    assertThat(sets.unbounded()).isZero();
    assertThat(sets.trials()).isLessThanOrEqualTo(4 * ThresholdsOfSets.trialsMax(8));
  }

  @Test
  void secondSearchBeginsAtFirstResult() throws Exception {
    List<Double> tried = new ArrayList<>();
    ThresholdsOfSets sets =
        new ThresholdsOfSets(
            1,
            1.03,
            (rate, set) -> {
              tried.add(rate);
              return rate <= 50;
            });
    sets.search(0, 6);
    int first = sets.trials();
    sets.search(1, 6);
    assertThat(tried.get(first)).isBetween(10.0, 50.0);
    assertThat(sets.trials() - first).isLessThan(first);
  }

  @Test
  void thresholdBoundedOnOneSideIsUnknown() throws Exception {
    ThresholdsOfSets all = new ThresholdsOfSets(1, 1.03, (rate, set) -> true);
    all.search(0, 3);
    assertThat(all.thresholds()).containsExactly(Double.NaN);
    assertThat(all.unbounded()).isEqualTo(1);
    ThresholdsOfSets none = new ThresholdsOfSets(1, 1.03, (rate, set) -> false);
    none.search(0, 3);
    assertThat(none.thresholds()).containsExactly(Double.NaN);
    assertThat(none.unbounded()).isZero();
    assertThat(none.trials()).isEqualTo(ThresholdsOfSets.trialsMax(3));
  }
}
