package io.headwaiter.apps;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Writes failures of pages to the platform's logger, at most one line a second: a database that is
 * down fails every request, and the log must not become the next bottleneck. Thread-safe.
 */
public final class FailureLog {
  private static final long INTERVAL_NANOS = 1_000_000_000L;

  private final System.Logger logger;
  private final AtomicLong nextNanos = new AtomicLong(System.nanoTime());
  private final AtomicLong unreported = new AtomicLong();

  /** Creates a log under the given logger name. */
  public FailureLog(String name) {
    this.logger = System.getLogger(name);
  }

  /** Records one failure; the line says how many were left out since the last line. */
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
