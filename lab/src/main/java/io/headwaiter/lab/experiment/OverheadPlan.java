package io.headwaiter.lab.experiment;

import static io.headwaiter.lab.experiment.DemoPlan.HEADWAITER;
import static io.headwaiter.lab.experiment.DemoPlan.STOCK;

import java.time.Duration;
import java.util.List;

/**
 * How the overhead at half load is measured.
 *
 * @param pairs how many paired windows
 * @param leadIn load before each window
 * @param window length of each window
 * @param minWarmUpWindows least number of windows of warming up for each server
 * @param demo customers, shop and times of warming up
 */
record OverheadPlan(
    int pairs, Duration leadIn, Duration window, int minWarmUpWindows, DemoPlan demo) {
  // Visits of some 1.6 s: they are shorter than the lead-in, and many end in a window.
  private static final double THINK_SCALE = 0.03;

  static OverheadPlan of(boolean quick, DemoCustomers customers) {
    // Longer than in the demo: a server still compiling costs more than one that has compiled, by
    // more than what is to be measured.
    DemoTiming timing =
        quick
            ? DemoTiming.QUICK.withWarmUp(Duration.ofSeconds(3), 16)
            : DemoTiming.FULL.withWarmUp(Duration.ofSeconds(4), 24);
    DemoPlan demo =
        new DemoPlan(
            List.of(STOCK, HEADWAITER), List.of(), timing, customers.withThinkScale(THINK_SCALE));
    return quick
        ? new OverheadPlan(4, Duration.ofSeconds(2), Duration.ofSeconds(4), 10, demo)
        : new OverheadPlan(10, Duration.ofSeconds(3), Duration.ofSeconds(8), 15, demo);
  }

  /** Who is measured first and second in a pair: AB BA AB BA, so that a drift cancels. */
  static List<String> order(int pair) {
    return pair % 2 == 0 ? List.of(STOCK, HEADWAITER) : List.of(HEADWAITER, STOCK);
  }

  /** The same for both halves of a pair: they serve the same visits. */
  long seed(int pair) {
    return demo.customers().seed() + 5000 + pair;
  }
}
