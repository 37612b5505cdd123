package io.headwaiter.lab.bench;

import io.headwaiter.lab.host.CpuSampler;
import io.headwaiter.lab.host.Pinning;
import io.headwaiter.lab.host.ProcessorLoss;
import io.headwaiter.lab.host.TaskClock;
import io.headwaiter.lab.model.Cell;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.model.GivenServer;
import io.headwaiter.lab.model.LoadSpec;
import io.headwaiter.lab.model.Observation;
import io.headwaiter.lab.model.Preparation;
import io.headwaiter.lab.model.Provenance;
import io.headwaiter.lab.model.Timing;
import io.headwaiter.lab.run.ObservationLog;
import io.headwaiter.lab.run.OneXSearch;
import io.headwaiter.load.LoadGenerator;
import io.headwaiter.load.LoadOptions;
import io.headwaiter.load.results.LoadResult;
import io.headwaiter.load.text.Numbers;
import io.headwaiter.load.workload.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

/**
 * Measures cells on a server that runs already. It is only visited: nothing of it is set or started
 * again, and its CPU time is known only by its process id. Belongs to one thread.
 */
public final class GivenBench implements OpenBench {
  private static final double FIRST_RATE = 2;
  private static final double RATE_MAX = 5000;
  // Of the cost of a page: CPU time if it is known, and else the median response time.
  private static final double FLAT_CPU = 0.05;
  private static final double FLAT_RESPONSE = 0.1;

  private final GivenServer server;
  private final Experiment experiment;
  private final ExperimentSetting setting;
  private final ObservationLog log;
  private final Supplier<Provenance> provenance;
  private final LoadGenerator generator;
  private final DoubleSupplier cpuSeconds;
  private boolean warm;
  // Found out by the first visits, which are few; later ones may overload it.
  private boolean answers;

  /**
   * Prepares; the server is visited first by the first cell.
   *
   * @param workload of all visits, in place of the loads' own; null for these
   */
  public GivenBench(
      GivenServer server,
      Workload workload,
      Experiment experiment,
      ExperimentSetting setting,
      ObservationLog log,
      Supplier<Provenance> provenance) {
    this.server = server;
    this.experiment = experiment;
    this.setting = setting;
    this.log = log;
    this.provenance = provenance;
    this.generator = new LoadGenerator(experiment.loads().get(0).visits().orElseThrow(), workload);
    this.cpuSeconds = server.pid() == 0 ? () -> Double.NaN : TaskClock.of(server.pid())::seconds;
  }

  @Override
  public Observation measure(Cell cell, int attempt) throws IOException, InterruptedException {
    if (!warm) {
      warmUp();
      warm = true;
    }
    if (Preparation.isOneX(cell)) {
      return observation(cell, attempt, searchOneX(), List.of());
    }
    Timing timing = experiment.timing();
    LoadSpec load = experiment.load(cell.load());
    double oneX = load.needsOneX() ? log.oneX(experiment.reference(cell.server())) : Double.NaN;
    long seed = experiment.seed(cell);
    LoadOptions options = load.at(server.address(), seed, timing.lead(), timing.window(), oneX);
    CpuSampler cpu = new CpuSampler(cpuSeconds);
    LoadResult result;
    try (cpu) {
      result = run(options);
    }
    long from = LoadGenerator.BEGIN_MILLIS + timing.lead().toMillis();
    HelloSender.Both both = new HelloSender.Both(result, /* hellos= */ null);
    double used = cpu.seconds(from, from + timing.window().toMillis());
    return observation(
        cell,
        attempt,
        RunValues.of(both, used, ProcessorLoss.UNKNOWN),
        RunValues.doubts(both, ProcessorLoss.UNKNOWN));
  }

  private Observation observation(
      Cell cell, int attempt, SortedMap<String, Double> values, List<String> doubts) {
    return new Observation(cell, attempt, values, doubts, provenance.get());
  }

  /** One run, and then some quiet. */
  private LoadResult run(LoadOptions options) throws IOException, InterruptedException {
    LoadResult result = generator.run(options, setting.progress()::load);
    if (!answers) {
      Optional<String> wrong = GivenAnswer.wrong(server, result);
      if (wrong.isPresent()) {
        throw new IOException(wrong.get());
      }
      answers = result.replies().total() > 0;
    }
    TimeUnit.MILLISECONDS.sleep(experiment.timing().settle().toMillis());
    return result;
  }

