package io.headwaiter.lab.experiment;

import io.headwaiter.lab.load.LoadGenerator;
import io.headwaiter.lab.load.LoadOptions;
import io.headwaiter.lab.model.Cell;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.model.Observation;
import io.headwaiter.lab.model.Provenance;
import io.headwaiter.lab.model.ServerSpec;
import io.headwaiter.lab.model.Timing;
import io.headwaiter.lab.model.Values;
import io.headwaiter.lab.report.Numbers;
import io.headwaiter.lab.results.LoadResult;
import io.headwaiter.lab.run.Bench;
import io.headwaiter.lab.tuning.HostTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Measures cells on real servers: all servers of the experiment run all the time on the same
 * processor, one serves while the others idle. They are started and warmed up before the first
 * cell. Belongs to one thread.
 */
final class ShopBench implements Bench, AutoCloseable {
  // The generator begins a run a little after it is told to, see LoadGenerator.
  private static final long BEGIN_MILLIS = 20;
  private static final int WARM_UP_SEED = 500;
  private static final int SEEDS_A_ROUND = 10;
  private static final double LAG_MILLIS_MAX = 10;
  private static final double STOLEN_MAX = 0.05;

  private final Experiment experiment;
  private final ExperimentSetting setting;
  private final DemoPlan shop;
  private final Supplier<Provenance> provenance;
  private final ProcessorWatch processors;
  private final LoadGenerator generator;
  private final Map<String, Contender> running = new LinkedHashMap<>();
  private final List<ServerProcess> processes = new ArrayList<>();
  private final List<Path> folders = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

  /**
   * Prepares; the servers are started by the first cell.
   *
   * @param shop whose keep-alive and page work all servers have
   */
  ShopBench(
      Experiment experiment,
      ExperimentSetting setting,
      DemoPlan shop,
      Supplier<Provenance> provenance) {
    this.experiment = experiment;
    this.setting = setting;
    this.shop = shop;
    this.provenance = provenance;
    this.processors = ProcessorWatch.of(setting.pinning());
    this.generator = new LoadGenerator(experiment.loads().get(0).options());
  }

  @Override
  public Observation measure(Cell cell, int attempt) throws IOException, InterruptedException {
    if (running.isEmpty()) {
      start();
    }
    Contender server = running.get(cell.server());
    Timing timing = experiment.timing();
    LoadOptions load =
        load(
            cell,
            server,
            experiment.seed() + (long) SEEDS_A_ROUND * cell.round() + attempt,
            timing.lead(),
            timing.window());
    CpuSampler cpu = new CpuSampler(server::cpuSeconds);
    HostTime before = processors.clock().get();
    LoadResult result;
    try (cpu) {
      result = generator.run(load, setting.progress()::load);
    }
    double allSeconds =
        cpu.seconds(0, BEGIN_MILLIS + timing.lead().plus(timing.window()).toMillis());
    ProcessorLoss loss = processors.since(before, allSeconds);
    long from = BEGIN_MILLIS + timing.lead().toMillis();
    double cpuSeconds = cpu.seconds(from, from + timing.window().toMillis());
    Idleness.await(server::cpuSeconds, timing.settle());
    SortedMap<String, Double> values = values(result, cpuSeconds, loss.stolen());
    return new Observation(cell, attempt, values, doubts(result, loss.stolen()), provenance.get());
  }

  private LoadOptions load(Cell cell, Contender server, long seed, Duration lead, Duration window) {
    return experiment.load(cell.load()).at(server.target(), seed, lead, window);
  }

  private void start() throws IOException, InterruptedException {
    for (ServerSpec spec : experiment.servers()) {
      List<String> arguments = new ArrayList<>(experiment.shop());
      arguments.addAll(spec.arguments());
      String label = experiment.name() + "-" + spec.name().replace(' ', '-');
      ServerProcess process =
          setting.start(spec.kind(), label, shop, arguments.toArray(String[]::new));
      processes.add(process);
      running.put(spec.name(), contender(spec, process));
    }
    for (Contender server : running.values()) {
      warmUp(server);
    }
  }

