package io.headwaiter.lab.study;

import static io.headwaiter.lab.model.Values.COMPLETED_OR_ONE_PER_SECOND;
import static io.headwaiter.lab.model.Values.COMPLETED_PER_SECOND;
import static io.headwaiter.lab.model.Values.REPLIES_PER_SECOND;

import io.headwaiter.lab.model.Claim;
import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.model.LoadSpec;
import io.headwaiter.lab.model.Metric;
import io.headwaiter.lab.model.Quantity;
import io.headwaiter.lab.model.Rounds;
import io.headwaiter.lab.model.ServerSpec;
import io.headwaiter.lab.model.ShopSpec;
import io.headwaiter.lab.model.Timing;
import io.headwaiter.lab.model.Values;
import io.headwaiter.load.LoadOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Whether a verdict of {@link Scalability} and {@link Architectures} depends on the scaling of
 * time: the overloaded servers with a tenth of the papers' times, and with all of them, which are a
 * think time of 7 s, a patience of 10 s and a connection persistence of 10 s. Threads go with the
 * times, since a thread is held for as long. The key is RSA-4096, so that 20,000 descriptors are
 * enough for the visits that are under way. Both have the same 1x, which is searched with scaled
 * times.
 */
public final class Unscaled {
  /** Name of the experiment. */
  public static final String NAME = "unscaled";

  private static final String TENTH = "a tenth of the times";
  private static final String ALL = "all of the times";
  private static final String MULTITHREADED = "multithreaded";
  private static final String HYBRID = "hybrid";
  private static final String FORMULA = "formula";
  private static final double TENTH_SCALE = 0.1;
  private static final double OVERLOAD = 5;
  private static final int THREADS = 1000;
  private static final long PERSISTENCE_MILLIS = 10_000;
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final List<Metric> COLUMNS =
      List.of(
          Values.OFFERED_PER_SECOND,
          REPLIES_PER_SECOND,
          COMPLETED_PER_SECOND,
          Values.COMPLETED_LENGTH,
          Values.MEAN_MILLIS,
          Values.TIMEOUTS_PER_SECOND,
          Values.REFUSED_PER_SECOND,
          Values.RESUMED_SHARE_OF_HANDSHAKES,
          Values.CORES,
          Values.GENERATOR);

  private Unscaled() {}

  /** Returns the experiment; a quick one is too short for visits of a minute. */
  public static Experiment experiment(boolean quick, Customers all) {
    Customers customers = all.withPageWorkKib(0);
    List<ServerSpec> servers = new ArrayList<>(servers(TENTH, TENTH_SCALE));
    servers.addAll(servers(ALL, 1));
    return new Experiment(
        NAME,
        "Does it change a verdict that times are scaled?",
        servers,
        Stream.concat(loads(TENTH, TENTH_SCALE, customers), loads(ALL, 1, customers)).toList(),
        ShopSpec.of(customers),
        quick
            ? Architectures.timing(quick)
            : Timing.ofMillis(60_000, 30_000, 3000, 2500, 6, 4)
                .searchingMillis(6000, 4000, /* coarse= */ true),
        quick ? new Rounds(2, 2) : new Rounds(3, 3),
        customers.seed(),
        COLUMNS,
        Stream.of(TENTH, ALL).flatMap(Unscaled::claims).toList());
  }

  private static List<ServerSpec> servers(String times, double scale) {
    String persistence = Long.toString(Math.round(PERSISTENCE_MILLIS * scale));
    ServerSpec multithreaded =
        ServerSpec.of(MULTITHREADED)
            .named(name(MULTITHREADED, times))
            .with("--max-threads", Long.toString(Math.round(THREADS * scale)))
            .with("--keep-alive-millis", persistence)
            .withKey("RSA-4096");
    return List.of(
        multithreaded,
        ServerSpec.of(HYBRID)
            .named(name(HYBRID, times))
            .with("--keep-alive-millis", "0")
            .withKey("RSA-4096"),
        multithreaded
            .named(name(FORMULA, times))
            .with("--tls", "jsse", "--admin-port", "0")
            .withFormulaCosts());
  }

  private static Stream<LoadSpec> loads(String times, double scale, Customers customers) {
    Duration patience = Duration.ofMillis(Math.round(PATIENCE.toMillis() * scale));
    Customers clients = customers.withThinkScale(scale).withPatience(patience);
    LoadOptions visits = Visits.browsing(clients).toBuilder().resumeShare(1).build();
    return Stream.of(
        LoadSpec.times(full(times), 1, visits).on(name(MULTITHREADED, times)),
        LoadSpec.times(overload(times), OVERLOAD, visits)
            .on(name(MULTITHREADED, times), name(HYBRID, times), name(FORMULA, times)));
  }

  private static Stream<Claim> claims(String times) {
    String id = times.equals(ALL) ? "all" : "tenth";
    return Stream.of(
        Claim.atMost(
            "overloaded-replies-" + id,
            "With %s the overloaded multithreaded server replies less than at 1x".formatted(times),
            of(REPLIES_PER_SECOND, MULTITHREADED, times)
                .dividedBy(
                    Quantity.of(REPLIES_PER_SECOND, name(MULTITHREADED, times), full(times))),
            "of 1x",
            1),
        ofMultithreaded(
            "hybrid-replies-" + id,
            "With %s the overloaded hybrid server replies more than multithreaded",
            REPLIES_PER_SECOND,
            HYBRID,
            times),
        ofMultithreaded(
            "hybrid-completed-" + id,
            "With %s the overloaded hybrid server completes more sessions than multithreaded",
            COMPLETED_OR_ONE_PER_SECOND,
            HYBRID,
            times),
        ofMultithreaded(
            "formula-completed-" + id,
            "With %s the published formula completes more sessions than no control",
            COMPLETED_OR_ONE_PER_SECOND,
            FORMULA,
            times));
  }

  private static Claim ofMultithreaded(
      String id, String words, Metric metric, String server, String times) {
    return Claim.atLeast(
        id,
        words.formatted(times),
        of(metric, server, times).dividedBy(of(metric, MULTITHREADED, times)),
        "times",
        1);
  }

  private static Quantity of(Metric metric, String server, String times) {
    return Quantity.of(metric, name(server, times), overload(times));
  }

  private static String name(String server, String times) {
    return server + ", " + times;
  }

  private static String full(String times) {
    return "1x, " + times;
  }

  private static String overload(String times) {
    return "5x, " + times;
  }
}
