package io.headwaiter.lab.bench;

import io.headwaiter.lab.model.Disturbance.Watch;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.SortedMap;

/** Observes a server while a load runs, until {@link #close}. Belongs to one thread. */
interface Watching extends AutoCloseable {
  /**
   * Returns what was seen in a stretch of time.
   *
   * @param fromMillis since 1970
   * @throws IOException if a watcher failed, or was not answered
   */
  SortedMap<String, Double> told(long fromMillis, long toMillis)
      throws IOException, InterruptedException;

  @Override
  void close();

  /**
   * Begins to watch.
   *
   * @param lead until the window begins
   * @param flameGraph where a profile is drawn
   * @throws IOException if the server cannot be watched like this
   */
  static Watching of(
      Watch watch, RunningServer server, Duration lead, Duration window, Path flameGraph)
      throws IOException {
    return switch (watch) {
      case NONE -> new Nobody();
      case DASHBOARDS, TRACE -> Watchers.of(watch, server, lead.plus(window));
      case PROFILE -> ProfiledRun.of(server, lead, window, flameGraph);
    };
  }

  /** Nobody watches. */
  record Nobody() implements Watching {
    @Override
    public SortedMap<String, Double> told(long fromMillis, long toMillis) {
      return Collections.emptySortedMap();
    }

    @Override
    public void close() {}
  }
}
