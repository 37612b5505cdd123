package io.headwaiter.lab.host;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/** Timers that do not keep the process alive. */
public final class DaemonTimer {
  private DaemonTimer() {}

  /** One with a single thread of this name. */
  public static ScheduledExecutorService named(String name) {
    return Executors.newSingleThreadScheduledExecutor(
        task -> {
          Thread thread = new Thread(task, name);
          thread.setDaemon(true);
          return thread;
        });
  }
}
