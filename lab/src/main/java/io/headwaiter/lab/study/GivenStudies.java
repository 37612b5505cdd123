package io.headwaiter.lab.study;

import io.headwaiter.lab.model.Claim;
import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.model.GivenServer;
import io.headwaiter.lab.model.LoadSpec;
import io.headwaiter.lab.model.Metric;
import io.headwaiter.lab.model.Quantity;
import io.headwaiter.lab.model.Rounds;
import io.headwaiter.lab.model.ServerSpec;
import io.headwaiter.lab.model.ShopSpec;
import io.headwaiter.lab.model.Timing;
import io.headwaiter.lab.model.Values;
import io.headwaiter.load.LoadOptions;
import io.headwaiter.load.workload.PageFiles;
import io.headwaiter.load.workload.PlainWorkload;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** The load side of experiments, for a server that runs already and may be anybody's. */
public final class GivenStudies {
  /** Names of the experiments that can be made with such a server. */
  public static final List<String> NAMES =
      List.of(Scalability.NAME, SslImpact.NAME, HandshakeCost.NAME);

  private static final String FULL = "a full handshake a page";
  private static final String RESUMED = "a resumed handshake a page";
  private static final String KEPT = "kept connections";
  // A quarter of what the experiment gives to its own servers: nothing is known of this one.
  private static final double PAGES_PER_SECOND = 25;
  private static final int PAGES = 20;
  private static final Metric REPLIES =
      Metric.higher("replies", "pages", o -> o.value(Values.REPLIES));

  private GivenStudies() {}

  /**
   * Returns an experiment.
   *
   * @param name one of {@link #NAMES}
   * @throws IllegalArgumentException with a sentence, if it is not
   */
  public static Experiment of(String name, GivenServer server, boolean quick, Customers customers) {
    return switch (name) {
      case Scalability.NAME -> curve(server, quick, customers);
      case SslImpact.NAME -> habits(server, quick, customers);
      case HandshakeCost.NAME -> handshakes(server, quick, customers);
      default ->
          throw new IllegalArgumentException(
              "The experiment %s starts its own servers; with --target there are %s."
                  .formatted(name, String.join(", ", NAMES)));
    };
  }

  private static Experiment curve(GivenServer server, boolean quick, Customers customers) {
    return new Experiment(
        Scalability.NAME,
        "How much does this server carry, and what is left of it when more come?",
        List.of(ServerSpec.given(server)),
        Scalability.curve(Visits.to(server, customers)),
        ShopSpec.UNKNOWN,
        Architectures.timing(quick),
        rounds(quick),
        customers.seed(),
        Scalability.COLUMNS,
        Scalability.uncontrolled(server.name()));
  }

  private static Experiment habits(GivenServer server, boolean quick, Customers customers) {
    LoadOptions visits = Visits.to(server, customers);
    return new Experiment(
        SslImpact.NAME,
        "How do the habits of its clients change what this server does?",
        List.of(ServerSpec.given(server)),
        Stream.concat(SslImpact.curve(visits), SslImpact.habits(visits)).toList(),
        ShopSpec.UNKNOWN,
        Architectures.withoutSearch(quick),
        rounds(quick),
        customers.seed(),
        SslImpact.COLUMNS,
        SslImpact.ofHabits(server.name()));
  }

  private static Experiment handshakes(GivenServer server, boolean quick, Customers customers) {
    LoadOptions visits = Visits.to(server, customers);
    return new Experiment(
        HandshakeCost.NAME,
        "What does a handshake cost this server?",
        List.of(ServerSpec.given(server)),
        List.of(
            pages(FULL, 1, /* kept= */ false, server, visits),
            pages(RESUMED, PAGES, /* kept= */ false, server, visits),
            pages(KEPT, PAGES, /* kept= */ true, server, visits)),
        ShopSpec.UNKNOWN,
        quick
            ? Timing.ofMillis(1000, 4000, 300, 2000, 2, 2)
            : Timing.ofMillis(2000, 15_000, 700, 3000, 3, 3),
        quick ? new Rounds(2, 2) : new Rounds(6, 10),
        customers.seed(),
        List.of(
            Values.CPU_MILLIS_PER_PAGE,
            HandshakeCost.FULL_HANDSHAKES,
            HandshakeCost.RESUMED_HANDSHAKES,
            HandshakeCost.CPU),
        ofHandshakes(server.name(), Visits.pages(visits)));
  }

