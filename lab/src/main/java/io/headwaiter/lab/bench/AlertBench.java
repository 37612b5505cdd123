package io.headwaiter.lab.bench;

import io.headwaiter.lab.model.Cell;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.model.Observation;
import io.headwaiter.lab.model.Provenance;
import io.headwaiter.lab.server.Idleness;
import io.headwaiter.lab.server.PrometheusProcess;
import io.headwaiter.lab.study.Alerts;
import io.headwaiter.load.LoadGenerator;
import io.headwaiter.load.LoadOptions;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

/**
 * Watches a server with a Prometheus while its load rises and falls again. Belongs to one thread.
 */
public final class AlertBench implements OpenBench {
  private static final String FAILURE = "Prometheus could not be asked";
  private static final double HALF = 0.5;
  private static final double OVERLOAD = 5;
  private static final long LOOK_MILLIS = 250;
  private static final double NANOS = 1e9;

  private final Experiment experiment;
  private final ExperimentSetting setting;
  private final Supplier<Provenance> provenance;
  private final LoadGenerator generator;
  private RunningServer server;
  private PrometheusProcess prometheus;
  private Path folder;
  private double fullPerSecond;
  private volatile boolean over;

  /** Prepares; server and Prometheus are started by the first cell. */
  public AlertBench(
      Experiment experiment, ExperimentSetting setting, Supplier<Provenance> provenance) {
    this.experiment = experiment;
    this.setting = setting;
    this.provenance = provenance;
    this.generator = new LoadGenerator(experiment.loads().get(0).visits().orElseThrow());
  }

  /**
   * What was seen of the alerts.
   *
   * @param before those that fired before the step
   * @param firedNanos when the one of the overload fired; 0 if it did not
   * @param endedNanos when it had ended; 0 if it had not
   */
  private record Seen(Set<String> before, long firedNanos, long endedNanos) {}

  @Override
  public Observation measure(Cell cell, int attempt) throws IOException, InterruptedException {
    if (server == null) {
      start();
    }
    Duration calm = experiment.timing().lead();
    Duration overload = experiment.timing().window();
    long stepNanos = System.nanoTime() + calm.toNanos();
    FutureTask<Seen> looking = new FutureTask<>(() -> look(stepNanos));
    over = false;
    new Thread(looking, "alerts").start();
    long endNanos;
    try {
      run(cell, HALF, calm);
      run(cell, OVERLOAD, overload);
      endNanos = System.nanoTime();
      run(cell, HALF, experiment.timing().settle());
    } finally {
      over = true;
    }
    Seen seen = Tasks.result(looking, FAILURE);
    Idleness.await(server.contender()::cpuSeconds, Duration.ofSeconds(3));
    return new Observation(
        cell, attempt, values(seen, stepNanos, endNanos), List.of(), provenance.get());
  }

  /** An alert that did not come, or did not go, took at least as long as was looked. */
  private SortedMap<String, Double> values(Seen seen, long stepNanos, long endNanos) {
    Duration after = experiment.timing().settle();
    Duration longest = experiment.timing().window().plus(after);
    SortedMap<String, Double> values = new TreeMap<>();
    values.put(Alerts.CALM_ALERTS, (double) seen.before().size());
    values.put(Alerts.FIRED_SECONDS, seconds(seen.firedNanos(), stepNanos, longest));
    values.put(Alerts.ENDED_SECONDS, seconds(seen.endedNanos(), endNanos, after));
    return values;
  }

  private static double seconds(long atNanos, long fromNanos, Duration otherwise) {
    return atNanos == 0 ? otherwise.toNanos() / NANOS : (atNanos - fromNanos) / NANOS;
  }

  private void start() throws IOException, InterruptedException {
    server = RunningServer.start(experiment.servers().get(0), experiment, setting);
    fullPerSecond =
        new BenchWarmUp(experiment, generator::run, setting.progress())
            .run(List.of(server))
            .get(server.name())
            .perSecond();
    URI admin = server.requireAdmin();
    folder = Files.createTempDirectory("headwaiter-prometheus");
    prometheus =
        PrometheusProcess.start(
            admin, ProxyProcess.freePort(), folder, setting.folder().resolve("prometheus.log"));
  }

  private void run(Cell cell, double times, Duration time) throws InterruptedException {
    LoadOptions options =
        experiment
            .load(cell.load())
            .at(
                server.contender().target(),
                experiment.seed() + cell.round(),
                Duration.ZERO,
                time,
                Double.NaN)
            .withRatePerSecond(times * fullPerSecond);
    generator.run(options, setting.progress()::load);
  }

  private Seen look(long stepNanos) throws IOException, InterruptedException {
    Set<String> before = new TreeSet<>();
    long fired = 0;
    long ended = 0;
    while (!over && ended == 0) {
      Set<String> firing = prometheus.firing();
      long now = System.nanoTime();
      if (now - stepNanos < 0) {
        before.addAll(firing);
      } else if (fired == 0 && firing.contains(Alerts.OVERLOAD)) {
        fired = now;
      } else if (fired != 0 && !firing.contains(Alerts.OVERLOAD)) {
        ended = now;
      }
      Thread.sleep(LOOK_MILLIS);
    }
    return new Seen(before, fired, ended);
  }

  @Override
  public void close() {
    if (prometheus != null) {
      prometheus.close();
    }
    if (server != null) {
      server.close();
    }
    generator.close();
    RunningServer.delete(folder);
  }
}
