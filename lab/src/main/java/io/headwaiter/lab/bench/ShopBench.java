package io.headwaiter.lab.bench;

import io.headwaiter.lab.host.CpuSampler;
import io.headwaiter.lab.host.Pinning;
import io.headwaiter.lab.host.ProcessorLoss;
import io.headwaiter.lab.host.ProcessorWatch;
import io.headwaiter.lab.model.Cell;
import io.headwaiter.lab.model.Disturbance.Restart;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.model.HelloSpec;
import io.headwaiter.lab.model.LoadSpec;
import io.headwaiter.lab.model.Observation;
import io.headwaiter.lab.model.Preparation;
import io.headwaiter.lab.model.Provenance;
import io.headwaiter.lab.model.ServerSpec;
import io.headwaiter.lab.model.Timing;
import io.headwaiter.lab.model.Tuning;
import io.headwaiter.lab.model.Values;
import io.headwaiter.lab.run.ObservationLog;
import io.headwaiter.lab.run.OneXSearch;
import io.headwaiter.lab.run.SettingSearch;
import io.headwaiter.lab.server.Contender;
import io.headwaiter.lab.server.Idleness;
import io.headwaiter.load.LoadGenerator;
import io.headwaiter.load.LoadOptions;
import io.headwaiter.load.ReplayOptions;
import io.headwaiter.load.results.LoadResult;
import io.headwaiter.load.results.ReplayResult;
import io.headwaiter.load.text.Numbers;
import io.headwaiter.load.workload.RateProfile;
import io.headwaiter.tuning.FormulaCosts;
import io.headwaiter.tuning.HostTime;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Supplier;

/**
 * Measures cells on real servers: all servers of the experiment run all the time on the same
 * processor, one serves while the others idle. They are started and warmed up before the first
 * cell. Belongs to one thread.
 */
public final class ShopBench implements OpenBench {
  private static final double LEAST_RATE = 0.1;
  // Of 1x: a load that a server carries with ease.
  private static final double PROFILED_SHARE = 0.4;
  private static final double MILLIS_PER_SECOND = 1000;

  private final Experiment experiment;
  private final ExperimentSetting setting;
  private final ObservationLog log;
  private final Supplier<Provenance> provenance;
  private final ProcessorWatch processors;
  private final LoadGenerator generator;
  private final Map<String, RunningServer> running = new LinkedHashMap<>();
  private Map<String, BenchWarmUp.Warm> warm = Map.of();

  /**
   * Prepares; the servers are started by the first cell.
   *
   * @param log tells what was found before the first round, and takes how the servers were warmed
   *     up
   */
  public ShopBench(
      Experiment experiment,
      ExperimentSetting setting,
      ObservationLog log,
      Supplier<Provenance> provenance) {
    this.experiment = experiment;
    this.setting = setting;
    this.log = log;
    this.provenance = provenance;
    this.processors = ProcessorWatch.of(setting.pinning());
    this.generator =
        new LoadGenerator(
            experiment.loads().stream()
                .flatMap(load -> load.visits().stream())
                .findFirst()
                .orElseGet(() -> LoadOptions.builder(HelloSpec.ANYWHERE).build()));
  }

  @Override
  public Observation measure(Cell cell, int attempt) throws IOException, InterruptedException {
    if (running.isEmpty()) {
      start();
    }
    if (Preparation.isOneX(cell)) {
      return observation(cell, attempt, searchOneX(cell.server()), List.of());
    }
    if (cell.comesBeforeRounds()) {
      return observation(cell, attempt, searchSetting(cell), List.of());
    }
    RunningServer server = running.get(cell.server());
    ServerSpec spec = experiment.server(cell.server());
    if (spec.tuning().any()) {
      server.set(
          Preparation.setting(
              spec.tuning(), log.found(experiment.settingOf(cell.server(), cell.load()))));
    }
    Timing timing = experiment.timing();
    long seed = experiment.seed(cell);
    LoadSpec load = experiment.load(cell.load());
    Run run = run(server, load, unit(cell, load), seed, timing.lead(), timing.window());
    return observation(cell, attempt, run.values(), run.doubts());
  }

  private Observation observation(
      Cell cell, int attempt, SortedMap<String, Double> values, List<String> doubts) {
    return new Observation(cell, attempt, values, doubts, provenance.get());
  }

  private void start() throws IOException, InterruptedException {
    for (ServerSpec spec : experiment.servers()) {
      running.put(spec.name(), RunningServer.start(spec, experiment, setting));
    }
    warm = new BenchWarmUp(experiment, generator::run, setting.progress()).run(running.values());
    for (RunningServer server : running.values()) {
      Cell cell = Preparation.warmUp(server.name());
      SortedMap<String, Double> how =
          Preparation.warmedUp(warm.get(server.name()).steady(), setting.pinning().pinned());
      log.add(observation(cell, log.attempts(cell) + 1, how, List.of()));
      server.setShop(experiment.shop().settings());
      server.limit();
    }
  }

