package io.headwaiter.lab.experiment.pools;

import io.headwaiter.core.pool.profile.PoolSizes;
import io.headwaiter.lab.bench.BookstoreLoads;
import io.headwaiter.lab.bench.BookstoreServer;
import io.headwaiter.lab.bench.ExperimentSetting;
import io.headwaiter.lab.bench.MeasuredRuns;
import io.headwaiter.lab.bench.PeakWarmUp;
import io.headwaiter.lab.database.DatabaseKind;
import io.headwaiter.lab.server.ServedPools;
import io.headwaiter.load.ArrivalKind;
import io.headwaiter.load.LoadOptions;
import io.headwaiter.load.LoadOptionsBuilder;
import io.headwaiter.load.results.LoadResult;
import io.headwaiter.load.workload.Mix;
import io.headwaiter.tuning.LoadedRun;
import io.headwaiter.tuning.PoolTuning;
import io.headwaiter.tuning.ReadingWindow;
import io.headwaiter.tuning.TuningRun;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** A bookstore whose pools are sized from run to run. Belongs to one thread. */
final class PoolsShop implements AutoCloseable {
  // Pages compute as the paper's do, and keep their connection while somebody else is waited for:
  // then both pools can be short on one processor.
  private static final int CYCLE_MICROS = 100;
  private static final int USE_MICROS = 60;
  private static final int GAP_PAUSE_MILLIS = 30;
  private static final Duration ENDLESS_PATIENCE = Duration.ofMinutes(1);
  private static final Duration PATIENCE = Duration.ofMillis(1500);
  private static final Duration THINK = Duration.ofSeconds(10);
  private static final double THINK_SCALE = 0.001;
  private static final double BURST_FACTOR = 1.5;
  private static final double BURST_DISPERSION = 10;

  private final ExperimentSetting setting;
  private final PoolsPlan plan;
  private final BookstoreServer server;
  private final ServedPools pools;
  private final BookstoreLoads loads;
  private final List<String> notes = new ArrayList<>();
  private final MeasuredRuns runs;

  private PoolsShop(ExperimentSetting setting, PoolsPlan plan, BookstoreServer server)
      throws IOException {
    this.setting = setting;
    this.plan = plan;
    this.server = server;
    this.pools = ServedPools.of(server.process());
    this.runs = new MeasuredRuns(plan.repeatsMax(), plan.pause(), setting::awaitQuiet);
    this.loads =
        new BookstoreLoads(
            server, full(Mix.BOOKSTORE_PROFILING, plan.timing().full()), plan.timing().settle());
  }

  /**
   * Starts database and server, and warms the server up.
   *
   * @param label names its log
   * @param kind of the database; null for H2 within the server's process
   */
  static PoolsShop open(ExperimentSetting setting, PoolsPlan plan, String label, DatabaseKind kind)
      throws IOException, InterruptedException {
    BookstoreServer server = BookstoreServer.start(setting, label, kind, flags(plan));
    try {
      PoolsShop shop = new PoolsShop(setting, plan, server);
      shop.notes.add(
          ("A cycle of the paper is %d microseconds of a processor here, a use of a connection %d at"
                  + " least.")
              .formatted(CYCLE_MICROS, USE_MICROS));
      shop.warmUp();
      return shop;
    } catch (IOException | InterruptedException | RuntimeException e) {
      server.close();
      throw e;
    }
  }

  /** Connections are kept for the request, as the paper has it. */
  static List<String> flags(PoolsPlan plan) {
    String most = Integer.toString(plan.settings().threadsMax());
    return List.of(
        "--connection-policy",
        "request",
        "--max-threads",
        most,
        "--db-connections",
        most,
        "--cycle-micros",
        Integer.toString(CYCLE_MICROS),
        "--use-micros",
        Integer.toString(USE_MICROS),
        "--gap-pause-millis",
        Integer.toString(GAP_PAUSE_MILLIS));
  }

  private void warmUp() throws IOException, InterruptedException {
    int most = plan.settings().threadsMax();
    PoolSizes sizes = new PoolSizes(most, most);
    pools.resize(sizes);
    LoadOptions load =
        full(Mix.BOOKSTORE_PROFILING, plan.timing().full()).toBuilder()
            .closedPopulation(PoolTuning.clientsAtFirst(sizes))
            .build();
    new PeakWarmUp(loads.driver(), setting.progress(), notes)
        .run(
            server.contender(),
            window -> load,
            plan.timing().compileWindows(),
            plan.timing().warmUpWindows(),
            plan.timing().settle());
  }

