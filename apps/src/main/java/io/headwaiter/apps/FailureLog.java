package io.headwaiter.apps;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Writes failures of pages to the platform's logger, one line a second at most: a database that is
 * down fails every request, and the log must not become the next bottleneck. Thread-safe.
 */
public final class FailureLog {
  private static final long INTERVAL_NANOS = 1_000_000_000L;

  private final System.Logger logger;
  private final AtomicLong nextNanos = new AtomicLong(System.nanoTime());
  private final AtomicLong unreported = new AtomicLong();

  /** Logs under the given name. */
  public FailureLog(String name) {
    this.logger = System.getLogger(name);
  }

  /** Notes one failure; the line says how many were left out since the last line. */
  public void failed(String path, Exception failure) {
    long now = System.nanoTime();
    long next = nextNanos.get();
    if (now - next < 0 || !nextNanos.compareAndSet(next, now + INTERVAL_NANOS)) {
      unreported.incrementAndGet();
      return;
    }
    long leftOut = unreported.getAndSet(0);
    String line = path + " failed: " + failure + " (" + leftOut + " failures before it not shown)";
    if (failure instanceof RuntimeException) {
      logger.log(System.Logger.Level.ERROR, line, failure);
    } else {
      logger.log(System.Logger.Level.WARNING, line);
    }
  }
}
