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
import io.headwaiter.lab.model.Timing;
import io.headwaiter.lab.model.Values;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Customers that Headwaiter's law was not written for, beside the stock server at its best. There
 * are four kinds of visits, three costs of a page and two patiences. 1x is found for each kind and
 * cost. The flood is 20x, of machine clients 10x. A claim is about all loads, so about the one in
 * which it is worst.
 */
public final class Foreign {
  /** Name of the experiment. */
  public static final String NAME = "foreign";

  private static final String TARGETS = "delay-targets";

  /** Names of the parts, in the order they run. */
  public static final List<String> NAMES =
      List.of("kept", "reconnecting", "browser", "machine", TARGETS);

  private static final String OURS = ServerSpec.HEADWAITER;
  private static final String STOCK = ServerSpec.STOCK;
  private static final List<Integer> PATIENCE_SECONDS = List.of(1, 10);
  private static final double LEAST_OF_STOCK = 0.90;
  private static final double LEAST_OF_OWN_BEST = 0.97;
  private static final double LEAST_BUSY = 0.95;
  private static final double P99_MILLIS = 150;

  /** What a page costs the server: its name in the figures, and KiB that it hashes. */
  private enum Page {
    /** About 0.5 ms. */
    LIGHT(500),
    /** About 2 ms; the only one for which there is a bound on the p99. */
    USUAL(3000),
    /** About 6 ms. */
    HEAVY(11_000);

    private final int kib;

    Page(int kib) {
      this.kib = kib;
    }
  }

  private final boolean quick;
  private final Customers customers;

  private Foreign(boolean quick, Customers customers) {
    this.quick = quick;
    this.customers = customers.withThinkScale(1); // the server keeps idle connections as usual
  }

  /**
   * Returns the experiments of a part. A quick one has the usual page, the patience of one second
   * and the loads 2x and the flood only.
   *
   * @param part one of {@link #NAMES}
   */
  public static List<Experiment> experiments(String part, boolean quick, Customers customers) {
    Foreign foreign = new Foreign(quick, customers);
    if (part.equals(TARGETS)) {
      return List.of(foreign.targets());
    }
    Crowd crowd = Crowd.valueOf(part.toUpperCase(Locale.ROOT));
    List<Page> pages = quick ? List.of(Page.USUAL) : List.of(Page.values());
    return pages.stream().map(page -> foreign.experiment(crowd, page)).toList();
  }

  private Experiment experiment(Crowd crowd, Page page) {
    List<LoadSpec> loads = new ArrayList<>();
    for (int seconds : patiences()) {
      loads.add(load(crowd, 1, seconds).on(STOCK));
      factors(crowd).forEach(factor -> loads.add(load(crowd, factor, seconds).on(OURS)));
    }
    String name =
        crowd.name().toLowerCase(Locale.ROOT) + "-" + page.name().toLowerCase(Locale.ROOT);
    return experiment(
        name,
        "What do customers get that the law was not written for?",
        crowd,
        page,
        List.of(ServerSpec.stock(), ServerSpec.headwaiter().with("--tls", "jsse")),
        loads,
        claims(name, crowd, page));
  }

  /** Kept connections to servers that let a queue grow to different lengths. */
  private Experiment targets() {
    List<Integer> millis = quick ? List.of(30, 250) : List.of(10, 20, 30, 50, 100, 250);
    List<ServerSpec> servers = new ArrayList<>(List.of(ServerSpec.stock()));
    millis.forEach(target -> servers.add(withTarget(target)));
    String[] ours = servers.stream().skip(1).map(ServerSpec::name).toArray(String[]::new);
    List<LoadSpec> loads = new ArrayList<>(List.of(load(Crowd.KEPT, 1, 1).on(STOCK)));
    patiences().forEach(seconds -> loads.add(load(Crowd.KEPT, 5, seconds).on(ours)));
    Metric visits = Crowd.KEPT.visitsByPages();
    List<Claim> claims = new ArrayList<>();
    for (int seconds : patiences()) {
      claims.add(
          Claim.atLeast(
              "delay-targets-default-" + seconds + "s",
              "With the default target Headwaiter completes at least 0.95 of what the best of the"
                  + " targets completes; clients wait %d s".formatted(seconds),
              Quantity.of(visits, withTarget(30).name(), name(5, seconds))
                  .dividedBy(Quantity.best(visits, List.of(ours), name(5, seconds))),
              "of the best",
              0.95));
    }
    return experiment(
        TARGETS, "What does a longer queue bring?", Crowd.KEPT, Page.USUAL, servers, loads, claims);
  }

  private static ServerSpec withTarget(int millis) {
    return ServerSpec.headwaiter()
        .named("headwaiter, %d ms".formatted(millis))
        .with("--tls", "jsse", "--queue-delay-target-millis", Integer.toString(millis));
  }

