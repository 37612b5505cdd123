package io.headwaiter.lab.experiment;

import io.headwaiter.lab.load.LoadOptions;
import io.headwaiter.lab.workload.EndReading;
import io.headwaiter.lab.workload.Mix;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/**
 * How the demo is run. Times are real times, after scaling.
 *
 * <p>A visit of the literal reading has 8.5 requests in the mean, so it lasts about 7.5 scaled
 * think times; lead-in and window must be well above that, or visits that are still under way count
 * for nobody.
 *
 * @param servers names of the servers, the one that is calibrated on first
 * @param factors multiples of 1x, ascending
 * @param leadIn load before each measurement window
 * @param window measurement window of each run
 * @param warmUpWindow one step of warming up
 * @param maxWarmUpWindows bound on those steps, for each server
 * @param probeLeadIn load before the window of a calibration run
 * @param probeWindow window of a calibration run
 * @param maxProbes bound on calibration runs
 * @param settle longest wait between runs for the server to become idle
 * @param thinkScale factor on the think time of 7 s, and on the server's keep-alive of 10 s
 * @param patience how long a customer waits for a page
 * @param resumeShare share of visits whose client resumes its TLS session
 * @param seed decides arrivals, walks and think times
 * @param users registered users of the shop
 * @param items open auctions of the shop
 */
public record DemoPlan(
    List<String> servers,
    List<Double> factors,
    Duration leadIn,
    Duration window,
    Duration warmUpWindow,
    int maxWarmUpWindows,
    Duration probeLeadIn,
    Duration probeWindow,
    int maxProbes,
    Duration settle,
    double thinkScale,
    Duration patience,
    double resumeShare,
    long seed,
    int users,
    int items) {

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

  private static final List<Double> FACTORS = List.of(1.0, 5.0, 20.0);
  private static final double RESUME_SHARE = 0.95;
  private static final int USERS = 10_000;
  private static final int ITEMS = 300;

  /** Checks ranges. */
  public DemoPlan {
    servers = List.copyOf(servers);
    factors = List.copyOf(factors);
    if (!(thinkScale > 0 && thinkScale <= 1)) {
      throw new IllegalArgumentException(
          "the think-time factor must be above 0 and at most 1, got "
              + thinkScale
              + "; the default is 0.1");
    }
    if (patience.compareTo(Duration.ofMillis(100)) < 0
        || patience.compareTo(Duration.ofSeconds(60)) > 0) {
      throw new IllegalArgumentException(
          "patience must be between 0.1 s and 60 s, got "
              + patience.toMillis() / 1000.0
              + " s; the default is 1 s");
    }
  }

  /** About five minutes on two cores. */
  public static DemoPlan full(long seed) {
    return new DemoPlan(
        List.of(STOCK, HEADWAITER),
        FACTORS,
        seconds(10),
        seconds(20),
        seconds(2),
        7,
        seconds(7),
        seconds(7),
        3,
        seconds(3),
        0.1,
        seconds(1),
        RESUME_SHARE,
        seed,
        USERS,
        ITEMS);
  }

  /** Under 100 seconds on two cores: shorter visits and windows, wider intervals. */
  public static DemoPlan quick(long seed) {
    return new DemoPlan(
        List.of(STOCK, HEADWAITER),
        FACTORS,
        millis(2200),
        seconds(4),
        millis(1200),
        5,
        millis(2000),
        millis(2500),
        3,
        seconds(1),
        0.03,
        seconds(1),
        RESUME_SHARE,
        seed,
        USERS,
        ITEMS);
  }

  /** The same plan with another factor on think time and keep-alive. */
  public DemoPlan withThinkScale(double scale) {
    return new DemoPlan(
        servers,
        factors,
        leadIn,
        window,
        warmUpWindow,
        maxWarmUpWindows,
        probeLeadIn,
        probeWindow,
        maxProbes,
        settle,
        scale,
        patience,
        resumeShare,
        seed,
        users,
        items);
  }

  /** The same plan with another patience. */
  public DemoPlan withPatience(Duration other) {
    return new DemoPlan(
        servers,
        factors,
        leadIn,
        window,
        warmUpWindow,
        maxWarmUpWindows,
        probeLeadIn,
        probeWindow,
        maxProbes,
        settle,
        thinkScale,
        other,
        resumeShare,
        seed,
        users,
        items);
  }

  /** The same plan for a shop of another size. */
  public DemoPlan withShop(int shopUsers, int shopItems) {
    return new DemoPlan(
        servers,
        factors,
        leadIn,
        window,
        warmUpWindow,
        maxWarmUpWindows,
        probeLeadIn,
        probeWindow,
        maxProbes,
        settle,
        thinkScale,
        patience,
        resumeShare,
        seed,
        shopUsers,
        shopItems);
  }

  /** Keep-alive that both servers are to use. */
  public Duration keepAlive() {
    return Duration.ofMillis(Math.round(KEEP_ALIVE.toMillis() * thinkScale));
  }

  /** The load of one run. */
  LoadOptions load(
      URI target, double ratePerSecond, Duration lead, Duration duration, long runSeed) {
    return LoadOptions.builder(target)
        .seed(runSeed)
        .ratePerSecond(ratePerSecond)
        .mix(Mix.BROWSING)
        .endReading(EndReading.LITERAL)
        .users(users)
        .items(items)
        .thinkMean(THINK_MEAN)
        .thinkScale(thinkScale)
        .patience(patience)
        .resumeShare(resumeShare)
        .warmup(lead)
        .duration(duration)
        .sourceAddresses(SourceAddresses.count())
        .build();
  }

  /** What the plan takes when nothing ends early, without the start of the servers. */
  public Duration longest() {
    Duration factorRuns =
        leadIn.plus(window).plus(settle).multipliedBy((long) factors.size() * servers.size() + 1);
    Duration warmUp = warmUpWindow.multipliedBy((long) maxWarmUpWindows * servers.size());
    Duration probes = probeLeadIn.plus(probeWindow).plus(settle).multipliedBy(maxProbes + 1L);
    return factorRuns.plus(warmUp).plus(probes);
  }

  private static Duration seconds(long seconds) {
    return Duration.ofSeconds(seconds);
  }

  private static Duration millis(long millis) {
    return Duration.ofMillis(millis);
  }
}
