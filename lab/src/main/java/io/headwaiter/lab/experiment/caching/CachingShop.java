package io.headwaiter.lab.experiment.caching;

import io.headwaiter.core.pool.profile.PoolSizes;
import io.headwaiter.lab.bench.BookstoreLoads;
import io.headwaiter.lab.bench.BookstoreServer;
import io.headwaiter.lab.bench.ExperimentSetting;
import io.headwaiter.lab.bench.MeasuredRuns;
import io.headwaiter.lab.database.DatabaseKind;
import io.headwaiter.lab.server.ServedPools;
import io.headwaiter.lab.server.ShopControl;
import io.headwaiter.lab.server.StatusReader;
import io.headwaiter.load.LoadOptions;
import io.headwaiter.load.LoadOptionsBuilder;
import io.headwaiter.load.results.LoadResult;
import io.headwaiter.load.text.Numbers;
import io.headwaiter.load.workload.PoolPaperLoad;
import io.headwaiter.tuning.ReadingWindow;
import io.headwaiter.tuning.TuningRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A bookstore that is loaded under one policy after the other. The generator needs a part of the
 * processor it shares with the database that is the same for all policies. Belongs to one thread.
 */
final class CachingShop implements AutoCloseable {
  private static final Duration THINK = Duration.ofSeconds(10);
  // Visits of half a second: many begin and end in a window.
  private static final double THINK_SCALE = 0.001;
  // Ten times what a search takes.
  static final Duration PATIENCE = Duration.ofMillis(250);
  private static final Duration ENDLESS_PATIENCE = Duration.ofSeconds(20);
  private static final int CLIENTS_PER_THREAD = 4;

  /**
   * What is served.
   *
   * @param threads M
   * @param database null for H2 within the server's process
   * @param cycleMicros of a processor for a cycle of the paper
   * @param gapWorkMicros of a processor between two uses of the database
   * @param gapPauseMillis pause between two uses of the database
   * @param tested whether the pool tries out each connection before it lends it
   */
  record Kind(
      int threads,
      DatabaseKind database,
      int cycleMicros,
      int gapWorkMicros,
      int gapPauseMillis,
      boolean tested) {
    // The paper's proportion of processor work to a query, with queries that take a hundredth of
    // theirs.
    private static final int CYCLE_MICROS = 6;
    private static final int GAP_WORK_MICROS = 325;
    private static final int GAP_PAUSE_MILLIS = 15;
    // As much as all else of a request takes of the processor, in the mean.
    private static final int COMPUTING_MICROS = 2000;

    /** With a PostgreSQL of its own. */
    static Kind server(int threads) {
      return new Kind(threads, DatabaseKind.POSTGRESQL, CYCLE_MICROS, 0, 0, /* tested= */ false);
    }

    /** With H2. */
    static Kind embedded(int threads) {
      return new Kind(threads, null, CYCLE_MICROS, 0, 0, /* tested= */ false);
    }

    /** With long gaps between two queries, of computing and of waiting for somebody else. */
    Kind withGaps() {
      return new Kind(threads, database, cycleMicros, GAP_WORK_MICROS, GAP_PAUSE_MILLIS, tested);
    }

    /** With computing between two queries, and no pause. */
    Kind withComputing() {
      return new Kind(threads, database, cycleMicros, COMPUTING_MICROS, 0, tested);
    }

    /** Returns whether pages compute, and do nothing else, between two queries. */
    boolean isComputing() {
      return gapWorkMicros > 0 && gapPauseMillis == 0;
    }

    /** With a pool that tries out each connection before it lends it, as many are told to. */
    Kind withTests() {
      return new Kind(
          threads, database, cycleMicros, gapWorkMicros, gapPauseMillis, /* tested= */ true);
    }

    /** For the reader, after a word: where and with what. */
    String words() {
      String work = gapWorkMicros + " microseconds of work";
      String gaps =
          gapPauseMillis == 0
              ? isComputing() ? ", gaps of " + work : ""
              : ", gaps of " + gapPauseMillis + " ms, and " + work;
      String tests = tested ? ", tested on borrow" : "";
      return ", M = "
          + threads
          + ", "
          + (database == null ? "h2" : database.label())
          + gaps
          + tests;
    }
  }

