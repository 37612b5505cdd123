package io.headwaiter.jdbc;

import io.headwaiter.jdbc.HoldingOptions.Places;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Reports of leaked connections, a few a second at most. Where a connection is taken is recorded
 * only while a leak is being looked for: a stack trace costs as much as a hundred kept uses.
 */
final class LeakReports {
  static final System.Logger LOG = System.getLogger(LeakReports.class.getName());
  private static final int PLACES_AFTER_A_LEAK = 1_000;
  private static final long REPORT_EVERY_NANOS = 1_000_000_000;

  private final Places places;
  private final AtomicInteger toRecord = new AtomicInteger();
  private final AtomicLong lastReportNanos;
  private volatile boolean recording;

  LeakReports(Places places) {
    this.places = places;
    recording = places == Places.ALWAYS;
    lastReportNanos = new AtomicLong(System.nanoTime() - REPORT_EVERY_NANOS);
  }

  /** A handle is about to be given to the application. */
  ConnectionHandle opened(ConnectionHandle handle) {
    if (recording) {
      record(handle);
    }
    return handle;
  }

  private void record(ConnectionHandle handle) {
    if (places == Places.AFTER_A_LEAK && toRecord.decrementAndGet() < 0) {
      recording = false;
      return;
    }
    handle.rememberPlace();
  }

  void leaked(String pool, String type, Throwable place) {
    if (places == Places.AFTER_A_LEAK) {
      toRecord.set(PLACES_AFTER_A_LEAK);
      recording = true;
    }
    long now = System.nanoTime();
    long last = lastReportNanos.get();
    if (now - last < REPORT_EVERY_NANOS || !lastReportNanos.compareAndSet(last, now)) {
      return;
    }
    String message =
        pool
            + " - a request of type "
            + type
            + " ended with an open connection; it was taken back. Close connections with"
            + " try-with-resources.";
    if (place == null) {
      message += " Where it was taken is recorded from now on and reported with the next leak.";
    }
    LOG.log(System.Logger.Level.WARNING, message, place);
  }
}
