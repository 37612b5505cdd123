package io.headwaiter.lab.experiment;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * How the cost of refusing is measured.
 *
 * @param warmUp raw hellos for each server
 * @param windows windows for each rate and server
 * @param window length of one
 * @param handshakeWarmUp load before the handshakes that count
 * @param handshakeWindows how many windows of handshakes
 * @param handshakeWindow length of one
 */
record RefusalPlan(
    Duration warmUp,
    int windows,
    Duration window,
    Duration handshakeWarmUp,
    int handshakeWindows,
    Duration handshakeWindow) {

  /** Hellos per second that are judged: 20 times 60 sessions a second, and more. */
  static final List<Double> PACED = List.of(1200.0, 3000.0);

  /** As many as are refused. */
  static final double FLOOD = 0;

  /** Hellos per second of warming up. */
  static final double WARM_UP_RATE = 3000;

  /** Sessions per second of the handshake measurement: about a third of a core. */
  static final double HANDSHAKE_RATE = 30;

  private static final int SHOP_USERS = 1000;
  private static final int SHOP_ITEMS = 826;

  static RefusalPlan of(boolean quick) {
    return quick
        ? new RefusalPlan(seconds(6), 3, seconds(2), seconds(10), 3, seconds(2))
        : new RefusalPlan(seconds(12), 8, seconds(4), seconds(25), 5, seconds(2));
  }

  /** Light pages in a small shop: handshakes are what counts. */
  static DemoPlan light(DemoCustomers customers) {
    DemoCustomers few =
        customers.withThinkScale(0.03).withShop(SHOP_USERS, SHOP_ITEMS).withPageWorkKib(0);
    return new DemoPlan(List.of(), List.of(), DemoTiming.QUICK, few);
  }

  /** Arguments of serve, with those that make a shop of that size. */
  static String[] smallShop(String... more) {
    List<String> all = new ArrayList<>(List.of("--scale", "0.001", "--active-scale", "0.01"));
    all.addAll(List.of(more));
    return all.toArray(String[]::new);
  }

  /** A small shop with a budget of nothing: every new visit is refused. */
  static String[] refusingShop(String... more) {
    // N(k) of the formula is 0: a new visit costs more than an interval has
    List<String> all =
        new ArrayList<>(
            List.of(
                "--admission",
                "formula",
                "--formula-new-millis",
                "60000",
                "--formula-resumed-millis",
                "0"));
    all.addAll(List.of(more));
    return smallShop(all.toArray(String[]::new));
  }

  private static Duration seconds(int seconds) {
    return Duration.ofSeconds(seconds);
  }
}
