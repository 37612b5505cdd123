package io.headwaiter.tuning;

import io.headwaiter.core.pool.profile.PoolSizes;
import io.headwaiter.load.LoadOptions;
import io.headwaiter.load.Progress;
import io.headwaiter.load.results.LoadResult;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;

/** Profiles a server with the load generator: reads the server while it is under load. */
public final class LoadedRun implements PoolTuning.Runner {
  /** Applies a load; {@code LoadGenerator::run} is one. */
  @FunctionalInterface
  public interface Driver {
    /** Runs the options to their end. */
    LoadResult run(LoadOptions options, Consumer<Progress> progress) throws InterruptedException;
  }

  /** The largest fraction of failed visits; with more, the run does not measure the shop. */
  private static final double FAILED_MAX = 0.2;

  private final TunedServer server;
  private final LoadOptions load;
  private final Driver driver;
  private final Duration firstWarmup;

  /**
   * Creates a runner.
   *
   * @param load customers and duration; arrivals are replaced by a closed population
   * @param firstWarmup warm-up of the first run, in which the server compiles
   */
  public LoadedRun(TunedServer server, LoadOptions load, Driver driver, Duration firstWarmup) {
    this.server = server;
    this.load = load;
    this.driver = driver;
    this.firstWarmup = firstWarmup;
  }

  @Override
  public TuningRun run(PoolSizes sizes, int clients, boolean first)
      throws IOException, InterruptedException {
    server.resize(sizes);
    LoadOptions options =
        load.toBuilder()
            .closedPopulation(clients)
            .warmup(first ? firstWarmup : Duration.ofMillis(load.run().warmupMillis()))
            .build();
    ReadingWindow window = new ReadingWindow(server);
    LoadResult result = window.during(driver, options);
    double failed = failedPart(result);
    if (failed > FAILED_MAX) {
      throw new IOException(
          "%.0f %% of the sessions failed with %s: %s. Mend that first."
              .formatted(100 * failed, sizes, result.errorsByKind()));
    }
    return window.run(sizes, clients, failed);
  }

  private static double failedPart(LoadResult result) {
    double broken =
        result.sessions().broken()
            + result.sessions().refused()
            + result.sessions().timedOutBeforeEntry();
    double ended = broken + result.sessions().completed();
    return ended == 0 ? 0 : broken / ended;
  }
}
