package io.headwaiter.lab.outcome;

import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.model.GivenServer;
import io.headwaiter.lab.study.OverloadDemo;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a user may choose about an experiment.
 *
 * @param quick shorter, with wider intervals
 * @param customers who comes, to a shop of the usual size
 * @param window length of each measurement of the demo, 1 s to 10 minutes
 * @param shop further arguments of the demo's servers, such as the size of the shop
 * @param rounds before the first look at the claims, 2 to 100; 0 for as many as are declared
 * @param given a server that runs already, which is measured instead of ones that are started;
 *     empty for none
 */
public record Settings(
    boolean quick,
    Customers customers,
    Duration window,
    List<String> shop,
    int rounds,
    Optional<GivenServer> given) {
  private static final Duration WINDOW_MIN = Duration.ofSeconds(1);
  private static final Duration WINDOW_MAX = Duration.ofMinutes(10);
  private static final int ROUNDS_MAX = 100;

  /** Checks the ranges. */
  public Settings {
    shop = List.copyOf(shop);
    if (window.compareTo(WINDOW_MIN) < 0 || window.compareTo(WINDOW_MAX) > 0) {
      throw new IllegalArgumentException(
          "the window must be between 1 s and 600 s, got "
              + window.toMillis() / 1000.0
              + " s; the default is 8 s");
    }
    if (rounds != 0 && (rounds < 2 || rounds > ROUNDS_MAX)) {
      throw new IllegalArgumentException("rounds must be 2 to 100, got " + rounds);
    }
  }

  /** Returns what is chosen unless something else is said. */
  public static Settings of(boolean quick, Customers customers) {
    return new Settings(
        quick, customers, OverloadDemo.window(quick), List.of(), 0, Optional.empty());
  }

  /** Returns the same with other clients. */
  public Settings withCustomers(Customers other) {
    return new Settings(quick, other, window, shop, rounds, given);
  }

  /** Returns the same with another length of the demo's measurements. */
  public Settings withWindow(Duration other) {
    return new Settings(quick, customers, other, shop, rounds, given);
  }

  /** Returns the same with further arguments of the demo's servers. */
  public Settings withShop(List<String> arguments) {
    return new Settings(quick, customers, window, arguments, rounds, given);
  }

  /** Returns the same with another number of rounds. */
  public Settings withRounds(int other) {
    return new Settings(quick, customers, window, shop, other, given);
  }

  /** Returns the same with a server that runs already. */
  public Settings withGiven(GivenServer server) {
    return new Settings(quick, customers, window, shop, rounds, Optional.of(server));
  }
}
