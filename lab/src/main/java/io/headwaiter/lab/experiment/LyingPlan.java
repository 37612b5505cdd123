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
 * @param engine whose TLS engines the server has, as its option {@code tls} names them
 */
record LyingPlan(
    int rounds,
    Duration leadIn,
    Duration window,
    double honestLoad,
    double attackFactor,
    DemoPlan demo,
    String engine) {
  /** Whom the hellos come from: 1,016 clients in four networks. */
  static final String CROWD = "127.4.1.0/24,127.4.2.0/24,127.4.3.0/24,127.4.4.0/24";

  static LyingPlan of(boolean quick, DemoCustomers customers) {
    DemoTiming timing =
        quick
            ? DemoTiming.QUICK.withWarmUp(Duration.ofSeconds(3), 8)
            : DemoTiming.FULL.withWarmUp(Duration.ofSeconds(3), 20);
    DemoPlan demo = new DemoPlan(List.of(HEADWAITER), List.of(), timing, customers);
    return quick
        ? new LyingPlan(2, Duration.ofSeconds(4), Duration.ofSeconds(6), 0.6, 20, demo, "jsse")
        : new LyingPlan(4, Duration.ofSeconds(8), Duration.ofSeconds(20), 0.6, 20, demo, "jsse");
  }

  /** What it takes when nothing ends early, without the start of the server. */
  Duration longest() {
    return longest(LyingExperiment.ATTACKS.size());
  }

  /** The same with another number of attacks, the calm counted. */
  Duration longest(int attacks) {
    Duration run = leadIn.plus(window).plus(demo.timing().settle());
    Duration find = leadIn.plus(window).plus(demo.timing().settle().multipliedBy(2));
    return demo.timing().longestWarmUp().plus(find).plus(run.multipliedBy((long) attacks * rounds));
  }

  /** Names the server's log. */
  String label() {
    return HEADWAITER + "-" + engine;
  }

  String[] serverArguments() {
    return new String[] {"--tls", engine};
  }

  /** The same in all attacks of a round: they meet the same honest customers. */
  long seed(int round) {
    return demo.customers().seed() + 7000 + round;
  }
}
