package io.headwaiter.telemetry;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Recording;

/**
 * Makes recordings for {@code headwaiter trace}, one at a time, bounded in time and size. They hold
 * Headwaiter's events and nothing else, so no address, cookie or query is in them.
 *
 * <p>Thread-safe.
 */
final class TraceRecorder {
  static final int SECONDS_MAX = 60;
  private static final long BYTES_MAX = 64L << 20;
  private static final List<String> EVENTS =
      List.of("Turn", "Request", "Connection", "Admission", "Refusal", "Interval");

  private final Semaphore free = new Semaphore(1);

  /**
   * Records for some time, on the calling thread.
   *
   * @return the file, which the caller deletes
   * @throws IllegalArgumentException with a sentence if the time is not allowed
   * @throws IllegalStateException with a sentence if a recording is under way
   * @throws IOException if it cannot be written
   * @throws InterruptedException if the server stops meanwhile
   */
  Path record(String seconds) throws IOException, InterruptedException {
    if (!seconds.matches("[1-9]\\d?") || Integer.parseInt(seconds) > SECONDS_MAX) {
      throw new IllegalArgumentException(
          "seconds is how long to record: a whole number from 1 to " + SECONDS_MAX + ".");
    }
    if (!free.tryAcquire()) {
      throw new IllegalStateException("Another trace is being recorded; ask again after its end.");
    }
    try (Recording recording = new Recording()) {
      EVENTS.forEach(name -> recording.enable("io.headwaiter." + name).withoutStackTrace());
      recording.setMaxSize(BYTES_MAX);
      recording.setMaxAge(Duration.ofSeconds(2L * SECONDS_MAX));
      recording.start();
      TimeUnit.SECONDS.sleep(Integer.parseInt(seconds));
      recording.stop();
      Path file = Files.createTempFile("headwaiter", ".jfr");
      recording.dump(file);
      return file;
    } finally {
      free.release();
    }
  }
}
