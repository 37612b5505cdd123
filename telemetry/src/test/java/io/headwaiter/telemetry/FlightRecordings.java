package io.headwaiter.telemetry;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** Records and reads Headwaiter's JFR events. */
final class FlightRecordings {
  private FlightRecordings() {}

  /** Runs work, and returns the events of this name that were recorded meanwhile. */
  static List<RecordedEvent> during(String event, Runnable work) throws IOException {
    try (Recording recording = new Recording()) {
      recording.enable(event);
      recording.start();
      work.run();
      recording.stop();
      return events(recording, event);
    }
  }

  static List<RecordedEvent> events(Recording recording, String event) throws IOException {
    Path file = Files.createTempFile("headwaiter", ".jfr");
    try {
      recording.dump(file);
      return RecordingFile.readAllEvents(file).stream()
          .filter(e -> e.getEventType().getName().equals(event))
          .toList();
    } finally {
      Files.delete(file);
    }
  }
}
