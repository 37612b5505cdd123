package io.headwaiter.jdbc;

import io.headwaiter.jdbc.HoldingOptions.Places;
import io.headwaiter.jdbc.proxy.ConnectionHandle;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Reports leaked connections, at most two a second. By default the place where a connection is
 * taken is recorded only after a leak: a stack trace costs as much as a hundred kept uses. A leak
 * that is not found soon is rare; then one use of a hundred is recorded until the server ends.
 */
final class LeakReports {
  static final System.Logger LOG = System.getLogger(LeakReports.class.getName());
  private static final int PLACES_AFTER_A_LEAK = 1_000;
  private static final int THEN_ONE_IN = 100;
  private static final Duration EVERY = Duration.ofSeconds(1);

  private final Places places;
  private final AtomicInteger toRecord = new AtomicInteger();
  private final LogBound withPlace = new LogBound(EVERY, System::nanoTime);
  private final LogBound withoutPlace = new LogBound(EVERY, System::nanoTime);
  private volatile boolean recording;

  LeakReports(Places places) {
    this.places = places;
    recording = places == Places.ALWAYS;
  }

  /** Records the place of a handle, if one is due, before the application gets it. */
  ConnectionHandle opened(ConnectionHandle handle) {
    if (recording && (places == Places.ALWAYS || isDue())) {
      handle.rememberPlace();
    }
    return handle;
  }

  private boolean isDue() {
    return toRecord.get() > 0
        ? toRecord.getAndDecrement() > 0
        : ThreadLocalRandom.current().nextInt(THEN_ONE_IN) == 0;
  }

  void leaked(String pool, String type, @Nullable Throwable place) {
    if (places == Places.AFTER_A_LEAK) {
      toRecord.set(PLACES_AFTER_A_LEAK);
      recording = true;
    }
    // Separate bounds, so that reports without a place do not suppress those with one.
    if ((place == null ? withoutPlace : withPlace).pass() == LogBound.NOT_NOW) {
      return;
    }
    String message =
        pool
            + " - a request of type "
            + type
            + " ended with an open connection; it was taken back. Close connections with"
            + " try-with-resources.";
    if (place == null && recording) {
      message +=
          " Where connections are taken is recorded from now on, of rare leaks once in a"
              + " while, and reported with a later leak.";
    }
    LOG.log(System.Logger.Level.WARNING, message, place);
  }
}
