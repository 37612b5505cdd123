package io.headwaiter.lab.experiment;

import static io.headwaiter.lab.experiment.DemoPlan.HEADWAITER;

import java.time.Duration;
import java.util.List;

/**
 * How it is measured what lying in a hello gains.
 *
 * @param rounds how often each attack is made
 * @param leadIn load and attack before each window
 * @param window length of each window
 * @param honestLoad honest customers, as a share of what fits
 * @param attackFactor hellos of the attack, in multiples of what fits
 * @param demo customers, shop and times of warming up
 */
record LyingPlan(
    int rounds,
    Duration leadIn,
    Duration window,
    double honestLoad,
    double attackFactor,
    DemoPlan demo) {

  static LyingPlan of(boolean quick, DemoCustomers customers) {
    DemoTiming timing =
        quick
            ? DemoTiming.QUICK.withWarmUp(Duration.ofSeconds(3), 8)
            : DemoTiming.FULL.withWarmUp(Duration.ofSeconds(3), 20);
    DemoPlan demo = new DemoPlan(List.of(HEADWAITER), List.of(), timing, customers);
    return quick
        ? new LyingPlan(2, Duration.ofSeconds(4), Duration.ofSeconds(6), 0.6, 20, demo)
        : new LyingPlan(4, Duration.ofSeconds(8), Duration.ofSeconds(20), 0.6, 20, demo);
  }

  /** The same in all attacks of a round: they meet the same honest customers. */
  long seed(int round) {
    return demo.customers().seed() + 7000 + round;
  }
}
