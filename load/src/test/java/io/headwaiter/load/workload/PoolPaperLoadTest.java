package io.headwaiter.load.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PoolPaperLoadTest {
  private static Map<String, Double> printed(PoolPaperLoad load) throws IOException {
    Map<String, Double> column = new HashMap<>();
    try (InputStream in = PoolPaperLoadTest.class.getResourceAsStream("pool-paper-loads.csv")) {
      new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .skip(2)
          .map(line -> line.split(",", -1))
          .forEach(cells -> column.put(cells[0], Double.valueOf(cells[1 + column(load)])));
    }
    return column;
  }

  private static int column(PoolPaperLoad load) {
    return switch (load) {
      case PROFILING -> 0;
      case LOAD_1 -> 1;
      case LOAD_2 -> 2;
    };
  }

  /**
   * Loads 1 and 2 agree with every printed figure. The printed profiling column lacks a point,
   * which the chain adds to Search and Item.
   */
  @ParameterizedTest
  @CsvSource({"PROFILING, 0.58", "LOAD_1, 0.011", "LOAD_2, 0.011"})
  void chainHasPrintedSharesAndLength(PoolPaperLoad load, double searchAndItem) throws IOException {
    double[] visits = load.chain().visits(EightInteraction.HOME.number());
    Map<String, Double> printed = printed(load);
    double length = Arrays.stream(visits).sum();
    assertThat(length).isCloseTo(printed.get("length"), within(1e-9));
    for (EightInteraction type : EightInteraction.values()) {
      boolean looks = type == EightInteraction.SEARCH || type == EightInteraction.ITEM;
      assertThat(100 * visits[type.number()] / length)
          .as(type.label())
          .isCloseTo(printed.get(type.label()), within(looks ? searchAndItem : 0.006));
      assertThat(visits[type.number()]).isCloseTo(load.visits(type), within(1e-9));
    }
  }

  @ParameterizedTest
  @CsvSource({"PROFILING, 52.5", "LOAD_1, 23.9", "LOAD_2, 19.2"})
  void shareOfBuyersIsThePublishedOne(PoolPaperLoad load, double percent) {
    double[] visits = load.chain().visits(EightInteraction.HOME.number());
    double buyers = 100 * visits[EightInteraction.BUY_CONFIRM.number()];
    assertThat(buyers).isCloseTo(percent, within(0.05));
    assertThat(visits[EightInteraction.HOME.number()]).isCloseTo(1, within(1e-9));
    assertThat(visits[EightInteraction.REGISTER.number()]).isCloseTo(buyers / 100, within(1e-9));
  }

  @Test
  void searchAndItemKeepPrintedProportion() throws IOException {
    Map<String, Double> printed = printed(PoolPaperLoad.PROFILING);
    assertThat(
            PoolPaperLoad.PROFILING.visits(EightInteraction.SEARCH)
                / PoolPaperLoad.PROFILING.visits(EightInteraction.ITEM))
        .isCloseTo(printed.get("Search") / printed.get("Item"), within(1e-9));
  }

  @ParameterizedTest
  @EnumSource(PoolPaperLoad.class)
  void simulatedVisitsMatchAndBuyersHaveBook(PoolPaperLoad load) {
    Workload workload = new EightTypeWorkload(load, new BookstoreSite(2880, 100), 1000);
    SplittableRandom random = new SplittableRandom(3);
    int visits = 20_000;
    Map<Interaction, Integer> counts = new HashMap<>();
    for (int i = 0; i < visits; i++) {
      Customer customer = workload.newCustomer(random);
      boolean inCart = false;
      for (Optional<Step> step = customer.next(0); step.isPresent(); step = customer.next(0)) {
        Interaction what = step.get().interaction();
        inCart |= what == EightInteraction.ADD_TO_CART;
        boolean needsOne = what == EightInteraction.CART || what == EightInteraction.REGISTER;
        assertThat(needsOne && !inCart).isFalse();
        counts.merge(what, 1, Integer::sum);
      }
    }
    double total = counts.values().stream().mapToInt(Integer::intValue).sum();
    assertThat(total / visits).isCloseTo(load.meanRequests(), within(0.25));
    for (EightInteraction type : EightInteraction.values()) {
      assertThat(counts.get(type) / (double) visits)
          .as(type.label())
          .isCloseTo(load.visits(type), within(0.012 + 0.02 * load.visits(type)));
    }
  }
}