  /** As many pages a second each, in visits of some length, on connections of their own or not. */
  private static LoadSpec pages(
      String name, int length, boolean kept, GivenServer server, LoadOptions visits) {
    List<String> first = server.asked().pages().subList(0, 1);
    return LoadSpec.of(
        name,
        visits.toBuilder()
            .plain(new PlainWorkload(length, /* fixedLength= */ true, first, PageFiles.NONE))
            .newConnectionPerRequest(!kept)
            .thinkMean(millis(50))
            .thinkScale(1)
            .patience(Duration.ofSeconds(10))
            .ratePerSecond(PAGES_PER_SECOND / length)
            .build());
  }

  private static List<Claim> ofHandshakes(String server, double pagesPerVisit) {
    return List.of(
        Claim.atLeast(
            "full-of-resumed",
            "A full handshake costs more CPU time than a resumed one",
            costs(server, c -> c.full() / c.resumed()),
            "times",
            1),
        Claim.atLeast(
            "full-of-page",
            "A full handshake costs more CPU time than the page",
            costs(server, c -> c.full() / c.page()),
            "pages",
            1),
        Claim.atMost(
            "handshake-of-visit",
            "Of a visit's CPU time its full handshake takes less than half",
            costs(server, c -> c.full() / (c.full() + pagesPerVisit * c.page())),
            "of a visit",
            0.5));
  }

  /** CPU seconds of a handshake of each kind, with connecting and closing, and of a page. */
  private record Costs(double full, double resumed, double page) {
    /** A figure that follows from them. */
    @FunctionalInterface
    interface Figure {
      double of(Costs costs);
    }
  }

  /**
   * Solves, with C the CPU time, f, r and n the full handshakes, resumed ones and pages under each
   * load:
   *
   * <pre>
   *   F = C1 / f1                          a connection with a full handshake and one page
   *   R = (C2 - f2 F) / r2                 the same with a resumed one
   *   P = (C3 - f3 F) / (n3 - f3)          a page on a kept connection
   *   full = F - P     resumed = R - P     page = P
   * </pre>
   *
   * <p>Worked: F = 4 ms, R = 1.4 ms and P = 1 ms make a full handshake 3 ms and a resumed one 0.4.
   */
  private static Quantity costs(String server, Costs.Figure figure) {
    return Quantity.combined(
        of -> {
          double full = of[0] / of[1];
          double resumed = (of[2] - of[3] * full) / of[4];
          double page = (of[5] - of[6] * full) / (of[7] - of[6]);
          return figure.of(new Costs(full - page, resumed - page, page));
        },
        Quantity.of(HandshakeCost.CPU, server, FULL),
        Quantity.of(HandshakeCost.FULL_HANDSHAKES, server, FULL),
        Quantity.of(HandshakeCost.CPU, server, RESUMED),
        Quantity.of(HandshakeCost.FULL_HANDSHAKES, server, RESUMED),
        Quantity.of(HandshakeCost.RESUMED_HANDSHAKES, server, RESUMED),
        Quantity.of(HandshakeCost.CPU, server, KEPT),
        Quantity.of(HandshakeCost.FULL_HANDSHAKES, server, KEPT),
        Quantity.of(REPLIES, server, KEPT));
  }

  private static Rounds rounds(boolean quick) {
    return quick ? new Rounds(2, 2) : new Rounds(3, 5);
  }

  private static Duration millis(long millis) {
    return Duration.ofMillis(millis);
  }
}
