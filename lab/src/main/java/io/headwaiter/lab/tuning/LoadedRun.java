package io.headwaiter.lab.tuning;

import io.headwaiter.core.pool.PoolSizes;
import io.headwaiter.core.profile.RequestProfile;
import io.headwaiter.lab.load.LoadOptions;
import io.headwaiter.lab.load.Progress;
import io.headwaiter.lab.results.LoadResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.function.Consumer;

/** Profiles a server with the load generator: its readings are taken while load comes. */
public final class LoadedRun implements PoolTuning.Runner {
  /** Applies a load; {@code LoadGenerator::run} is one. */
  @FunctionalInterface
  public interface Driver {
    /** Runs the options to their end. */
    LoadResult run(LoadOptions options, Consumer<Progress> progress) throws InterruptedException;
  }

  /** A part of the sessions failing is the end of it: what is measured then is not the shop. */
  private static final double FAILED_MAX = 0.2;

  private final TunedServer server;
  private final LoadOptions load;
  private final Driver driver;
  private final Duration firstWarmup;

  /**
   * A runner.
   *
   * @param load who comes, for how long; arrivals are replaced by a closed population
   * @param firstWarmup of the first run, in which the server compiles
   */
  public LoadedRun(TunedServer server, LoadOptions load, Driver driver, Duration firstWarmup) {
    this.server = server;
    this.load = load;
    this.driver = driver;
    this.firstWarmup = firstWarmup;
  }

  /** Readings within the window of measurement: the first and the last. */
  private static final class Window implements Consumer<Progress> {
    private final TunedServer server;
    private TunedServer.Reading first;
    private TunedServer.Reading last;
    private int readings;

    Window(TunedServer server) {
      this.server = server;
    }

    @Override
    public void accept(Progress progress) {
      if (progress.warmingUp() || progress.elapsedMillis() >= progress.totalMillis()) {
        return;
      }
      try {
        read();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    void read() throws IOException {
      last = server.read();
      first = first == null ? last : first;
      readings++;
    }
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
    Window window = new Window(server);
    LoadResult result;
    try {
      result = driver.run(options, window);
    } catch (UncheckedIOException e) {
      throw new IOException("The server does not answer any more: " + e.getMessage(), e);
    }
    double failed = failedPart(result);
    if (failed > FAILED_MAX) {
      throw new IOException(
          "%.0f %% of the sessions failed with %s: %s. Mend that first."
              .formatted(100 * failed, sizes, result.errorsByKind()));
    }
    if (window.readings == 1) {
      window.read(); // the machine is slow, and the end of the load a moment ago
    }
    if (window.readings == 0) {
      throw new IOException("The run is too short to be measured: give at least 2s with --run.");
    }
    RequestProfile measured = window.last.requests().since(window.first.requests());
    return new TuningRun(
        sizes.threads(),
        sizes.connections(),
        clients,
        window.last.threadsBusySince(window.first),
        failed,
        measured,
        window.last.processorsSince(window.first));
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