  /**
   * Its code and caches, and the load's: the first load, whose figures do not count. The rate
   * doubles as long as the server follows. It is warm when its cost of a page is flat after that.
   */
  private void warmUp() throws IOException, InterruptedException {
    Timing timing = experiment.timing();
    double rate = FIRST_RATE;
    for (int i = 0; i < timing.compileWindows(); i++) {
      boolean follows = follows(warmUpWindow(rate));
      rate = follows ? Math.min(2 * rate, RATE_MAX) : Math.max(rate / 2, FIRST_RATE);
    }
    int windowsMax = timing.steadyWindowsMax();
    Flatness flatness = new Flatness(server.pid() == 0 ? FLAT_RESPONSE : FLAT_CPU, windowsMax);
    for (int i = 0; i < windowsMax && !flatness.flat(); i++) {
      double before = cpuSeconds.getAsDouble();
      LoadResult result = warmUpWindow(rate / 2);
      double used = cpuSeconds.getAsDouble() - before;
      flatness.add(
          server.pid() == 0 ? result.responseMillis().p50() : used / result.replies().total());
    }
    if (!answers) {
      throw new IOException(GivenAnswer.none(server, "in time"));
    }
    Cell cell = Preparation.warmUp(server.name());
    log.add(
        observation(
            cell,
            log.attempts(cell) + 1,
            Preparation.warmedUp(flatness.flat(), apart()),
            List.of()));
  }

  private LoadResult warmUpWindow(double ratePerSecond) throws IOException, InterruptedException {
    setting.progress().step("warming up " + server.name());
    Duration window = experiment.timing().warmUpWindow();
    return run(
        experiment
            .loads()
            .get(0)
            .at(server.address(), experiment.searchSeed(), Duration.ZERO, window, ratePerSecond));
  }

  private boolean follows(LoadResult result) {
    LoadOptions visits = experiment.loads().get(0).visits().orElseThrow();
    Duration window = experiment.timing().warmUpWindow();
    return ServedVisits.follows(
        result, visits, new Timing.Trials(Duration.ZERO, window, /* coarse= */ true));
  }

  /** Whether the server and the load have processors of their own. */
  private boolean apart() throws IOException {
    if (!server.isHere()) {
      return true;
    }
    Path status = Path.of("/proc", Long.toString(server.pid()), "status");
    if (server.pid() == 0 || !Files.isReadable(status)) {
      return false;
    }
    List<Integer> its = Pinning.allowed(Files.readAllLines(status));
    return setting.pinning().pinned() && Collections.disjoint(its, setting.pinning().loadCpus());
  }

  private SortedMap<String, Double> searchOneX() throws IOException, InterruptedException {
    LoadSpec load =
        LoadSpec.times("search for 1x", 1, experiment.loads().get(0).visits().orElseThrow());
    return OneXSearch.search(
        firstRate(load), experiment.timing().trials(), rate -> served(load, rate));
  }

  /** Doubles the rate until the server does not follow; returns the last one that it carried. */
  private double firstRate(LoadSpec load) throws IOException, InterruptedException {
    double carried = FIRST_RATE;
    while (2 * carried < RATE_MAX && served(load, 2 * carried).follows()) {
      carried *= 2;
    }
    return carried;
  }

  private OneXSearch.Served served(LoadSpec load, double ratePerSecond)
      throws IOException, InterruptedException {
    LoadOptions visits = load.visits().orElseThrow();
    return ServedVisits.of(tried(load, ratePerSecond), visits, experiment.timing().trials());
  }

  private LoadResult tried(LoadSpec visits, double ratePerSecond)
      throws IOException, InterruptedException {
    Timing.Trials trials = experiment.timing().trials();
    setting.progress().step(server.name() + ", trying " + Numbers.plain(ratePerSecond) + "/s");
    return run(
        visits.at(
            server.address(),
            experiment.searchSeed(),
            trials.lead(),
            trials.window(),
            ratePerSecond));
  }

  @Override
  public void close() {
    generator.close();
  }
}