  /** Returns what is not there, by the name of the server that needs it. */
  public static Map<String, String> missing(Experiment experiment, Pinning pinning) {
    Map<String, String> missing = new LinkedHashMap<>();
    for (ServerSpec spec : experiment.servers()) {
      RunningServer.missing(spec, pinning).ifPresent(why -> missing.put(spec.name(), why));
    }
    return missing;
  }

  private double oneX(Cell cell, LoadSpec load) {
    return load.needsOneX() ? log.oneX(experiment.reference(cell.server())) : Double.NaN;
  }

  /** Visits per second that the load is a multiple of. */
  private double unit(Cell cell, LoadSpec load) {
    if (load.asCompletedUnder().isEmpty()) {
      return oneX(cell, load);
    }
    Observation other =
        log.found(new Cell(cell.server(), load.asCompletedUnder().get(), cell.round()));
    return Math.max(LEAST_RATE, Values.COMPLETED_PER_SECOND.of(other));
  }

  private SortedMap<String, Double> searchOneX(String name)
      throws IOException, InterruptedException {
    LoadSpec first =
        experiment.loads().stream()
            .filter(load -> load.isTimesOneX() && load.isFor(name))
            .findFirst()
            .orElseThrow();
    LoadOptions visits =
        first.visits().orElseThrow().toBuilder().profile(RateProfile.CONSTANT).build();
    LoadSpec load = LoadSpec.times("search for 1x", 1, visits);
    Timing.Trials trials = experiment.timing().trials();
    return OneXSearch.search(
        warm.get(name).perSecond() * Math.min(1, experiment.server(name).quota()),
        trials,
        rate -> ServedVisits.of(tried(running.get(name), load, rate), visits, trials));
  }

  private SortedMap<String, Double> searchSetting(Cell cell)
      throws IOException, InterruptedException {
    RunningServer server = running.get(cell.server());
    LoadSpec load = experiment.load(cell.load());
    Tuning tuning = experiment.server(cell.server()).tuning();
    double rate = oneX(cell, load);
    if (tuning.profiled()) {
      return formulaCosts(server, load, rate);
    }
    return SettingSearch.search(
            tuning,
            rate,
            values -> {
              server.set(values);
              return ServedVisits.perSecond(tried(server, load, rate), load.visits().orElseThrow());
            })
        .values();
  }

  /**
   * Profiles the costs of connections, with little of the load: all new first, and then resuming.
   * While a server still compiles, the first run can cost more than both together, so the pair is
   * tried again.
   */
  private SortedMap<String, Double> formulaCosts(RunningServer server, LoadSpec load, double oneX)
      throws IOException, InterruptedException {
    int trialsMax = Tuning.FORMULA_COSTS.trialsMax();
    for (int trials = 2; ; trials += 2) {
      FormulaCosts.Run separate = profile(server, load, oneX, /* resumeShare= */ 0);
      FormulaCosts.Run resuming = profile(server, load, oneX, /* resumeShare= */ 1);
      try {
        return values(FormulaCosts.of(separate, resuming), trials);
      } catch (IllegalArgumentException e) {
        if (trials >= trialsMax) {
          throw new IOException(server.name() + " cannot be profiled. " + e.getMessage(), e);
        }
      }
    }
  }

  private static SortedMap<String, Double> values(FormulaCosts costs, int trials) {
    SortedMap<String, Double> values =
        Preparation.ended(trials, costs.newMillis(), /* settled= */ true, List.of());
    values.putAll(
        Preparation.setting(
            Map.of(
                Tuning.NEW_PER_SECOND,
                MILLIS_PER_SECOND / costs.newMillis(),
                Tuning.RESUMED_MILLIS,
                costs.resumedMillis())));
    return values;
  }

  private FormulaCosts.Run profile(
      RunningServer server, LoadSpec load, double oneX, double resumeShare)
      throws IOException, InterruptedException {
    LoadOptions visits = load.visits().orElseThrow().toBuilder().resumeShare(resumeShare).build();
    setting.progress().step(server.name() + ", profiling");
    Run run =
        run(
            server,
            LoadSpec.times("profile", PROFILED_SHARE, visits),
            oneX,
            experiment.searchSeed(),
            experiment.timing().lead(),
            experiment.timing().window());
    return new FormulaCosts.Run(
        run.values().get(Values.CPU_SECONDS),
        run.visits().handshakes().full(),
        run.visits().handshakes().resumed());
  }