  /**
   * Customers who came by themselves.
   *
   * @param seen by them
   * @param phases of their requests and of those of the lead-in
   * @param served by the server
   */
  record Visits(LoadResult seen, PhaseReading phases, TuningRun served) {}

  private final ExperimentSetting setting;
  private final CachingPlan.Timing timing;
  private final Kind kind;
  private final BookstoreServer server;
  private final ServedPools pools;
  private final BookstoreLoads loads;
  private final MeasuredRuns runs;

  private CachingShop(
      ExperimentSetting setting, CachingPlan.Timing timing, Kind kind, BookstoreServer server)
      throws IOException {
    this.setting = setting;
    this.timing = timing;
    this.kind = kind;
    this.server = server;
    this.pools = ServedPools.of(server.process());
    this.runs = new MeasuredRuns(timing.repeatsMax(), timing.pause(), setting::awaitQuiet);
    this.loads = new BookstoreLoads(server, load().build(), timing.settle());
  }

  /**
   * Starts database and server, and warms the server up.
   *
   * @param label names its log
   * @param connections the most there will be
   */
  static CachingShop open(
      ExperimentSetting setting,
      CachingPlan.Timing timing,
      Kind kind,
      String label,
      int connections)
      throws IOException, InterruptedException {
    BookstoreServer server =
        BookstoreServer.start(setting, label, kind.database(), flags(kind, connections));
    try {
      CachingShop shop = new CachingShop(setting, timing, kind, server);
      shop.warmUp(connections);
      return shop;
    } catch (IOException | InterruptedException | RuntimeException e) {
      server.close();
      throw e;
    }
  }

  static List<String> flags(Kind kind, int connections) {
    List<String> flags = new ArrayList<>();
    flags.addAll(List.of("--max-threads", Integer.toString(kind.threads())));
    flags.addAll(List.of("--cycle-micros", Integer.toString(kind.cycleMicros())));
    flags.addAll(List.of("--gap-work-micros", Integer.toString(kind.gapWorkMicros())));
    flags.addAll(List.of("--gap-pause-millis", Integer.toString(kind.gapPauseMillis())));
    flags.addAll(List.of("--db-connections", Integer.toString(connections)));
    if (kind.tested()) {
      flags.add("--test-on-borrow");
    }
    return flags;
  }

  /** With both processors, so that the compiler is not waited for; then once on its own. */
  private void warmUp(int connections) throws IOException, InterruptedException {
    CachingPolicy[] policies = CachingPolicy.values();
    server.contender().borrowProcessors(true);
    for (int i = 0; i < timing.warmUps(); i++) {
      if (i == timing.warmUps() - 1) {
        server.contender().borrowProcessors(false);
      }
      set(policies[i % policies.length], connections);
      setting.progress().step("warming up, " + policies[i % policies.length].label());
      run(crowd(Duration.ZERO, timing.warmUp()));
    }
  }

  /** From now on with this policy and so many connections. */
  void set(CachingPolicy policy, int connections) throws IOException {
    server.control().set(ShopControl.CONNECTION_POLICY, policy.knob());
    server.control().set(ShopControl.DATABASE_CONNECTIONS, connections);
  }

  /**
   * Sessions per second when there is always somebody who asks, in each round: counted in replies
   * over the mean length of a session, for few sessions end in a turn.
   *
   * @param policies who takes turns
   */
  Map<CachingPolicy, List<Double>> crowdPerSecond(
      List<CachingPolicy> policies, int connections, int rounds)
      throws IOException, InterruptedException {
    CrowdTurns turns =
        new CrowdTurns(policies, pools, policy -> set(policy, connections), timing.crowdWindow());
    turns.begin();
    setting.progress().step("a crowd, " + label(policies) + ", N = " + connections);
    Map<CachingPolicy, List<Double>> rates;
    try {
      loads.run(crowd(timing.leadIn(), timing.crowd(policies.size(), rounds)), turns::look);
      rates =
          CrowdRates.perSecond(
              new PoolSizes(kind.threads(), connections),
              turns.whole(),
              PoolPaperLoad.PROFILING.meanRequests());
    } catch (UncheckedIOException | IllegalArgumentException e) {
      throw new IOException(e.getMessage(), e);
    }
    rates.forEach((policy, each) -> say(policy, connections, crowdWords(each)));
    return rates;
  }

