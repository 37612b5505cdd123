package io.headwaiter.lab.bench;

import io.headwaiter.lab.host.CpuSampler;
import io.headwaiter.lab.outcome.ProgressLine;
import io.headwaiter.lab.server.Contender;
import io.headwaiter.lab.server.ContenderServer;
import io.headwaiter.lab.server.Idleness;
import io.headwaiter.lab.study.Visits;
import io.headwaiter.load.LoadGenerator;
import io.headwaiter.load.LoadOptions;
import io.headwaiter.load.results.LoadResult;
import io.headwaiter.load.text.Numbers;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Warms servers up, finds what fits and runs loads, one at a time. Belongs to one thread. */
public final class Trials {
  private static final double HALF_LOAD = 0.5;
  private static final int CALM_RUNS_MAX = 3;

  private final TrialPlan demo;
  private final LoadDriver driver;
  private final ProgressLine progress;
  private final List<String> notes = new ArrayList<>();

  public Trials(TrialPlan demo, LoadDriver driver, ProgressLine progress) {
    this.demo = demo;
    this.driver = driver;
    this.progress = progress;
  }

  /** Options to make a generator with; the target is another in every run. */
  public static LoadOptions any(TrialPlan demo) {
    return demo.load(
        URI.create("https://127.0.0.1:1"), 1, Duration.ZERO, demo.timing().window(), 1);
  }

  /** What the reader has to know. */
  public List<String> notes() {
    return List.copyOf(notes);
  }

  /**
   * First with the load's processor to compile on, then on its own until it is flat.
   *
   * @return about the sessions per second that half fill its processor
   */
  public double warmUp(Contender contender) throws IOException, InterruptedException {
    WarmUp warmUp =
        new WarmUp(contender.name(), new ContenderServer(contender), demo, driver, progress);
    warmUp.compileThenUntilDone();
    warmUp.report(notes);
    settle(contender);
    return warmUp.rate(HALF_LOAD);
  }

  /**
   * Sessions per second that one processor can carry, from the CPU time of a page in a calm run.
   *
   * @param calmPerSecond rate of that run
   */
  public double fits(Contender contender, double calmPerSecond) throws InterruptedException {
    double cpuSecondsPerPage = Double.NaN;
    for (int i = 0; i < CALM_RUNS_MAX && !(cpuSecondsPerPage > 0); i++) {
      Trial trial =
          run(
              contender,
              "calm",
              probe(contender.target(), calmPerSecond, demo.customers().seed() + i));
      long pages = trial.result().replies().pages();
      cpuSecondsPerPage = pages == 0 ? Double.NaN : trial.cpuSeconds() / pages;
    }
    return WarmUp.fitsPerSecond(cpuSecondsPerPage, Visits.PAGES_PER_VISIT);
  }

  /** Short, for looking for something. */
  public LoadOptions probe(URI target, double rate, long seed) {
    return demo.load(target, rate, demo.timing().probeLeadIn(), demo.timing().probeWindow(), seed);
  }

  /** Of the measured length. */
  public LoadOptions load(URI target, double rate, long seed) {
    return demo.load(target, rate, demo.timing().leadIn(), demo.timing().window(), seed);
  }

  /** One run, after which the server is left alone until it is idle. */
  public Trial run(Contender contender, String name, LoadOptions load) throws InterruptedException {
    progress.step(contender.name() + ", " + name);
    CpuSampler cpu = new CpuSampler(contender::cpuSeconds);
    LoadResult result;
    try (cpu) {
      result = driver.run(load, progress::load);
    }
    long from = LoadGenerator.BEGIN_MILLIS + load.run().warmupMillis();
    Trial trial =
        new Trial(
            contender.name(), name, result, cpu.seconds(from, from + load.run().durationMillis()));
    if (result.generator().generatorSaturated()) {
      notes.add(
          "The load generator was at its limits in a window of "
              + contender.name()
              + ", "
              + name
              + ".");
    }
    progress.done(
        "%s, %s: %s offered, %s completed per second, p99 %s ms"
            .formatted(
                contender.name(),
                name,
                Numbers.plain(trial.offeredPerSecond()),
                Numbers.plain(trial.completedPerSecond()),
                Numbers.plain(trial.p99Millis())));
    settle(contender);
    return trial;
  }

  public void settle(Contender contender) throws InterruptedException {
    Idleness.await(contender::cpuSeconds, demo.timing().settle());
  }

  /** Longest time of a short run. */
  public static Duration ofProbe(TrialTiming timing) {
    return timing.probeLeadIn().plus(timing.probeWindow()).plus(timing.settle());
  }
}
