package io.headwaiter.lab.study;

import static io.headwaiter.lab.model.Values.COMPLETED_LENGTH;
import static io.headwaiter.lab.model.Values.COMPLETED_OR_ONE_PER_SECOND;
import static io.headwaiter.lab.model.Values.COMPLETED_PER_SECOND;
import static io.headwaiter.lab.model.Values.MEAN_MILLIS;
import static io.headwaiter.lab.model.Values.REPLIES_PER_SECOND;
import static io.headwaiter.lab.model.Values.TIMEOUTS_PER_SECOND;

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
import io.headwaiter.lab.model.Timing;
import io.headwaiter.lab.model.Values;
import io.headwaiter.load.LoadOptions;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * Beltran et al. 2005 again: a multithreaded server, a hybrid one and others, with and without TLS,
 * against new clients per second. Times and threads are a tenth of the paper's: think time 7 s,
 * patience 10 s, connection persistence 3 s, 100 threads. 1x is what the multithreaded server with
 * TLS serves at most. Pages have no work beyond their queries, so that a full handshake costs as
 * much as ten to sixteen of them, as it did there.
 */
public final class Architectures {
  /** Name of the experiment. */
  public static final String NAME = "architectures";

  private static final String MULTITHREADED = "multithreaded";
  private static final String HYBRID = "hybrid";
  private static final String PLAIN = " without TLS";
  private static final String BELOW = "0.5x";
  private static final String SATURATED = "1x";
  private static final String BEYOND = "2x";
  private static final String FAR_BEYOND = "4x";
  private static final List<Metric> COLUMNS =
      List.of(
          Values.OFFERED_PER_SECOND,
          REPLIES_PER_SECOND.asChart(
              PublishedCurve.of("Beltran 2005", HYBRID)
                  .inPartsOf(MULTITHREADED)
                  .at(1, 1.5)
                  .at(4, 1.5)),
          COMPLETED_PER_SECOND.asChart(),
          COMPLETED_LENGTH.asChart(),
          MEAN_MILLIS.asChart(),
          TIMEOUTS_PER_SECOND.asChart(),
          Values.RESUMED_SHARE_OF_HANDSHAKES,
          Values.CORES,
          Values.GENERATOR);

  private Architectures() {}

  /** Returns the experiment. */
  public static Experiment experiment(boolean quick, Customers all) {
    Customers customers = all.withPageWorkKib(0).withPatience(Duration.ofSeconds(1));
    LoadOptions visits = Visits.browsing(customers).toBuilder().resumeShare(1).build();
    String[] secure = {MULTITHREADED, HYBRID, "event", ServerSpec.HEADWAITER};
    return new Experiment(
        NAME,
        "Does a worker for each connection carry less than a hybrid server?",
        servers(),
        List.of(
            LoadSpec.times(BELOW, 0.5, visits).on(secure),
            LoadSpec.times(SATURATED, 1, visits).on(secure),
            LoadSpec.times(BEYOND, 2, visits).on(secure),
            LoadSpec.times(FAR_BEYOND, 4, visits)),
        ShopSpec.of(customers),
        timing(quick),
        quick ? new Rounds(2, 2) : new Rounds(3, 5),
        customers.seed(),
        COLUMNS,
        Stream.concat(ofReplies().stream(), ofSessions().stream()).toList());
  }

  private static List<ServerSpec> servers() {
    ServerSpec multithreaded =
        ServerSpec.of(MULTITHREADED).with("--max-threads", "10", "--keep-alive-millis", "300");
    ServerSpec hybrid = ServerSpec.of(HYBRID).with("--keep-alive-millis", "0");
    return List.of(
        multithreaded,
        hybrid,
        ServerSpec.of("event").with("--keep-alive-millis", "0"),
        ServerSpec.headwaiter().with("--tls", "jsse"),
        multithreaded.named(MULTITHREADED + PLAIN).with("--plain-http"),
        hybrid.named(HYBRID + PLAIN).with("--plain-http"));
  }

  private static List<Claim> ofReplies() {
    return List.of(
        Claim.atLeast(
            "hybrid-replies",
            "At 1x hybrid replies more than multithreaded",
            times(REPLIES_PER_SECOND, SATURATED),
            "times",
            1),
        Claim.atLeast(
            "hybrid-completed",
            "At 2x hybrid completes more sessions than multithreaded",
            times(COMPLETED_OR_ONE_PER_SECOND, BEYOND),
            "times",
            1),
        Claim.atLeast(
            "hybrid-response",
            "At 2x the mean response time of hybrid is longer than that of multithreaded",
            times(MEAN_MILLIS, BEYOND),
            "times",
            1));
  }

  private static List<Claim> ofSessions() {
    return List.of(
        Claim.atMost(
            "multithreaded-length",
            "From 0.5x to 2x completed sessions get shorter with multithreaded, compared with hybrid",
            shrinks(MULTITHREADED).dividedBy(shrinks(HYBRID)),
            "times",
            1),
        Claim.atLeast(
            "multithreaded-timeouts",
            "At 2x clients of multithreaded time out more often than clients of hybrid",
            Quantity.combined(
                of -> of[0] - of[1],
                Quantity.of(TIMEOUTS_PER_SECOND, MULTITHREADED, BEYOND),
                Quantity.of(TIMEOUTS_PER_SECOND, HYBRID, BEYOND)),
            "timeouts/s more",
            0),
        Claim.atLeast(
            "tls-costs-multithreaded-more",
            "At 4x TLS costs multithreaded a larger factor of its completed sessions than hybrid",
            costOfTls(MULTITHREADED).dividedBy(costOfTls(HYBRID)),
            "times",
            1),
        Claim.atLeast(
            "hybrid-below-saturation",
            "At 0.5x hybrid replies more than multithreaded",
            times(REPLIES_PER_SECOND, BELOW),
            "times",
            1));
  }

  /** Hybrid's figure divided by multithreaded's. */
  private static Quantity times(Metric metric, String load) {
    return Quantity.of(metric, HYBRID, load).dividedBy(Quantity.of(metric, MULTITHREADED, load));
  }

  private static Quantity shrinks(String server) {
    return Quantity.of(COMPLETED_LENGTH, server, BEYOND)
        .dividedBy(Quantity.of(COMPLETED_LENGTH, server, BELOW));
  }

  private static Quantity costOfTls(String server) {
    return Quantity.of(COMPLETED_PER_SECOND, server + PLAIN, FAR_BEYOND)
        .dividedBy(Quantity.of(COMPLETED_OR_ONE_PER_SECOND, server, FAR_BEYOND));
  }

  /** Times of the experiments that repeat the papers, whose sessions take six seconds. */
  static Timing timing(boolean quick) {
    return quick
        ? withoutSearch(quick).searchingMillis(2000, 1500, /* coarse= */ true)
        : withoutSearch(quick).searchingMillis(6000, 4000, /* coarse= */ false);
  }

  /** The same of one without a 1x. */
  static Timing withoutSearch(boolean quick) {
    return quick
        ? Timing.ofMillis(2000, 3000, 500, 1500, 4, 2)
        : Timing.ofMillis(14_000, 14_000, 2000, 2500, 6, 8);
  }
}
