package io.headwaiter.lab.bench;

import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.model.HelloSpec;
import io.headwaiter.lab.model.LoadSpec;
import io.headwaiter.lab.model.Timing;
import io.headwaiter.lab.outcome.ProgressLine;
import io.headwaiter.lab.server.ContenderServer;
import io.headwaiter.lab.server.Idleness;
import io.headwaiter.load.ReplayOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Warms up the servers of an experiment, each with the first load that it is measured under: visits
 * at a rate that keeps it busy, or as many as there are clients, or raw hellos. Belongs to one
 * thread.
 */
final class BenchWarmUp {
  private static final int SEED = 500;
  // What hellos at a multiple of 1x are multiples of, before 1x is known.
  private static final double WARM_UP_VISITS_PER_SECOND = 50;

  private final Experiment experiment;
  private final LoadDriver driver;
  private final ProgressLine progress;

  BenchWarmUp(Experiment experiment, LoadDriver driver, ProgressLine progress) {
    this.experiment = experiment;
    this.driver = driver;
    this.progress = progress;
  }

  /**
   * How a server is after it.
   *
   * @param steady whether its CPU time for a page did not change any more; true where hellos were
   *     sent, which have none
   * @param perSecond visits per second that fill the processor, as far as is known; NaN if it was
   *     not warmed up by visits at a rate
   */
  record Warm(boolean steady, double perSecond) {}

  /** Warms all up. */
  Map<String, Warm> run(Collection<RunningServer> servers)
      throws IOException, InterruptedException {
    List<WarmUp> byRate = new ArrayList<>();
    Map<String, Warm> warm = new LinkedHashMap<>();
    for (RunningServer server : servers) {
      LoadSpec load = first(server.name());
      if (load.hasRate()) {
        byRate.add(
            new WarmUp(
                server.name(),
                new ContenderServer(server.contender()),
                steps(load),
                driver,
                progress));
      } else if (load.visits().isPresent()) {
        warm.put(server.name(), new Warm(byClients(server, load), Double.NaN));
      } else {
        byHellos(server, load.hellos().orElseThrow());
        warm.put(server.name(), new Warm(/* steady= */ true, Double.NaN));
      }
    }
    if (!byRate.isEmpty()) {
      WarmUp.together(byRate);
    }
    for (WarmUp one : byRate) {
      progress.done(one.words());
      warm.put(one.name(), new Warm(one.wasFlat(), one.fitsPerSecond()));
    }
    for (RunningServer server : servers) {
      Idleness.await(server.contender()::cpuSeconds, experiment.timing().settle());
    }
    return warm;
  }

  private LoadSpec first(String server) {
    return experiment.loads().stream().filter(load -> load.isFor(server)).findFirst().orElseThrow();
  }

  private WarmUp.Steps steps(LoadSpec load) {
    Timing timing = experiment.timing();
    LoadSpec visits = LoadSpec.times("warm-up", 1, load.visits().orElseThrow());
    // The same visits in every window: what changes then is the server.
    return new WarmUp.Steps(
        timing.warmUpWindow(),
        timing.compileWindows(),
        timing.steadyWindowsMax(),
        (target, rate, window) ->
            visits.at(target, experiment.seed() + SEED, Duration.ZERO, window, rate));
  }

  private boolean byClients(RunningServer server, LoadSpec load)
      throws IOException, InterruptedException {
    Timing timing = experiment.timing();
    return new PeakWarmUp(driver, progress, new ArrayList<>())
        .run(
            server.contender(),
            window ->
                load.at(
                    server.contender().target(),
                    experiment.seed() + SEED + window,
                    Duration.ZERO,
                    timing.warmUpWindow(),
                    Double.NaN),
            timing.compileWindows(),
            timing.steadyWindowsMax(),
            timing.settle());
  }

  /** Without the load's processor: the server does little. */
  private void byHellos(RunningServer server, HelloSpec hellos)
      throws IOException, InterruptedException {
    Timing timing = experiment.timing();
    int windows = timing.compileWindows() + timing.warmUpMax();
    for (int window = 0; window < windows; window++) {
      progress.step("warming up " + server.name());
      ReplayOptions options =
          hellos.at(
              server.contender().target(),
              experiment.seed() + SEED + window,
              timing.warmUpWindow(),
              WARM_UP_VISITS_PER_SECOND);
      HelloSender.send(options, hellos.genuine(), server.contender().target());
    }
  }
}
