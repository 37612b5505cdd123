package io.headwaiter.lab.study;

import static io.headwaiter.lab.model.Values.COMPLETED_PER_SECOND;

import io.headwaiter.lab.model.Claim;
import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.model.LoadSpec;
import io.headwaiter.lab.model.Metric;
import io.headwaiter.lab.model.Quantity;
import io.headwaiter.lab.model.Rounds;
import io.headwaiter.lab.model.ServerSpec;
import io.headwaiter.lab.model.ShopSpec;
import io.headwaiter.lab.model.Timing;
import io.headwaiter.lab.model.Values;
import io.headwaiter.load.LoadOptions;
import java.time.Duration;
import java.util.List;

/**
 * The demo: a stock Tomcat and Headwaiter with the same TLS engine under 1, 5 and 20 times 1x. The
 * p99 at 20x is compared with that of as many visits as were completed then, without overload.
 */
public final class OverloadDemo {
  /** Name of the experiment. */
  public static final String NAME = "demo";

  private static final String OURS = ServerSpec.HEADWAITER;
  private static final String STOCK = ServerSpec.STOCK;
  private static final String FIVE = "5x";
  private static final String TWENTY = "20x";
  private static final String REFERENCE = "without overload";
  private static final List<Metric> COLUMNS =
      List.of(
          Values.OFFERED_PER_SECOND,
          COMPLETED_PER_SECOND,
          Values.REPLIES_PER_SECOND,
          Values.P50_MILLIS,
          Values.P99_MILLIS,
          Values.REFUSED_PER_SECOND,
          Values.BROKEN_OR_TIMED_OUT,
          Values.CORES);

  private OverloadDemo() {}

  /** Returns who comes: to a smaller shop, which is filled sooner, if it is a quick look. */
  public static Customers customers(boolean quick, long seed) {
    Customers usual = Customers.of(seed);
    return quick ? usual.hasty() : usual;
  }

  /** Returns the length of each measurement unless something else is said. */
  public static Duration window(boolean quick) {
    return Duration.ofSeconds(quick ? 3 : 8);
  }

  /**
   * Returns the experiment.
   *
   * @param window length of each measurement
   * @param shop arguments of all servers, such as the size of the shop
   */
  public static Experiment experiment(
      boolean quick, Customers customers, Duration window, String... shop) {
    LoadOptions visits = Visits.browsing(customers);
    LoadSpec twenty = LoadSpec.times(TWENTY, 20, visits);
    return new Experiment(
        NAME,
        "What do a stock Tomcat and Headwaiter complete under too much load?",
        List.of(ServerSpec.stock(), ServerSpec.headwaiter().with("--tls", "jsse")),
        List.of(
            LoadSpec.times("1x", 1, visits),
            LoadSpec.times(FIVE, 5, visits),
            twenty,
            LoadSpec.asCompletedUnder(REFERENCE, twenty.on(OURS), visits)),
        ShopSpec.of(customers, shop),
        timing(quick, window),
        new Rounds(4, 4),
        customers.seed(),
        COLUMNS,
        claims());
  }

  private static List<Claim> claims() {
    return List.of(
        ofOwnBest(FIVE, 96),
        ofOwnBest(TWENTY, 93),
        Claim.atLeast(
            "completed-5x-of-stock-best",
            "At 5x Headwaiter completes at least as many visits per second as the stock server's"
                + " best",
            of(COMPLETED_PER_SECOND, FIVE)
                .dividedBy(Quantity.best(Values.COMPLETED_OR_ONE_PER_SECOND, all(STOCK))),
            "of stock's best",
            1),
        Claim.atMost(
            "p99-20x-of-reference",
            "At 20x the p99 response time is at most twice the p99 at the same completed rate"
                + " without overload",
            of(Values.P99_MILLIS, TWENTY).dividedBy(of(Values.P99_MILLIS, REFERENCE)),
            "times",
            2),
        Claim.atMost(
            "resuming-visits-refused",
            "No visit of a client that resumes is refused after it was let in",
            Quantity.combined(
                of -> of[0] + of[1] + of[2],
                of(Values.REFUSED_LATER, "1x"),
                of(Values.REFUSED_LATER, FIVE),
                of(Values.REFUSED_LATER, TWENTY)),
            "visits",
            0));
  }

  private static Claim ofOwnBest(String load, int percent) {
    return Claim.atLeast(
        "completed-" + load + "-of-best",
        "At %s Headwaiter completes at least %d %% of the visits per second of its best other load"
            .formatted(load, percent),
        Quantity.ofBestOther(
            COMPLETED_PER_SECOND, COMPLETED_PER_SECOND, new Quantity.Series(OURS, load), all(OURS)),
        "of its best",
        percent / 100.0);
  }

  private static Quantity of(Metric metric, String load) {
    return Quantity.of(metric, OURS, load);
  }

  private static List<Quantity.Series> all(String server) {
    return List.of(
        new Quantity.Series(server, "1x"),
        new Quantity.Series(server, FIVE),
        new Quantity.Series(server, TWENTY));
  }

  /**
   * A visit lasts 7.5 scaled think times, 5.25 s and in a quick look 1.6 s. After a lead of two and
   * a half of these 1x is within a twentieth of its steady state. A shorter lead makes 1x look as
   * if less was completed than under overload, which fills a server at once.
   */
  static Timing timing(boolean quick, Duration window) {
    return quick
        ? Timing.of(millis(4000), window, millis(3000), millis(2000), 8, 12)
            .searchingMillis(2500, 2000, /* coarse= */ true)
        : Timing.of(millis(14_000), window, millis(4000), millis(3000), 12, 20)
            .searchingMillis(5000, 6000, /* coarse= */ true);
  }

  private static Duration millis(long millis) {
    return Duration.ofMillis(millis);
  }
}
