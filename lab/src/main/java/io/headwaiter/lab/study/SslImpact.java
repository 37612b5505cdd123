package io.headwaiter.lab.study;

import static io.headwaiter.lab.model.Values.REPLIES_PER_SECOND;
import static io.headwaiter.lab.model.Values.RESUMED_SHARE_OF_HANDSHAKES;

import io.headwaiter.lab.model.Claim;
import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.model.LoadSpec;
import io.headwaiter.lab.model.Metric;
import io.headwaiter.lab.model.PublishedCurve;
import io.headwaiter.lab.model.Quantity;
import io.headwaiter.lab.model.Rounds;
import io.headwaiter.lab.model.ServerSpec;
import io.headwaiter.lab.model.ShopSpec;
import io.headwaiter.lab.model.Values;
import io.headwaiter.load.LoadOptions;
import io.headwaiter.load.LoadOptionsBuilder;
import io.headwaiter.load.OnFailure;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * Beltran et al. 2004 again: what TLS costs a dynamic site, and how clients change it, against
 * concurrent clients that come again and again. Times are a tenth of the paper's: think time 7 s,
 * patience 10 s, persistence 10 s. A processor of today answers many times as many pages, so it
 * takes as many clients with a tenth of the think time to overload it: up to 2000 here, 3000 there,
 * and 67 threads for them, 100 there. The usual client resumes its TLS session, and asks again in
 * it after a failure.
 */
public final class SslImpact {
  /** Name of the experiment. */
  public static final String NAME = "ssl-impact";

  private static final String TLS = "multithreaded";
  private static final String PLAIN = "multithreaded without TLS";
  private static final String HYBRID = "hybrid";
  private static final List<Integer> CLIENTS = List.of(50, 200, 500, 1000, 2000);
  private static final int MOST = 2000;
  private static final String USUAL = MOST + " clients";
  private static final String NO_REUSE = USUAL + ", no reuse";
  private static final String NEW_CLIENTS = USUAL + ", new after a failure";
  private static final String PAUSING = USUAL + ", new after a pause";
  private static final String PATIENT = USUAL + ", patient";
  private static final Duration AT_ONCE = Duration.ofMillis(10);
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final int BURST = 2;
  private static final int RETRIES = 100;
  private static final String PAPER = "Beltran 2004";
  static final List<Metric> COLUMNS =
      List.of(
          REPLIES_PER_SECOND.asChart(
              // From 250 to 2500 of the paper's clients, of which it takes 3000 to do what 2000 do
              // here.
              PublishedCurve.of(PAPER, TLS).at(200, 1).at(MOST, 1),
              PublishedCurve.of(PAPER, PLAIN).inPartsOf(TLS).at(200, 1).at(MOST, 7)),
          Values.COMPLETED_PER_SECOND,
          Values.MEAN_MILLIS.asChart(),
          Values.TIMEOUTS_PER_SECOND,
          RESUMED_SHARE_OF_HANDSHAKES,
          Values.CORES,
          Values.GENERATOR);

  private SslImpact() {}

  /** Returns the experiment. */
  public static Experiment experiment(boolean quick, Customers all) {
    Customers customers = all.withPageWorkKib(0).withPatience(Duration.ofSeconds(1));
    LoadOptions visits = Visits.browsing(customers).toBuilder().burstRequests(BURST).build();
    return new Experiment(
        NAME,
        "What does TLS cost a dynamic site, and how do its clients change that?",
        servers(),
        Stream.concat(curve(visits), habits(visits).map(load -> load.on(TLS, HYBRID))).toList(),
        ShopSpec.of(customers),
        Architectures.withoutSearch(quick),
        quick ? new Rounds(2, 2) : new Rounds(3, 5),
        customers.seed(),
        COLUMNS,
        Stream.concat(ofTls().stream(), ofHabits(TLS).stream()).toList());
  }

  private static List<ServerSpec> servers() {
    ServerSpec multithreaded = ServerSpec.of(TLS).with("--max-threads", "67");
    return List.of(
        multithreaded,
        multithreaded.named(PLAIN).with("--plain-http"),
        ServerSpec.of(HYBRID).with("--keep-alive-millis", "0"));
  }

