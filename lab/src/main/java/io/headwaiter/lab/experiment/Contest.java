package io.headwaiter.lab.experiment;

import io.headwaiter.lab.load.LoadOptions;
import io.headwaiter.lab.report.Numbers;
import io.headwaiter.lab.results.LoadResult;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Brings contenders to their peak in turns: all of them run all the time on the same processor, one
 * serves while the others idle. Belongs to one thread.
 */
final class Contest {
  // The generator begins a run a little after it is told to, see LoadGenerator.
  private static final long BEGIN_MILLIS = 20;
  private static final int WARM_UP_SEED = 500;

  private final ContestPlan plan;
  private final LoadDriver driver;
  private final ProgressLine progress;
  private final List<String> notes = new ArrayList<>();

  Contest(ContestPlan plan, LoadDriver driver, ProgressLine progress) {
    this.plan = plan;
    this.driver = driver;
    this.progress = progress;
  }

  /** What the reader has to know. */
  List<String> notes() {
    return List.copyOf(notes);
  }

  /** Warms all of them up and measures them. */
  ContestFigures run(List<Contender> contenders) throws IOException, InterruptedException {
    return run(contenders, contenders);
  }

  /**
   * The same where some share a server.
   *
   * @param warmUps whom to warm up in this order, some more than once, so that all of their servers
   *     have had as much
   */
  ContestFigures run(List<Contender> warmUps, List<Contender> contenders)
      throws IOException, InterruptedException {
    for (Contender contender : warmUps) {
      warmUp(contender);
    }
    List<Map<String, ContestRun>> rounds = new ArrayList<>();
    for (int round = 0; round < plan.rounds(); round++) {
      Map<String, ContestRun> runs = new HashMap<>();
      for (Contender contender : inTurn(contenders, round)) {
        progress.step("round " + (round + 1) + " of " + plan.rounds() + ", " + contender.name());
        ContestRun run = measure(contender, round);
        runs.put(contender.name(), run);
        progress.done(
            contender.name()
                + ": "
                + Numbers.plain(run.completedPerSecond())
                + " sessions per second on "
                + Numbers.plain(run.cores())
                + " cores");
      }
      rounds.add(runs);
    }
    return new ContestFigures(contenders.stream().map(Contender::name).toList(), rounds);
  }

  /** Another one begins in each round, so that a drift is nobody's advantage. */
  static <T> List<T> inTurn(List<T> all, int round) {
    List<T> turned = new ArrayList<>(all);
    Collections.rotate(turned, -(round % all.size()));
    return turned;
  }

  private void warmUp(Contender contender) throws IOException, InterruptedException {
    new PeakWarmUp(driver, progress, notes)
        .run(
            contender,
            window ->
                plan.load(
                    contender.target(), Duration.ZERO, plan.warmUpWindow(), WARM_UP_SEED + window),
            plan.compileWindows(),
            plan.warmUpMax(),
            ContestPlan.SETTLE);
  }

  private ContestRun measure(Contender contender, int round) throws InterruptedException {
    LoadOptions load = plan.load(contender.target(), plan.leadIn(), plan.window(), round);
    CpuSampler cpu = new CpuSampler(contender::cpuSeconds);
    LoadResult result;
    try (cpu) {
      result = driver.run(load, progress::load);
    }
    long from = BEGIN_MILLIS + plan.leadIn().toMillis();
    double seconds = cpu.seconds(from, from + plan.window().toMillis());
    if (result.generator().generatorSaturated()) {
      notes.add("The load generator was short of CPU in a window of " + contender.name() + ".");
    }
    Idleness.await(contender::cpuSeconds, ContestPlan.SETTLE);
    return new ContestRun(contender.name(), result, seconds);
  }
}
