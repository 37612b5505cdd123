package io.headwaiter.tuning;

import io.headwaiter.core.pool.profile.PoolSizes;
import io.headwaiter.load.LoadOptions;
import io.headwaiter.load.Progress;
import io.headwaiter.load.results.LoadResult;
import java.io.IOException;
import java.io.UncheckedIOException;

/** The first and the last reading of a server in the window of one load. Belongs to one thread. */
public final class ReadingWindow {
  // A full server on a machine that pauses for a moment is still there.
  private static final int MISSED_MAX = 3;

  private final TunedServer server;
  private TunedServer.Reading first;
  private TunedServer.Reading last;
  private int readings;
  private int missed;
  private IOException lastMiss;

  /** Creates a window without readings. */
  public ReadingWindow(TunedServer server) {
    this.server = server;
  }

  /**
   * Applies a load and reads the server meanwhile.
   *
   * @throws IOException when the server does not answer any more, or when the load was too short to
   *     be measured; with a sentence
   */
  public LoadResult during(LoadedRun.Driver driver, LoadOptions load)
      throws IOException, InterruptedException {
    LoadResult result;
    try {
      result = driver.run(load, this::look);
    } catch (UncheckedIOException e) {
      throw silent(e.getCause());
    }
    if (readings < 2 && lastMiss != null) {
      throw silent(lastMiss); // a reading after the load is of no use
    }
    if (readings == 1) {
      read(); // the machine is slow, and the load ended a moment ago
    }
    if (readings == 0) {
      throw new IOException("The run is too short to be measured: give at least 2s with --run.");
    }
    return result;
  }

  private static IOException silent(IOException why) {
    return new IOException("The server does not answer any more: " + why.getMessage(), why);
  }

  private void look(Progress progress) {
    if (!progress.isMeasuring()) {
      return;
    }
    try {
      read();
      missed = 0;
    } catch (IOException e) {
      lastMiss = e;
      if (++missed >= MISSED_MAX) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private void read() throws IOException {
    last = server.read();
    first = first == null ? last : first;
    readings++;
  }

  /**
   * Returns the measurements.
   *
   * @param clients size of the closed population; 0 for a partly open load
   * @param failedPart part of the visits that failed, 0 to 1
   */
  public TuningRun run(PoolSizes sizes, int clients, double failedPart) {
    return new TuningRun(
        sizes.threads(),
        sizes.connections(),
        clients,
        last.threadsBusySince(first),
        failedPart,
        last.requests().since(first.requests()),
        last.processorsSince(first));
  }
}
