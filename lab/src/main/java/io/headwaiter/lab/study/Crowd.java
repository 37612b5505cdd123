package io.headwaiter.lab.study;

import io.headwaiter.lab.model.HelloSpec;
import io.headwaiter.lab.model.Metric;
import io.headwaiter.lab.model.Values;
import io.headwaiter.load.LoadOptions;
import io.headwaiter.load.SourceAddresses;
import io.headwaiter.load.TlsVersions;
import io.headwaiter.load.workload.PlainWorkload;
import java.time.Duration;
import java.util.List;

/**
 * Customers unlike those of the papers. Each visit begins with a full handshake of TLS 1.3; where
 * it opens further connections, they resume.
 */
enum Crowd {
  /** Long visits, each on one connection that is kept alive. */
  KEPT(8, 300, false, 0, 20),
  /** As long, with a connection for each page. */
  RECONNECTING(8, 300, true, 0, 20),
  /** As long, with what the pages embed, over six further connections. */
  BROWSER(8, 300, false, 6, 20),
  /**
   * One request and gone. A server carries so many of them that the load generator, on one
   * processor, cannot send 20 times as many in time.
   */
  MACHINE(1, 0, false, 0, 10);

  private static final String PAGE = "/BrowseCategories";
  private static final Duration LONG_LEAD = Duration.ofSeconds(5);
  private static final Duration SHORT_LEAD = Duration.ofMillis(1500);
  // The auction has four files; with another query each is another one to a client.
  private static final List<String> FILES =
      List.of(
          "/auction.css",
          "/images/logo.png",
          "/images/bid_now.png",
          "/images/buy_it_now.png",
          "/auction.css?2",
          "/images/logo.png?2",
          "/images/bid_now.png?2",
          "/images/buy_it_now.png?2");

  private final int pages;
  private final int thinkMillis;
  private final boolean newConnections;
  private final int imageConnections;
  private final int floodFactor;

  Crowd(int pages, int thinkMillis, boolean newConnections, int imageConnections, int floodFactor) {
    this.pages = pages;
    this.thinkMillis = thinkMillis;
    this.newConnections = newConnections;
    this.imageConnections = imageConnections;
    this.floodFactor = floodFactor;
  }

  /** Returns the load before a window until the number of visits under way is steady. */
  Duration lead() {
    return thinkMillis == 0 ? SHORT_LEAD : LONG_LEAD;
  }

  /** Returns the greatest load: how many times what the stock server carries. */
  int floodFactor() {
    return floodFactor;
  }

  /** Returns their visits. */
  LoadOptions visits(Duration patience) {
    List<String> files = imageConnections == 0 ? List.of() : FILES;
    return LoadOptions.builder(HelloSpec.ANYWHERE)
        .plain(new PlainWorkload(pages, /* fixedLength= */ false, List.of(PAGE), files))
        .thinkMean(Duration.ofMillis(thinkMillis))
        .patience(patience)
        .newConnectionPerRequest(newConnections)
        .imageConnections(imageConnections)
        .tlsVersions(TlsVersions.TLS_1_3)
        .sourceNetworks(SourceAddresses.networkOfCustomers())
        .build();
  }

  /**
   * Returns completed visits per second as the pages tell them: {@code p / (w * r)}, with p pages
   * answered well in w seconds and r the mean pages of a visit. Lengths are geometric, so each page
   * answered is the last of its visit with probability 1/r whatever came before: this has the same
   * mean as the count of completed visits. That count varies by the lengths of the few visits that
   * end in a short window, and this does not.
   *
   * <p>Worked: 2,016 pages in 5 s, of visits with 8 pages: 50.4 a second.
   */
  Metric visitsByPages() {
    return Metric.higher(
        "visitsByPagesPerSecond",
        "by pages/s",
        o -> o.value(Values.REPLIES) / (o.value(Values.WINDOW_SECONDS) * pages));
  }
}
