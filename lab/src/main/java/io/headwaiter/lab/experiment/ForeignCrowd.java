package io.headwaiter.lab.experiment;

import io.headwaiter.load.LoadOptions;
import io.headwaiter.load.LoadOptionsBuilder;
import io.headwaiter.load.SourceAddresses;
import io.headwaiter.load.TlsVersions;
import io.headwaiter.load.workload.PlainWorkload;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/**
 * Customers that the server's law was not written for. Each visit begins with a full handshake of
 * TLS 1.3; where it opens further connections, they resume.
 */
enum ForeignCrowd {
  /** Long visits, each on one connection that is kept alive. */
  KEPT("kept", 8, 300, false, 0),
  /** As long, with a connection for each page. */
  RECONNECTING("reconnecting", 8, 300, true, 0),
  /** As long, with what the pages embed, over six further connections. */
  BROWSER("browser", 8, 300, false, 6),
  /** One request and gone. */
  MACHINE("machine", 1, 0, false, 0);

  private static final String PAGE = "/BrowseCategories";
  // With pages of 0.5 ms and a think time of 0.3 s as many just fill a processor. Browsers ask for
  // nine times as much; 400 of them would still shake hands when the window begins.
  private static final int FULL_LOAD_CLIENTS = 400;
  private static final int FULL_LOAD_BROWSERS = 100;
  // The auction has four files; with another query each is another one to a client.
  private static final List<String> ASSETS =
      List.of(
          "/auction.css",
          "/images/logo.png",
          "/images/bid_now.png",
          "/images/buy_it_now.png",
          "/auction.css?2",
          "/images/logo.png?2",
          "/images/bid_now.png?2",
          "/images/buy_it_now.png?2");

  private final String label;
  private final int requests;
  private final int thinkMillis;
  private final boolean newConnections;
  private final int imageConnections;

  ForeignCrowd(
      String label, int requests, int thinkMillis, boolean newConnections, int imageConnections) {
    this.label = label;
    this.requests = requests;
    this.thinkMillis = thinkMillis;
    this.newConnections = newConnections;
    this.imageConnections = imageConnections;
  }

  /** For tables. */
  String label() {
    return label;
  }

  /** Mean pages of a visit; its length is geometric. */
  int requests() {
    return requests;
  }

  /** How many of them, who come back as soon as their visit is over, fill a processor. */
  int fullLoadClients() {
    return imageConnections == 0 ? FULL_LOAD_CLIENTS : FULL_LOAD_BROWSERS;
  }

  /** Visits without think time are short: their number is steady without a ramp. */
  Duration lead(Duration longest) {
    return thinkMillis == 0 ? longest.dividedBy(3) : longest;
  }

  /** Options to which arrivals or a population are added. */
  LoadOptionsBuilder load(URI target, Duration patience, Duration lead, Duration window) {
    List<String> assets = imageConnections == 0 ? List.of() : ASSETS;
    return LoadOptions.builder(target)
        .plain(new PlainWorkload(requests, /* fixedLength= */ false, List.of(PAGE), assets))
        .thinkMean(Duration.ofMillis(thinkMillis))
        .patience(patience)
        .newConnectionPerRequest(newConnections)
        .imageConnections(imageConnections)
        .tlsVersions(TlsVersions.TLS_1_3)
        .warmup(lead)
        .duration(window)
        .sourceNetworks(SourceAddresses.networkOfCustomers());
  }
}