  private LoadResult tried(RunningServer server, LoadSpec load, double oneX)
      throws IOException, InterruptedException {
    Timing.Trials trials = experiment.timing().trials();
    setting.progress().step(server.name() + ", trying");
    Run run = run(server, load, oneX, experiment.searchSeed(), trials.lead(), trials.window());
    LoadResult result = run.visits();
    setting
        .progress()
        .done(
            "%s: %s offered, %s completed per second"
                .formatted(
                    server.name(),
                    Numbers.plain(result.offeredPerSecond()),
                    Numbers.plain(result.completedPerSecond())));
    return result;
  }

  /** One run, after which the server is left alone until it is idle. */
  private Run run(
      RunningServer server, LoadSpec load, double oneX, long seed, Duration lead, Duration window)
      throws IOException, InterruptedException {
    if (load.meanwhile().restart() == Restart.BEFORE) {
      server.restart();
    }
    Contender contender = server.contender();
    ServerReading before = ServerReading.of(server);
    HostTime host = processors.clock().get();
    server.setShop(load.meanwhile().settings());
    Run run =
        load.visits().isPresent()
            ? visits(server, load, oneX, seed, lead, window, host)
            : hellos(contender, load.hellos().orElseThrow(), oneX, seed, window, host);
    Map<String, Integer> over = new LinkedHashMap<>(load.meanwhile().settings());
    over.replaceAll((name, value) -> 0);
    server.setShop(over);
    run.values().putAll(ServerReading.of(server).since(before));
    if (load.meanwhile().restart() == Restart.KILLED_NODE) {
      server.startNode();
    }
    Idleness.await(server.contender()::cpuSeconds, experiment.timing().settle());
    return run;
  }

  private Run visits(
      RunningServer running,
      LoadSpec load,
      double oneX,
      long seed,
      Duration lead,
      Duration window,
      HostTime host)
      throws IOException, InterruptedException {
    Contender server = running.contender();
    LoadOptions options = load.at(server.target(), seed, lead, window, oneX);
    HelloSender.Visits calm = () -> generator.run(options, setting.progress()::load);
    HelloSender.Visits visits = Meanwhile.visits(load.meanwhile(), calm, running, lead, window);
    Watching watchers =
        Watching.of(
            load.meanwhile().watch(), running, lead, window, flameGraph(running.name(), load));
    long epochMillis = System.currentTimeMillis();
    CpuSampler cpu = new CpuSampler(server::cpuSeconds);
    HelloSender.Both both;
    try (cpu;
        watchers) {
      both =
          load.hellos().isEmpty()
              ? new HelloSender.Both(visits.run(), null)
              : beside(visits, server, load.hellos().get(), oneX, seed, lead, window);
    }
    long from = LoadGenerator.BEGIN_MILLIS + lead.toMillis();
    double all = cpu.seconds(0, from + window.toMillis());
    ProcessorLoss loss = processors.since(host, all);
    double inWindow = cpu.seconds(from, from + window.toMillis());
    SortedMap<String, Double> values = RunValues.of(both, inWindow, loss);
    values.putAll(watchers.told(epochMillis + from, epochMillis + from + window.toMillis()));
    return new Run(both.visits(), both.hellos(), values, RunValues.doubts(both, loss));
  }

  private Path flameGraph(String server, LoadSpec load) {
    String name = "%s-%s-%s.html".formatted(experiment.name(), server, load.name());
    return setting.folder().resolve(name.replace(' ', '-'));
  }

  private static HelloSender.Both beside(
      HelloSender.Visits visits,
      Contender server,
      HelloSpec hellos,
      double oneX,
      long seed,
      Duration lead,
      Duration window)
      throws IOException, InterruptedException {
    Duration time = hellos.duration(lead, window);
    ReplayOptions options = hellos.at(server.target(), seed, time, oneX);
    Duration later = lead.plus(window).minus(time);
    return HelloSender.beside(visits, options, later, hellos.genuine(), server.target());
  }

  /** From the first hello to the last, so that all that they took is in it. */
  private Run hellos(
      Contender server, HelloSpec hellos, double oneX, long seed, Duration window, HostTime host)
      throws IOException, InterruptedException {
    double before = server.cpuSeconds();
    ReplayOptions options = hellos.at(server.target(), seed, window, oneX);
    ReplayResult result = HelloSender.send(options, hellos.genuine(), server.target());
    double cpuSeconds = server.cpuSeconds() - before;
    HelloSender.Both both = new HelloSender.Both(null, result);
    ProcessorLoss loss = processors.since(host, cpuSeconds);
    return new Run(
        null, result, RunValues.of(both, cpuSeconds, loss), RunValues.doubts(both, loss));
  }

  /**
   * One run.
   *
   * @param visits null if nobody visited
   * @param hellos null if none were sent
   */
  private record Run(
      LoadResult visits,
      ReplayResult hellos,
      SortedMap<String, Double> values,
      List<String> doubts) {}

  @Override
  public void close() {
    running.values().forEach(RunningServer::close);
    generator.close();
  }
}