  private Contender contender(ServerSpec spec, ServerProcess process)
      throws IOException, InterruptedException {
    if (spec.proxy().isEmpty()) {
      return Contender.of(spec.name(), setting.pinning(), process);
    }
    Proxy program = Proxy.named(spec.proxy());
    Path folder = Files.createTempDirectory("headwaiter-" + spec.proxy());
    folders.add(folder);
    ServerProcess proxy =
        ProxyProcess.start(
            program,
            program.find().orElseThrow(() -> new IOException(program.missing())),
            setting,
            folder,
            process.target().getPort(),
            shop.keepAlive());
    processes.add(proxy);
    return Contender.of(spec.name(), setting.pinning(), proxy, process);
  }

  /** Returns what the reader has to know of the warm-up. */
  List<String> notes() {
    return List.copyOf(notes);
  }

  /** Returns what is not installed, by the name of the server that wants it. */
  static Map<String, String> missing(Experiment experiment) {
    Map<String, String> missing = new LinkedHashMap<>();
    for (ServerSpec spec : experiment.servers()) {
      if (!spec.proxy().isEmpty() && Proxy.named(spec.proxy()).find().isEmpty()) {
        missing.put(spec.name(), Proxy.named(spec.proxy()).missing());
      }
    }
    return missing;
  }

  private void warmUp(Contender server) throws IOException, InterruptedException {
    Timing timing = experiment.timing();
    Cell first = new Cell(server.name(), experiment.loads().get(0).name(), 0);
    new PeakWarmUp(generator::run, setting.progress(), notes)
        .run(
            server,
            window ->
                load(
                    first,
                    server,
                    experiment.seed() + WARM_UP_SEED + window,
                    Duration.ZERO,
                    timing.warmUpWindow()),
            timing.compileWindows(),
            timing.warmUpMax(),
            timing.settle());
  }

  /** Why a run does not count, by rules that do not look at what it showed of the server. */
  private static List<String> doubts(LoadResult result, double stolen) {
    List<String> doubts = new ArrayList<>();
    double lag = result.generator().schedulingLagMillis().p99();
    if (lag > LAG_MILLIS_MAX) {
      doubts.add("The load generator was late: p99 " + Numbers.plain(lag) + " ms.");
    } else if (result.generator().generatorSaturated()) {
      doubts.add("The load generator was short of CPU.");
    }
    if (stolen > STOLEN_MAX) {
      doubts.add("The host took " + Numbers.percent(stolen) + " of the server's processor.");
    }
    return doubts;
  }

  private static SortedMap<String, Double> values(
      LoadResult result, double cpuSeconds, double stolen) {
    SortedMap<String, Double> values = new TreeMap<>();
    values.put(Values.WINDOW_SECONDS, result.windowSeconds());
    values.put(Values.OFFERED, (double) result.sessions().offered());
    values.put(Values.CAME_BACK, (double) result.sessions().cameBack());
    values.put(Values.COMPLETED, (double) result.sessions().completed());
    values.put(Values.REFUSED, (double) result.sessions().refused());
    values.put(Values.TIMED_OUT_BEFORE_ENTRY, (double) result.sessions().timedOutBeforeEntry());
    values.put(Values.BROKEN, (double) result.sessions().broken());
    values.put(Values.REPLIES, (double) result.replies().total());
    values.put(Values.FULL_HANDSHAKES, (double) result.handshakes().full());
    values.put(Values.RESUMED_HANDSHAKES, (double) result.handshakes().resumed());
    values.put(Values.FAILED_HANDSHAKES, (double) result.handshakes().failed());
    values.put(Values.RESPONSE_MILLIS_P50, result.responseMillis().p50());
    values.put(Values.RESPONSE_MILLIS_P99, result.responseMillis().p99());
    values.put(Values.LAG_MILLIS_P99, result.generator().schedulingLagMillis().p99());
    values.put(Values.GENERATOR_SHARE, result.generator().cpuShare());
    values.put(Values.CPU_SECONDS, cpuSeconds);
    values.put(Values.STOLEN_SHARE, stolen);
    values.values().removeIf(value -> !Double.isFinite(value));
    return values;
  }

  @Override
  public void close() {
    processes.forEach(ServerProcess::close);
    generator.close();
    folders.forEach(ShopBench::delete);
  }

  /** A proxy's key is worth nothing, but nobody wants it left behind. */
  private static void delete(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
