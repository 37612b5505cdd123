package io.headwaiter.lab.study;

import static io.headwaiter.lab.model.Values.COMPLETED_OR_ONE_PER_SECOND;
import static io.headwaiter.lab.model.Values.COMPLETED_PER_SECOND;
import static io.headwaiter.lab.model.Values.MEAN_HANDSHAKE_MILLIS;
import static io.headwaiter.lab.model.Values.MEAN_MILLIS;
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
import io.headwaiter.load.workload.EndReading;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * Guitart et al. 2007 again, on one processor: the multithreaded server without admission control,
 * with the published formula and with the adaptive controller, against new clients per second.
 * Times are a tenth of the paper's: think time 7 s, patience 10 s, connection persistence 10 s. The
 * 100 threads are not scaled: a processor of today answers about seven times as many pages a
 * second, so with a tenth of the times about as many connections wait for a next page. 1x is what
 * the server without control serves at most. With a key of RSA-4096 a full handshake costs as many
 * pages as it did in the paper.
 */
public final class Scalability {
  /** Name of the experiment. */
  public static final String NAME = "scalability";

  static final String NONE = "multithreaded";
  private static final String DEAR = "multithreaded, RSA-4096";
  static final String FORMULA = "formula";
  static final String ADAPTIVE = "adaptive";
  private static final String BELOW = "0.5x";
  private static final String FULL = "1x";
  private static final String BEYOND = "2x";
  private static final String FAR_BEYOND = "5x";
  private static final String SHORT = "5x, short sessions";
  private static final String LONG = "5x, long sessions";
  private static final double SHORT_PAGES = 3;
  private static final double LONG_PAGES = 20;
  private static final String PAPER = "Guitart 2007";
  // 90 replies a second at most, and 13 when overloaded.
  private static final double OVERLOADED = 13.0 / 90;
  static final List<Metric> COLUMNS =
      List.of(
          Values.OFFERED_PER_SECOND,
          REPLIES_PER_SECOND.asChart(
              PublishedCurve.of(PAPER, NONE)
                  .at(0.5, 0.5)
                  .at(1, 1)
                  .at(2, OVERLOADED)
                  .at(5, OVERLOADED),
              PublishedCurve.of(PAPER, FORMULA).at(1, 1).at(5, 1)),
          COMPLETED_PER_SECOND.asChart(),
          Values.COMPLETED_LENGTH,
          MEAN_MILLIS.asChart(),
          MEAN_HANDSHAKE_MILLIS,
          Values.MEAN_CONNECTION_MILLIS,
          Values.TIMEOUTS_PER_SECOND,
          Values.REFUSED_PER_SECOND,
          RESUMED_SHARE_OF_HANDSHAKES,
          Values.CORES,
          Values.GENERATOR);

  private Scalability() {}

  /** Returns the experiment. */
  public static Experiment experiment(boolean quick, Customers all) {
    Customers customers = all.withPageWorkKib(0).withPatience(Duration.ofSeconds(1));
    LoadOptions visits = Visits.browsing(customers).toBuilder().resumeShare(1).build();
    return new Experiment(
        NAME,
        "Does admission control keep a multithreaded server at its maximum?",
        servers(),
        Stream.concat(
                curve(visits).stream(),
                Stream.of(ofLength(SHORT, SHORT_PAGES, visits), ofLength(LONG, LONG_PAGES, visits)))
            .toList(),
        ShopSpec.of(customers),
        Architectures.timing(quick),
        quick ? new Rounds(2, 2) : new Rounds(3, 4),
        customers.seed(),
        COLUMNS,
        Stream.of(uncontrolled(NONE), List.of(dear()), controlled(), compared())
            .flatMap(List::stream)
            .toList());
  }

  /** Returns the loads below and beyond what a server carries. */
  static List<LoadSpec> curve(LoadOptions visits) {
    return List.of(
        LoadSpec.times(BELOW, 0.5, visits),
        LoadSpec.times(FULL, 1, visits),
        LoadSpec.times(BEYOND, 2, visits),
        LoadSpec.times(FAR_BEYOND, 5, visits));
  }

  /** As many pages a second as at 5x, in sessions of another mean length. */
  private static LoadSpec ofLength(String name, double pages, LoadOptions visits) {
    LoadOptions other =
        visits.toBuilder().endReading(EndReading.FITTED).meanRequests(pages).build();
    return LoadSpec.times(name, 5 * Visits.PAGES_PER_VISIT / pages, other).on(NONE, FORMULA);
  }

  /** Returns all servers. */
  static List<ServerSpec> servers() {
    ServerSpec multithreaded = ServerSpec.of(NONE).with("--max-threads", "100");
    ServerSpec behindDoor = multithreaded.with("--tls", "jsse", "--admin-port", "0");
    return List.of(
        multithreaded,
        multithreaded.named(DEAR).withKey("RSA-4096"),
        behindDoor.named(FORMULA).withFormulaCosts(),
        behindDoor.named(ADAPTIVE).with("--admission", ADAPTIVE),
        ServerSpec.headwaiter().with("--tls", "jsse"));
  }