  /** A crowd for a moment, under one policy. */
  void crowd(CachingPolicy policy, int connections) throws IOException, InterruptedException {
    set(policy, connections);
    run(crowd(timing.leadIn(), timing.crowdWindow()));
  }

  /** Where requests that keep their connection spend their time with always so many customers. */
  PhaseReading closed(int connections, int clients) throws IOException, InterruptedException {
    set(CachingPolicy.REQUEST, connections);
    setting.progress().step("N = " + connections + ", customers: " + clients);
    PhaseReading before = phases();
    run(crowd(timing.leadIn(), timing.window()).toBuilder().closedPopulation(clients).build());
    return phases().since(before);
  }

  /** Customers of a crowd. */
  int crowd() {
    return CLIENTS_PER_THREAD * kind.threads();
  }

  private static String label(List<CachingPolicy> policies) {
    return policies.size() == 1 ? policies.get(0).label() : "policies in turn";
  }

  private static String crowdWords(List<Double> turns) {
    double mean = turns.stream().mapToDouble(x -> x).average().orElse(0);
    return "a crowd, %s sessions/s in %d turns".formatted(Numbers.plain(mean), turns.size());
  }

  /**
   * A load of customers who come by themselves; again when the processors were busy with something
   * else.
   *
   * @param perSecond sessions
   * @param customers which set of them
   */
  Visits visits(CachingPolicy policy, int connections, double perSecond, int customers)
      throws IOException, InterruptedException {
    set(policy, connections);
    LoadOptions load =
        load()
            .ratePerSecond(perSecond)
            .seed(timing.seed() + 100 + customers)
            .patience(PATIENCE)
            .warmup(timing.leadIn())
            .duration(timing.window())
            .build();
    Visits visits = runs.make(policy.label(), () -> visits(connections, load), Visits::served);
    say(policy, connections, visitsWords(perSecond, visits.seen()));
    return visits;
  }

  private Visits visits(int connections, LoadOptions load)
      throws IOException, InterruptedException {
    PhaseReading before = phases();
    ReadingWindow window = new ReadingWindow(pools);
    LoadResult seen = window.during(loads::run, load);
    PoolSizes sizes = new PoolSizes(kind.threads(), connections);
    TuningRun served = window.run(sizes, /* clients= */ 0, /* failedPart= */ 0);
    return new Visits(seen, phases().since(before), served);
  }

  private static String visitsWords(double perSecond, LoadResult seen) {
    RunVerdict verdict = RunVerdict.of(seen);
    return "%s offered/s, %s completed/s, %d failed: %s"
        .formatted(
            Numbers.plain(perSecond),
            Numbers.plain(seen.completedPerSecond()),
            verdict.failures(),
            verdict.isSustained() ? "sustained" : "not sustained");
  }

  private void say(CachingPolicy policy, int connections, String words) {
    setting.progress().done(policy.label() + ", N = " + connections + ": " + words);
  }

  /** What the server tells of its requests so far. */
  PhaseReading phases() throws IOException {
    try {
      return PhaseReading.of(StatusReader.metrics(server.admin()));
    } catch (IllegalArgumentException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /** CPU seconds of the server so far, user and system. */
  double cpuSeconds() {
    return server.contender().cpuSeconds();
  }

  /** What the reader has to know. */
  List<String> notes() {
    List<String> notes = new ArrayList<>(loads.notes());
    notes.add(runs.repeated());
    return notes;
  }

  private LoadResult run(LoadOptions load) throws InterruptedException {
    return loads.run(load, setting.progress()::load);
  }

  private LoadOptions crowd(Duration leadIn, Duration window) {
    return load()
        .closedPopulation(crowd())
        .seed(timing.seed())
        .patience(ENDLESS_PATIENCE)
        .warmup(leadIn)
        .duration(window)
        .build();
  }

  private LoadOptionsBuilder load() {
    return server.load().thinkMean(THINK).thinkScale(THINK_SCALE);
  }

  @Override
  public void close() throws IOException {
    loads.close();
    server.close();
  }
}