  /** Returns the usual clients in growing numbers. */
  static Stream<LoadSpec> curve(LoadOptions visits) {
    return CLIENTS.stream()
        .map(count -> LoadSpec.of(count + " clients", usual(visits, count).build()));
  }

  /** Returns the most clients, with other habits. */
  static Stream<LoadSpec> habits(LoadOptions visits) {
    LoadOptionsBuilder noReuse = usual(visits, MOST).resumeShare(0);
    LoadOptionsBuilder newClients =
        usual(visits, MOST).onFailure(OnFailure.COME_BACK_AS_NEW).retryDelay(AT_ONCE);
    LoadOptionsBuilder pausing =
        usual(visits, MOST).onFailure(OnFailure.COME_BACK_AS_NEW).retryDelay(PAUSE);
    LoadOptionsBuilder patient = usual(visits, MOST).patience(Duration.ZERO);
    return Stream.of(
        LoadSpec.of(NO_REUSE, noReuse.build()),
        LoadSpec.of(NEW_CLIENTS, newClients.build()),
        LoadSpec.of(PAUSING, pausing.build()),
        LoadSpec.of(PATIENT, patient.build()));
  }

  private static LoadOptionsBuilder usual(LoadOptions visits, int clients) {
    return visits.toBuilder()
        .closedPopulation(clients)
        .resumeShare(1)
        .onFailure(OnFailure.RETRY_SAME_SESSION)
        .maxRetries(RETRIES)
        .retryDelay(AT_ONCE);
  }

  private static List<Claim> ofTls() {
    return List.of(
        Claim.atLeast(
            "plain-of-tls",
            "The most replies without TLS are more than with it",
            best(PLAIN).dividedBy(best(TLS)),
            "times",
            1),
        Claim.atMost(
            "tls-loses-more",
            "With " + USUAL + " TLS keeps less of its most replies than plain HTTP does",
            usualOfBestOther(TLS).dividedBy(usualOfBestOther(PLAIN)),
            "times",
            1));
  }

  /** Returns what the paper says of the habits of clients. */
  static List<Claim> ofHabits(String server) {
    return List.of(
        ofUsual(
            server, "no-reuse", "Without reuse of TLS sessions there are fewer replies", NO_REUSE),
        ofUsual(
            server,
            "new-clients",
            "Clients that come back as new ones at once get fewer replies than clients that ask"
                + " again in their session",
            NEW_CLIENTS),
        Claim.atLeast(
            "patient",
            "With infinite patience the replies stay at their maximum",
            replies(server, PATIENT).dividedBy(best(server)),
            "of the most",
            0.9),
        Claim.atLeast(
            "patient-resumed",
            "With infinite patience more handshakes are resumed than by clients that come back as new"
                + " ones",
            Quantity.of(RESUMED_SHARE_OF_HANDSHAKES, server, PATIENT)
                .dividedBy(Quantity.of(RESUMED_SHARE_OF_HANDSHAKES, server, NEW_CLIENTS)),
            "times",
            1),
        Claim.atMost(
            "at-once",
            "Clients that come back as new ones at once get fewer replies than clients that pause"
                + " before",
            replies(server, NEW_CLIENTS).dividedBy(replies(server, PAUSING)),
            "times",
            1));
  }

  private static Claim ofUsual(String server, String id, String words, String load) {
    return Claim.atMost(
        id, words, replies(server, load).dividedBy(replies(server, USUAL)), "of the usual", 1);
  }

  private static Quantity replies(String server, String load) {
    return Quantity.of(REPLIES_PER_SECOND, server, load);
  }

  private static Quantity usualOfBestOther(String server) {
    Quantity.Series usual = new Quantity.Series(server, USUAL);
    return Quantity.ofBestOther(REPLIES_PER_SECOND, REPLIES_PER_SECOND, usual, curve(server));
  }

  private static Quantity best(String server) {
    return Quantity.best(REPLIES_PER_SECOND, curve(server));
  }

  private static List<Quantity.Series> curve(String server) {
    return CLIENTS.stream().map(n -> new Quantity.Series(server, n + " clients")).toList();
  }
}
