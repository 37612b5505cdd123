package io.headwaiter.lab.study;

import io.headwaiter.lab.model.Claim;
import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.model.LoadSpec;
import io.headwaiter.lab.model.Metric;
import io.headwaiter.lab.model.Quantity;
import io.headwaiter.lab.model.Rounds;
import io.headwaiter.lab.model.ServerSpec;
import io.headwaiter.lab.model.ShopSpec;
import io.headwaiter.lab.model.Values;
import io.headwaiter.load.HttpVersion;
import io.headwaiter.load.LoadOptions;
import io.headwaiter.load.workload.PageFiles;
import io.headwaiter.load.workload.PlainWorkload;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The demo's overload with customers that behave as browsers: a page is a document and its six to
 * thirty files, over six further connections of HTTP/1.1 or one connection of HTTP/2; half of the
 * customers have the files in their cache.
 */
public final class Browsers {
  /** Name of the experiment. */
  public static final String NAME = "browsers";

  private static final String HTTP_1 = "http1";
  private static final String HTTP_2 = "http2";

  /** Names of the parts, in the order they run. */
  public static final List<String> NAMES = List.of(HTTP_1, HTTP_2);

  private static final String OURS = ServerSpec.HEADWAITER;
  private static final double CACHED_SHARE = 0.5;
  private static final List<String> PAGES =
      List.of("/Home", "/Browse", "/BrowseCategories", "/BrowseRegions");
  // A server with a shorter one takes a browser that opens its connections again for several.
  private static final Duration KEEP_ALIVE = Duration.ofSeconds(5);
  // The auction has four files; with another query each is another one to a client.
  private static final PageFiles FILES =
      new PageFiles(
          IntStream.range(0, 8)
              .boxed()
              .flatMap(
                  i ->
                      List.of(
                              "auction.css",
                              "images/logo.png",
                              "images/bid_now.png",
                              "images/buy_it_now.png")
                          .stream()
                          .map(file -> "/" + file + "?" + i))
              .toList(),
          6,
          30,
          /* read= */ false);
  private static final List<Metric> COLUMNS =
      List.of(
          Values.OFFERED_PER_SECOND,
          Values.COMPLETED_PER_SECOND,
          Values.REPLIES_PER_SECOND,
          Values.P50_MILLIS,
          Values.P99_MILLIS,
          Values.REFUSED_PER_SECOND,
          Values.BROKEN_OR_TIMED_OUT,
          Values.REFUSED_LATER,
          Values.CORES,
          Values.GENERATOR);

  private Browsers() {}

  /** Returns both experiments. */
  public static List<Experiment> experiments(boolean quick, Customers customers) {
    return List.of(
        experiment(HTTP_1, HttpVersion.HTTP_1_1, quick, customers),
        experiment(HTTP_2, HttpVersion.HTTP_2, quick, customers));
  }

  private static Experiment experiment(
      String name, HttpVersion version, boolean quick, Customers all) {
    Customers customers = all.withThinkScale(quick ? 0.03 : all.thinkScale());
    LoadOptions visits = visits(customers, version);
    return new Experiment(
        name,
        "Do overload claims hold for browsers that speak "
            + (version == HttpVersion.HTTP_2 ? "HTTP/2?" : "HTTP/1.1 over parallel connections?"),
        List.of(ServerSpec.stock(), ServerSpec.headwaiter().with("--tls", "jsse")),
        List.of(
            LoadSpec.times("1x", 1, visits),
            LoadSpec.times("5x", 5, visits),
            LoadSpec.times("20x", 20, visits)),
        ShopSpec.of(customers).withKeepAlive(KEEP_ALIVE),
        OverloadDemo.timing(quick, OverloadDemo.window(quick)),
        quick ? new Rounds(2, 2) : new Rounds(4, 6),
        customers.seed(),
        COLUMNS,
        List.of(
            ofOwnBest(name, "5x", 0.96),
            ofOwnBest(name, "20x", 0.93),
            none(
                name + "-refused-later",
                "No visit is refused a further connection or a later page after it was let in",
                Values.REFUSED_LATER),
            none(name + "-broken", "No visit breaks after it was let in", Values.BROKEN_LATER)));
  }

  private static LoadOptions visits(Customers customers, HttpVersion version) {
    return Visits.browsing(customers).toBuilder()
        .plain(new PlainWorkload(Visits.PAGES_PER_VISIT, /* fixedLength= */ false, PAGES, FILES))
        .httpVersion(version)
        .imageConnections(version.browserFetches())
        .cachedShare(CACHED_SHARE)
        .build();
  }

  private static Claim ofOwnBest(String name, String load, double least) {
    return Claim.atLeast(
        name + "-completed-" + load,
        "At %s Headwaiter completes at least %.2f of the visits per second of its best other load"
            .formatted(load, least),
        Quantity.ofBestOther(
            Values.COMPLETED_PER_SECOND,
            Values.COMPLETED_PER_SECOND,
            new Quantity.Series(OURS, load),
            series()),
        "of its best",
        least);
  }

  private static Claim none(String id, String words, Metric metric) {
    return Claim.atMost(
        id,
        words,
        Quantity.combined(
            of -> of[0] + of[1] + of[2], of(metric, "1x"), of(metric, "5x"), of(metric, "20x")),
        "visits",
        0);
  }

  private static List<Quantity.Series> series() {
    return List.of(
        new Quantity.Series(OURS, "1x"),
        new Quantity.Series(OURS, "5x"),
        new Quantity.Series(OURS, "20x"));
  }

  private static Quantity of(Metric metric, String load) {
    return Quantity.of(metric, OURS, load);
  }
}
