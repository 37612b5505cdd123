package io.headwaiter.lab.experiment;

import io.headwaiter.lab.load.LoadOptions;
import io.headwaiter.lab.load.LoadOptionsBuilder;
import io.headwaiter.lab.load.TlsVersions;
import io.headwaiter.lab.model.LoadSpec;
import io.headwaiter.lab.model.Rounds;
import io.headwaiter.lab.model.Timing;
import io.headwaiter.lab.workload.EndReading;
import io.headwaiter.lab.workload.Mix;
import java.net.URI;
import java.time.Duration;

/**
 * How contenders are brought to their peak: by a closed population that always has somebody ready
 * to come, so that the processor is full and nobody is turned away.
 *
 * @param rounds how often each is measured, in turns
 * @param leadIn load before each window
 * @param window length of each window
 * @param compileWindows windows of warming up with the load's processor, for each
 * @param warmUpMax most windows of warming up after that, for each
 * @param warmUpWindow length of one
 * @param visits who comes
 * @param clients size of the population
 * @param customers seed and shop
 */
record ContestPlan(
    int rounds,
    Duration leadIn,
    Duration window,
    int compileWindows,
    int warmUpMax,
    Duration warmUpWindow,
    Visits visits,
    int clients,
    DemoCustomers customers) {

  /** What a customer of a contest does. */
  enum Visits {
    /** One light page, a full handshake of TLS 1.3 each time. */
    ONE_PAGE,
    /** The browsing mix of the auction with its think times; most resume their session. */
    BROWSING
  }

  /** Longest wait between two runs. */
  static final Duration SETTLE = Duration.ofSeconds(2);

  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration RETRY = Duration.ofMillis(100);

  /** Load of one run. */
  LoadOptions load(URI target, Duration lead, Duration length, long seed) {
    LoadOptionsBuilder common =
        LoadOptions.builder(target)
            .seed(customers.seed() + seed)
            .closedPopulation(clients)
            .mix(Mix.BROWSING)
            .endReading(EndReading.LITERAL)
            .users(customers.users())
            .items(customers.items())
            .patience(PATIENCE)
            .retryDelay(RETRY)
            .warmup(lead)
            .duration(length)
            .sourceAddresses(SourceAddresses.count());
    return switch (visits) {
      case ONE_PAGE ->
          common
              .thinkMean(Duration.ofMillis(10))
              .maxRequests(1)
              .tlsVersions(TlsVersions.TLS_1_3)
              .resumeShare(0)
              .build();
      case BROWSING ->
          common
              .thinkMean(DemoPlan.THINK_MEAN)
              .thinkScale(customers.thinkScale())
              .resumeShare(customers.resumeShare())
              .build();
    };
  }

  /** Its load, for a declared experiment. */
  LoadSpec peak() {
    return new LoadSpec("peak", load(URI.create("https://localhost"), Duration.ZERO, window, 0));
  }

  /**
   * Its rounds, and as many again while a claim is undecided; two rounds are a look and no more.
   */
  Rounds manyRounds() {
    return new Rounds(rounds, rounds < 3 ? rounds : 2 * rounds);
  }

  /** Times of a declared experiment. */
  Timing timing() {
    return new Timing(leadIn, window, SETTLE, warmUpWindow, compileWindows, warmUpMax);
  }
}
