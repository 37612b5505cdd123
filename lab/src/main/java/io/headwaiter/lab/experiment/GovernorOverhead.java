package io.headwaiter.lab.experiment;

import static io.headwaiter.lab.experiment.DemoPlan.HEADWAITER;

import com.fasterxml.jackson.databind.JsonNode;
import io.headwaiter.lab.load.LoadGenerator;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What meters and controller cost at half load: Headwaiter with its governor beside Headwaiter with
 * an open gate, in pairs; the CPU time of the control thread where it runs; and a microbenchmark
 * times how often it is called, where the benchmarks are built. Belongs to one thread.
 */
final class GovernorOverhead implements ExperimentPart {
  static final String NAME = "overhead";

  /**
   * How it is measured.
   *
   * @param pairs of windows at half load
   * @param look how long the control thread is watched under half load
   * @param benchmarks where JMH's jar is, if it was built
   * @param microSeconds at most for the microbenchmarks; 0 leaves them out
   */
  record Plan(OverheadPlan pairs, Duration look, Path benchmarks, int microSeconds) {}

  private static final String OFF = "governor off";
  private static final String ON = "governor on";
  private static final String CONTROL_THREAD = "-control";

  private final ExperimentSetting setting;
  private final Plan plan;

  GovernorOverhead(ExperimentSetting setting, Plan plan) {
    this.setting = setting;
    this.plan = plan;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Duration longest() {
    OverheadPlan pairs = plan.pairs();
    DemoTiming timing = pairs.demo().timing();
    int windows = Math.max(pairs.minWarmUpWindows(), timing.maxWarmUpWindows());
    Duration warmUp = timing.warmUpWindow().multipliedBy(2L * windows);
    Duration half = pairs.leadIn().plus(pairs.window()).plus(timing.settle());
    return warmUp
        .plus(half.multipliedBy(2L * pairs.pairs() + 1))
        .plus(plan.look())
        .plus(Duration.ofSeconds(plan.microSeconds()));
  }

  @Override
  public ExperimentOutcome run() throws IOException, InterruptedException {
    OverheadExperiment experiment = new OverheadExperiment(setting, plan.pairs());
    List<String> engine = List.of("--tls", "jsse");
    ControlCost[] control = new ControlCost[1];
    OverheadExperiment.Measured measured =
        experiment.pairs(
            new OverheadExperiment.Side(
                OFF, HEADWAITER, List.of("--tls", "jsse", "--admission", "off")),
            new OverheadExperiment.Side(ON, HEADWAITER, engine),
            second -> control[0] = watch(second));
    MicroBenchmark micro =
        plan.microSeconds() == 0
            ? MicroBenchmark.notRun("The microbenchmark was left out.")
            : MicroBenchmark.run(
                plan.benchmarks(), setting.folder(), MicroBenchmark.GOVERNOR, plan.microSeconds());
    return GovernorOverheadFigures.outcome(measured, control[0], micro, experiment.notes());
  }

  /**
   * The control thread under half load.
   *
   * @param threadCores CPU seconds of it per second
   * @param processCores of the whole process
   * @param callsPerSecond how often each method of the microbenchmark is called
   */
  record ControlCost(double threadCores, double processCores, Map<String, Double> callsPerSecond) {}

  private ControlCost watch(ServerProcess server) throws IOException, InterruptedException {
    setting.progress().step("watching the control thread");
    URI admin = server.requireAdmin();
    TaskClock process = TaskClock.of(server.pid());
    try (LoadGenerator generator = new LoadGenerator(Trials.any(plan.pairs().demo()))) {
      JsonNode before = StatusReader.status(admin);
      double threadBefore = controlSeconds(server);
      double processBefore = process.seconds();
      long start = System.nanoTime();
      generator.run(
          plan.pairs()
              .demo()
              .load(server.target(), 25, Duration.ZERO, plan.look(), plan.pairs().seed(1000)),
          setting.progress()::load);
      double seconds = (System.nanoTime() - start) / 1e9;
      return new ControlCost(
          (controlSeconds(server) - threadBefore) / seconds,
          (process.seconds() - processBefore) / seconds,
          GovernorOverheadFigures.callsPerSecond(before, StatusReader.status(admin), seconds));
    }
  }

  private double controlSeconds(ServerProcess server) throws IOException, InterruptedException {
    return ThreadPrint.seconds(server.pid(), CONTROL_THREAD, setting.folder());
  }
}