  /** Returns what the paper says of a server without admission control. */
  static List<Claim> uncontrolled(String server) {
    return List.of(
        Claim.atMost(
            "overloaded-replies",
            "At 5x the server without control replies less than at its maximum",
            ofMaximum(server, FAR_BEYOND),
            "of its maximum",
            1),
        Claim.atLeast(
            "overloaded-response",
            "From 0.5x to 5x the response time of the server without control rises",
            fromBelow(MEAN_MILLIS, server),
            "times",
            1),
        Claim.atLeast(
            "overloaded-handshake",
            "From 0.5x to 5x the handshakes of the server without control take longer",
            fromBelow(MEAN_HANDSHAKE_MILLIS, server),
            "times",
            1),
        Claim.atMost(
            "overloaded-completed",
            "At 5x the server without control completes fewer sessions than at its best other load",
            ofBestOther(COMPLETED_PER_SECOND, COMPLETED_OR_ONE_PER_SECOND, server, FAR_BEYOND),
            "of its best",
            1),
        Claim.atMost(
            "overloaded-resumed",
            "From 0.5x to 5x the share of resumed handshakes falls without control",
            fromBelow(RESUMED_SHARE_OF_HANDSHAKES, server),
            "of the share below overload",
            1));
  }

  private static Claim dear() {
    return Claim.atMost(
        "overloaded-replies-rsa-4096",
        "With RSA-4096 and without control the server replies less when overloaded than at its maximum",
        ofMaximum(DEAR, FAR_BEYOND),
        "of its maximum",
        1);
  }

  private static List<Claim> controlled() {
    return List.of(
        Claim.atLeast(
            "controlled-replies",
            "At 5x the published formula keeps the replies at the server's maximum",
            ofMaximum(FORMULA, FAR_BEYOND),
            "of its maximum",
            0.9),
        Claim.atMost(
            "controlled-response",
            "At 5x the response time with the published formula is shorter than without control",
            ofNone(MEAN_MILLIS, FAR_BEYOND),
            "times",
            1),
        completes("controlled-completed", "the published formula", FORMULA, FAR_BEYOND),
        completes("controlled-completed-2x", "the published formula", FORMULA, BEYOND),
        Claim.atLeast(
            "controlled-resumed",
            "From 0.5x to 5x the share of resumed handshakes stays with the published formula",
            fromBelow(RESUMED_SHARE_OF_HANDSHAKES, FORMULA),
            "of the share below overload",
            0.9));
  }

  private static List<Claim> compared() {
    return List.of(
        Claim.atLeast(
            "controlled-below",
            "At 0.5x the published formula replies as much as the server without control",
            ofNone(REPLIES_PER_SECOND, BELOW),
            "of the uncontrolled",
            0.95),
        Claim.atLeast(
            "gain-of-long-sessions",
            "At 5x the published formula gains more completed sessions with long sessions than with short"
                + " ones",
            ofNone(COMPLETED_OR_ONE_PER_SECOND, LONG)
                .dividedBy(ofNone(COMPLETED_OR_ONE_PER_SECOND, SHORT)),
            "times",
            1),
        completes("adaptive-completed", "the adaptive controller", ADAPTIVE, FAR_BEYOND),
        Claim.atLeast(
            "adaptive-of-formula",
            "At 5x the adaptive controller completes as many sessions as the published formula",
            completed(ADAPTIVE, FAR_BEYOND).dividedBy(completed(FORMULA, FAR_BEYOND)),
            "of the formula's",
            1));
  }

  private static Claim completes(String id, String who, String server, String load) {
    return Claim.atLeast(
        id,
        "At %s %s completes as many sessions as at its best other load".formatted(load, who),
        ofBestOther(COMPLETED_PER_SECOND, COMPLETED_OR_ONE_PER_SECOND, server, load),
        "of its best",
        0.9);
  }

  private static Quantity ofNone(Metric metric, String load) {
    return Quantity.of(metric, FORMULA, load).dividedBy(Quantity.of(metric, NONE, load));
  }

  private static Quantity ofMaximum(String server, String load) {
    return ofBestOther(REPLIES_PER_SECOND, REPLIES_PER_SECOND, server, load);
  }

  private static Quantity completed(String server, String load) {
    return Quantity.of(COMPLETED_PER_SECOND, server, load);
  }

  /** Returns a figure under a load, of the best under the other loads. */
  static Quantity ofBestOther(Metric metric, Metric divisor, String server, String load) {
    return Quantity.ofBestOther(metric, divisor, new Quantity.Series(server, load), all(server));
  }

  private static Quantity fromBelow(Metric metric, String server) {
    return Quantity.of(metric, server, FAR_BEYOND).dividedBy(Quantity.of(metric, server, BELOW));
  }

  /** Returns a server under each load of the curve. */
  static List<Quantity.Series> all(String server) {
    return Stream.of(BELOW, FULL, BEYOND, FAR_BEYOND)
        .map(load -> new Quantity.Series(server, load))
        .toList();
  }
}
