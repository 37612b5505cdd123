package io.headwaiter.lab.bench;

import io.headwaiter.lab.host.ProcessorLoss;
import io.headwaiter.lab.model.Cell;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.model.Observation;
import io.headwaiter.lab.model.Provenance;
import io.headwaiter.lab.model.Values;
import io.headwaiter.lab.server.Httperf;
import io.headwaiter.lab.server.Idleness;
import io.headwaiter.lab.study.Fidelity;
import io.headwaiter.load.HttperfLog;
import io.headwaiter.load.LoadGenerator;
import io.headwaiter.load.LoadOptions;
import io.headwaiter.load.results.LoadResult;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Runs the same sessions by two load generators against one server. Each run ends with its last
 * session. Belongs to one thread.
 */
public final class FidelityBench implements OpenBench {
  private static final double MILLIS = 1000;

  private final Experiment experiment;
  private final ExperimentSetting setting;
  private final Supplier<Provenance> provenance;
  private final LoadGenerator generator;
  private RunningServer server;

  /** Prepares; the server is started by the first cell. */
  public FidelityBench(
      Experiment experiment, ExperimentSetting setting, Supplier<Provenance> provenance) {
    this.experiment = experiment;
    this.setting = setting;
    this.provenance = provenance;
    this.generator = new LoadGenerator(experiment.loads().get(0).visits().orElseThrow());
  }

  @Override
  public Observation measure(Cell cell, int attempt) throws IOException, InterruptedException {
    if (server == null) {
      server = RunningServer.start(experiment.servers().get(0), experiment, setting);
      new BenchWarmUp(experiment, generator::run, setting.progress()).run(List.of(server));
    }
    LoadOptions options =
        experiment
            .load(cell.load())
            .at(
                server.contender().target(),
                experiment.seed() + cell.round(), // the same sessions for both
                Duration.ZERO,
                experiment.timing().window(),
                Double.NaN);
    double before = server.contender().cpuSeconds();
    Run run = cell.server().equals(Fidelity.HTTPERF) ? httperf(options) : own(options);
    run.values().put(Values.CPU_SECONDS, server.contender().cpuSeconds() - before);
    Idleness.await(server.contender()::cpuSeconds, experiment.timing().settle());
    return new Observation(cell, attempt, run.values(), run.doubts(), provenance.get());
  }

  private Run own(LoadOptions options) throws InterruptedException {
    LoadResult result = generator.run(options, setting.progress()::load);
    HelloSender.Both both = new HelloSender.Both(result, /* hellos= */ null);
    SortedMap<String, Double> values = RunValues.of(both, Double.NaN, ProcessorLoss.UNKNOWN);
    values.put(Values.CONNECTIONS, (double) result.connectionMillis().count());
    return new Run(values, RunValues.doubts(both, ProcessorLoss.UNKNOWN));
  }

  private Run httperf(LoadOptions options) throws IOException, InterruptedException {
    int sessions = (int) options.run().maxSessions();
    Path log = setting.folder().resolve("sessions.log");
    try (BufferedWriter out = Files.newBufferedWriter(log)) {
      HttperfLog.write(options, sessions, out);
    }
    Httperf seen =
        Httperf.run(
            Httperf.command(
                options.target(),
                log,
                sessions,
                options.arrivals().ratePerSecond(),
                options.visit().patienceMillis() / MILLIS),
            setting.folder().resolve("httperf.log"),
            experiment.timing().window());
    Files.delete(log);
    SortedMap<String, Double> values = new TreeMap<>();
    values.put(Values.WINDOW_SECONDS, seen.seconds());
    values.put(Values.OFFERED, seen.sessions());
    values.put(Values.COMPLETED, seen.completed());
    values.put(Values.REPLIES, seen.replies());
    values.put(Values.CONNECTIONS, seen.connections());
    values.put(Values.REFUSED, 0.0);
    values.put(Values.TIMED_OUT_BEFORE_ENTRY, 0.0);
    values.put(Values.BROKEN, seen.sessions() - seen.completed());
    return new Run(values, List.of());
  }

  private record Run(SortedMap<String, Double> values, List<String> doubts) {}

  @Override
  public void close() {
    if (server != null) {
      server.close();
    }
    generator.close();
  }
}
