package io.headwaiter.lab.experiment;

import io.headwaiter.lab.load.LoadOptions;
import io.headwaiter.lab.workload.EndReading;
import io.headwaiter.lab.workload.Mix;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/**
 * How the demo is run.
 *
 * @param servers names of the servers, the one that is calibrated on first
 * @param factors multiples of 1x, ascending
 * @param timing how long everything takes
 * @param customers who comes, and to what shop
 * @param rounds how often each server is measured under each load, in turns, at least 1
 */
public record DemoPlan(
    List<String> servers,
    List<Double> factors,
    DemoTiming timing,
    DemoCustomers customers,
    int rounds) {

  /** The server that needs no name for comparing: an unmodified Tomcat. */
  public static final String STOCK = "stock";

  /** Ours. */
  public static final String HEADWAITER = "headwaiter";

  /** Mean think time of the workload before scaling. */
  public static final Duration THINK_MEAN = Duration.ofSeconds(7);

  /** Customers' patience before scaling. */
  public static final Duration PATIENCE = Duration.ofSeconds(10);

  /** Keep-alive of the servers before scaling. */
  public static final Duration KEEP_ALIVE = Duration.ofSeconds(10);

  private static final List<String> SERVERS = List.of(STOCK, HEADWAITER);
  private static final List<Double> FACTORS = List.of(1.0, 5.0, 20.0);
  private static final double QUICK_THINK_SCALE = 0.03;
  // Three rounds would widen Student's interval by half.
  private static final int ROUNDS = 4;

  /** Copies the lists. */
  public DemoPlan {
    servers = List.copyOf(servers);
    factors = List.copyOf(factors);
    if (rounds < 1) {
      throw new IllegalArgumentException("rounds must be at least 1, got " + rounds);
    }
  }

  /** Each load once on each server. */
  DemoPlan(List<String> servers, List<Double> factors, DemoTiming timing, DemoCustomers customers) {
    this(servers, factors, timing, customers, 1);
  }

  /** Ten to eleven minutes on two cores. */
  public static DemoPlan full(long seed) {
    return new DemoPlan(SERVERS, FACTORS, DemoTiming.DEMO, DemoCustomers.of(seed), ROUNDS);
  }

  /** Four to five minutes on two cores: shorter visits and windows, wider intervals. */
  public static DemoPlan quick(long seed) {
    DemoCustomers hasty = DemoCustomers.of(seed).withThinkScale(QUICK_THINK_SCALE);
    return new DemoPlan(SERVERS, FACTORS, DemoTiming.DEMO_QUICK, hasty, ROUNDS);
  }

  /** The same plan for other customers. */
  public DemoPlan withCustomers(DemoCustomers others) {
    return new DemoPlan(servers, factors, timing, others, rounds);
  }

  /**
   * The same plan with longer or shorter measurement windows.
   *
   * @param window 1 s to 10 minutes
   */
  public DemoPlan withWindow(Duration window) {
    if (window.compareTo(Duration.ofSeconds(1)) < 0
        || window.compareTo(Duration.ofMinutes(10)) > 0) {
      throw new IllegalArgumentException(
          "the window must be between 1 s and 600 s, got "
              + window.toMillis() / 1000.0
              + " s; the default is 8 s");
    }
    return new DemoPlan(servers, factors, timing.withWindow(window), customers, rounds);
  }

  /** Keep-alive that both servers are to use. */
  public Duration keepAlive() {
    return Duration.ofMillis(Math.round(KEEP_ALIVE.toMillis() * customers.thinkScale()));
  }

  /** The load of one run. */
  LoadOptions load(
      URI target, double ratePerSecond, Duration lead, Duration duration, long runSeed) {
    return LoadOptions.builder(target)
        .seed(runSeed)
        .ratePerSecond(ratePerSecond)
        .mix(Mix.BROWSING)
        .endReading(EndReading.LITERAL)
        .users(customers.users())
        .items(customers.items())
        .thinkMean(THINK_MEAN)
        .thinkScale(customers.thinkScale())
        .patience(customers.patience())
        .resumeShare(customers.resumeShare())
        .warmup(lead)
        .duration(duration)
        .sourceAddresses(SourceAddresses.count())
        .build();
  }

  /** What the plan takes when nothing ends early, without the start of the servers. */
  public Duration longest() {
    return timing.longest(runs(), servers.size());
  }

  // One of them more than each server under each load: the reference of each round.
  private int runs() {
    return rounds * (factors.size() * servers.size() + 1);
  }
}