  private LoadOptions full(Mix mix, Duration window) {
    return server
        .load()
        .mix(mix)
        .seed(setting.customers().seed())
        .thinkMean(Duration.ZERO)
        .patience(ENDLESS_PATIENCE)
        .warmup(plan.timing().leadIn())
        .duration(window)
        .closedPopulation(1)
        .build();
  }

  /** For profiling: a full server. */
  PoolTuning.Runner profiler() {
    LoadedRun runner = runner(Mix.BOOKSTORE_PROFILING, plan.timing().profile());
    return (sizes, clients, first) ->
        runs.make("profile", () -> runner.run(sizes, clients, first), Function.identity());
  }

  private LoadedRun runner(Mix mix, Duration window) {
    return new LoadedRun(pools, full(mix, window), loads::run, plan.timing().leadIn());
  }

  /** What a full server carries. */
  TuningRun full(PoolSizes sizes, Mix mix) throws IOException, InterruptedException {
    return closed(sizes, mix, plan.timing().full(), PoolTuning.clientsAtFirst(sizes));
  }

  /** The same in a shorter time. */
  TuningRun once(PoolSizes sizes) throws IOException, InterruptedException {
    return closed(
        sizes, Mix.BOOKSTORE_PROFILING, plan.timing().once(), PoolTuning.clientsAtFirst(sizes));
  }

  /** One customer at a time. */
  TuningRun underloaded(PoolSizes sizes) throws IOException, InterruptedException {
    return closed(sizes, Mix.BOOKSTORE_PROFILING, plan.timing().full(), 1);
  }

  private TuningRun closed(PoolSizes sizes, Mix mix, Duration window, int clients)
      throws IOException, InterruptedException {
    setting.progress().step(mix.label() + ": " + sizes);
    LoadedRun runner = runner(mix, window);
    return runs.make(
        mix.label(), () -> runner.run(sizes, clients, /* first= */ false), Function.identity());
  }

  /** So many customers more at the end of a load than at its beginning have piled up. */
  int queueMax() {
    return plan.settings().threadsMax();
  }

  /**
   * Customers who came by themselves.
   *
   * @param seen by them
   * @param served by the server
   */
  record Visits(LoadResult seen, TuningRun served) {}

  /**
   * A load of customers who come by themselves.
   *
   * @param perSecond sessions
   * @param customers which set of them
   */
  Visits visits(PoolSizes sizes, Mix mix, ArrivalKind arrivals, double perSecond, int customers)
      throws IOException, InterruptedException {
    LoadOptions load = load(mix, arrivals, perSecond, customers);
    return runs.make(
        mix.label() + ", " + arrivals.label(), () -> visits(sizes, load), Visits::served);
  }

  private Visits visits(PoolSizes sizes, LoadOptions load)
      throws IOException, InterruptedException {
    pools.resize(sizes);
    ReadingWindow window = new ReadingWindow(pools);
    LoadResult seen = window.during(loads::run, load);
    return new Visits(seen, window.run(sizes, /* clients= */ 0, /* failedPart= */ 0));
  }

  private LoadOptions load(Mix mix, ArrivalKind arrivals, double perSecond, int customers) {
    LoadOptionsBuilder load =
        server
            .load()
            .mix(mix)
            .arrivals(arrivals, perSecond)
            .seed(setting.customers().seed() + 100 + customers)
            .thinkMean(THINK)
            .thinkScale(THINK_SCALE)
            .patience(PATIENCE)
            .warmup(plan.timing().openLeadIn())
            .duration(plan.timing().open());
    if (arrivals == ArrivalKind.BURSTY) {
      load.bursts(BURST_FACTOR, BURST_DISPERSION);
    }
    return load.build();
  }

  /** What the reader has to know. */
  List<String> notes() {
    List<String> all = new ArrayList<>(notes);
    all.add(runs.reckoned());
    all.add(runs.repeated());
    all.addAll(loads.notes());
    return all;
  }

  /** All runs, for {@code run.json}. */
  List<Map<String, Object>> raw() {
    return runs.raw();
  }

  @Override
  public void close() throws IOException {
    loads.close();
    server.close();
  }
}