  private Experiment experiment(
      String name,
      String question,
      Crowd crowd,
      Page page,
      List<ServerSpec> servers,
      List<LoadSpec> loads,
      List<Claim> claims) {
    return new Experiment(
        name,
        question,
        servers,
        loads,
        ShopSpec.of(customers.withPageWorkKib(page.kib)),
        timing(crowd),
        quick ? new Rounds(2, 2) : new Rounds(3, 4),
        customers.seed(),
        List.of(
            Values.OFFERED_PER_SECOND,
            Values.COMPLETED_PER_SECOND,
            crowd.visitsByPages(),
            Values.P50_MILLIS,
            Values.P99_MILLIS,
            Values.REFUSED_PER_SECOND,
            Values.BROKEN_OR_TIMED_OUT,
            Values.CORES),
        claims);
  }

  private List<Claim> claims(String name, Crowd crowd, Page page) {
    List<Claim> claims = new ArrayList<>();
    claims.add(
        Claim.eachAtLeast(
            name + "-completed",
            "In the worst overload Headwaiter completes at least 0.90 of the stock server's best",
            ofStock(crowd),
            "of stock's best",
            LEAST_OF_STOCK));
    claims.add(
        Claim.eachAtLeast(
            name + "-of-own-best",
            "At %dx Headwaiter completes at least 0.97 of its best other load"
                .formatted(crowd.floodFactor()),
            ofOwnBest(crowd),
            "of its best",
            LEAST_OF_OWN_BEST));
    claims.add(
        Claim.eachAtLeast(
            name + "-busy",
            "The processor is busy while visits are refused",
            overloads(crowd, Values.CORES),
            "of the processor",
            LEAST_BUSY));
    if (page == Page.USUAL) {
      claims.add(
          Claim.eachAtMost(
              name + "-p99",
              "In the worst overload the p99 response time stays below 150 ms",
              overloads(crowd, Values.P99_MILLIS),
              "ms",
              P99_MILLIS));
    }
    return claims;
  }

  private List<Quantity> ofStock(Crowd crowd) {
    Metric visits = crowd.visitsByPages();
    List<Quantity> all = new ArrayList<>();
    for (int seconds : patiences()) {
      Quantity stock = Quantity.of(visits, STOCK, name(1, seconds));
      overloads(crowd, visits, seconds).forEach(ours -> all.add(ours.dividedBy(stock)));
    }
    return all;
  }

  private List<Quantity> ofOwnBest(Crowd crowd) {
    Metric visits = crowd.visitsByPages();
    List<Quantity> all = new ArrayList<>();
    for (int seconds : patiences()) {
      List<Quantity.Series> loads =
          factors(crowd).stream().map(n -> new Quantity.Series(OURS, name(n, seconds))).toList();
      Quantity.Series flood = new Quantity.Series(OURS, name(crowd.floodFactor(), seconds));
      all.add(Quantity.ofBestOther(visits, visits, flood, loads));
    }
    return all;
  }

  /** A figure of Headwaiter under each overload. */
  private List<Quantity> overloads(Crowd crowd, Metric metric) {
    return patiences().stream()
        .flatMap(seconds -> overloads(crowd, metric, seconds).stream())
        .toList();
  }

  private List<Quantity> overloads(Crowd crowd, Metric metric, int patienceSeconds) {
    return factors(crowd).stream()
        .map(factor -> Quantity.of(metric, OURS, name(factor, patienceSeconds)))
        .toList();
  }

  private static LoadSpec load(Crowd crowd, int factor, int seconds) {
    return LoadSpec.times(name(factor, seconds), factor, crowd.visits(Duration.ofSeconds(seconds)));
  }

  private static String name(int factor, int patienceSeconds) {
    return "%dx, %d s".formatted(factor, patienceSeconds);
  }

  private List<Integer> factors(Crowd crowd) {
    return quick ? List.of(2, crowd.floodFactor()) : List.of(2, 5, crowd.floodFactor());
  }

  private List<Integer> patiences() {
    return quick ? PATIENCE_SECONDS.subList(0, 1) : PATIENCE_SECONDS;
  }

  private Timing timing(Crowd crowd) {
    return quick
        ? Timing.of(crowd.lead().dividedBy(2), millis(3000), millis(300), millis(1500), 4, 3)
            .searching(crowd.lead().dividedBy(2), millis(2000), /* coarse= */ true)
        : Timing.of(crowd.lead(), millis(4000), millis(500), millis(2500), 6, 6)
            .searching(crowd.lead(), millis(3000), /* coarse= */ true);
  }

  private static Duration millis(long millis) {
    return Duration.ofMillis(millis);
  }
}
