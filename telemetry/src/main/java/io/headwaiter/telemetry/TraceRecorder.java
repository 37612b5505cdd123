package io.headwaiter.telemetry;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import org.jspecify.annotations.Nullable;

/**
 * Makes recordings for {@code headwaiter trace}, one at a time, bounded in time and size. They hold
 * Headwaiter's events and nothing else, so no address, cookie or query is in them. All recordings
 * of a JVM share their files: while another one runs, its events would be in the trace, and there
 * may be passwords in them. So none is made then.
 *
 * <p>Thread-safe.
 */
final class TraceRecorder {
  static final int SECONDS_MAX = 60;
  private static final long BYTES_MAX = 64L << 20;
  private static final String PREFIX = "io.headwaiter.";
  private static final List<String> EVENTS =
      List.of("Turn", "Request", "Connection", "DatabaseUse", "Admission", "Refusal", "Interval");

  private static final System.Logger LOG = System.getLogger(TraceRecorder.class.getName());

  private final Semaphore free = new Semaphore(1);

  /**
   * Makes an empty recording, so that later ones cost little; to be called at the start. Before its
   * first recording a JVM instruments classes, for which HotSpot discards all compiled code: in the
   * middle of a busy hour a server with one processor serves next to nothing for some 20 s then.
   */
  static void prepare() {
    if (!FlightRecorder.isAvailable()) {
      return;
    }
    try (Recording empty = ofOurEvents()) {
      empty.start();
      empty.stop();
    } catch (IllegalStateException e) {
      LOG.log(System.Logger.Level.DEBUG, "A recording runs, so all is prepared", e);
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.WARNING, "No trace can be recorded", e);
    }
  }

  /**
   * Records for some time, on the calling thread.
   *
   * @return the file, which the caller deletes
   * @throws IllegalArgumentException with a sentence if the time is not allowed
   * @throws IllegalStateException with a sentence if a recording is under way, of whichever kind
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
    try (Recording recording = ofOurEvents()) {
      recording.setMaxSize(BYTES_MAX);
      recording.setMaxAge(Duration.ofSeconds(2L * SECONDS_MAX));
      recording.start();
      TimeUnit.SECONDS.sleep(Integer.parseInt(seconds));
      recording.stop();
      refuseBesideOthers(recording);
      return dump(recording);
    } finally {
      free.release();
    }
  }

  private static Recording ofOurEvents() {
    FlightRecorder recorder = FlightRecorder.getFlightRecorder();
    refuseBesideOthers(null);
    Recording recording = new Recording();
    // Events of an application and its libraries are on unless something turns them off.
    recorder.getEventTypes().forEach(type -> recording.disable(type.getName()));
    EVENTS.forEach(name -> recording.enable(PREFIX + name).withoutStackTrace());
    return recording;
  }

  /**
   * @param ours null before there is one
   * @throws IllegalStateException with a sentence if another recording runs, or has run since the
   *     beginning of ours
   */
  private static void refuseBesideOthers(@Nullable Recording ours) {
    for (Recording other : FlightRecorder.getFlightRecorder().getRecordings()) {
      boolean ranBeside =
          ours != null
              && other.getStopTime() != null
              && other.getStopTime().isAfter(ours.getStartTime());
      if (!other.equals(ours) && (other.getState() == RecordingState.RUNNING || ranBeside)) {
        throw new IllegalStateException(
            "This JVM makes another recording, whose events would be in the trace. End it first (jcmd"
                + " PID JFR.stop), or have it record these events, too: docs/trace.md.");
      }
    }
  }

  private static Path dump(Recording recording) throws IOException {
    Path file = Files.createTempFile("headwaiter", ".jfr");
    boolean isWritten = false;
    try {
      recording.dump(file);
      isWritten = true;
    } finally {
      if (!isWritten) {
        Files.delete(file); // the disk may be full
      }
    }
    return file;
  }
}
