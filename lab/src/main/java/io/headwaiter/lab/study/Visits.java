package io.headwaiter.lab.study;

import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.model.GivenServer;
import io.headwaiter.lab.model.HelloSpec;
import io.headwaiter.load.LoadOptions;
import io.headwaiter.load.LoadOptionsBuilder;
import io.headwaiter.load.SourceAddresses;
import io.headwaiter.load.TlsVersions;
import io.headwaiter.load.WorkloadOptions;
import io.headwaiter.load.workload.EndReading;
import io.headwaiter.load.workload.Mix;
import io.headwaiter.load.workload.PageFiles;
import io.headwaiter.load.workload.PlainWorkload;
import java.time.Duration;

/** The visits that experiments are made with, as options whose target, times and seed are open. */
public final class Visits {
  /** Mean think time of the workload before scaling. */
  public static final Duration THINK_MEAN = Duration.ofSeconds(7);

  /** Mean length of a visit by the browsing mix, computed from its table. */
  public static final double PAGES_PER_VISIT = 8.5;

  private static final Duration PATIENCE_AT_PEAK = Duration.ofSeconds(10);
  private static final Duration RETRY_AT_PEAK = Duration.ofMillis(100);
  private static final double MILLIS_PER_SECOND = 1000;

  private Visits() {}

  /** Returns the mean length of visits in pages. */
  public static double pages(LoadOptions visits) {
    return visits.workload() instanceof WorkloadOptions.Plain plain
        ? plain.customers().meanRequests()
        : PAGES_PER_VISIT;
  }

  /** Returns the mean time of visits to a server that replies at once: their think times. */
  public static double meanSeconds(LoadOptions visits) {
    double thinkSeconds =
        visits.visit().thinkMeanMillis() * visits.visit().thinkScale() / MILLIS_PER_SECOND;
    return thinkSeconds * (pages(visits) - 1) / visits.visit().burstRequests();
  }

  /** Returns visits by the browsing mix of the auction, which arrive at some rate. */
  public static LoadOptions browsing(Customers customers) {
    return auction(customers)
        .thinkMean(THINK_MEAN)
        .thinkScale(customers.thinkScale())
        .patience(customers.patience())
        .resumeShare(customers.resumeShare())
        .build();
  }

  /**
   * Returns visits to a server that runs already, as its user describes them. Recorded visits are
   * made by the load generator; the pages here only tell how long they are.
   */
  public static LoadOptions to(GivenServer server, Customers customers) {
    GivenServer.Asked asked = server.asked();
    LoadOptionsBuilder builder =
        LoadOptions.builder(server.address())
            .thinkMean(THINK_MEAN)
            .thinkScale(customers.thinkScale())
            .patience(customers.patience())
            .resumeShare(1);
    if (server.secure()) {
      server.authorities().ifPresent(builder::checkCertificates);
    }
    if (asked.auction()) {
      builder
          .mix(Mix.BROWSING)
          .endReading(EndReading.LITERAL)
          .users(customers.users())
          .items(customers.items());
    } else {
      builder.plain(
          new PlainWorkload(
              asked.requests(), /* fixedLength= */ false, asked.pages(), PageFiles.NONE));
    }
    return builder.build();
  }

  /**
   * Returns visits by the browsing mix from a closed population that always has somebody ready to
   * come, so that the processor is full and nobody is refused.
   */
  public static LoadOptions browsingAtPeak(Customers customers, int clients) {
    return atPeak(customers, clients)
        .thinkMean(THINK_MEAN)
        .thinkScale(customers.thinkScale())
        .resumeShare(customers.resumeShare())
        .build();
  }

  /** Returns visits of one light page, each with a full handshake of TLS 1.3. */
  public static LoadOptions onePageAtPeak(Customers customers, int clients) {
    return atPeak(customers, clients)
        .thinkMean(Duration.ofMillis(10))
        .maxRequests(1)
        .tlsVersions(TlsVersions.TLS_1_3)
        .resumeShare(0)
        .build();
  }

  /** Returns visits that hardly ever end and think little: the server is always full. */
  public static LoadOptions endless(Customers customers, int clients) {
    return auction(customers)
        .closedPopulation(clients)
        .endReading(EndReading.FITTED)
        .meanRequests(1_000_000)
        .thinkMean(Duration.ofMillis(35))
        .patience(Duration.ofSeconds(10))
        .retryDelay(Duration.ofMillis(50))
        .build();
  }

  private static LoadOptionsBuilder atPeak(Customers customers, int clients) {
    return auction(customers)
        .closedPopulation(clients)
        .patience(PATIENCE_AT_PEAK)
        .retryDelay(RETRY_AT_PEAK);
  }

  private static LoadOptionsBuilder auction(Customers customers) {
    return LoadOptions.builder(HelloSpec.ANYWHERE)
        .mix(Mix.BROWSING)
        .endReading(EndReading.LITERAL)
        .users(customers.users())
        .items(customers.items())
        // An address for each: where many share one, the server cannot tell parallel connections.
        .sourceNetworks(SourceAddresses.networkOfCustomers());
  }
}
