package io.headwaiter.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a recording sees of the use of a pool. */
class DatabaseUseEventTest {
  private static final String NAME = "io.headwaiter.DatabaseUse";

  @TempDir Path folder;

  /** Work that uses the pool. */
  private interface Work {
    void run() throws SQLException;
  }

  private List<RecordedEvent> during(Work work) throws IOException, SQLException {
    Path file = folder.resolve("use.jfr");
    try (Recording recording = new Recording()) {
      recording.enable(NAME);
      recording.start();
      work.run();
      recording.stop();
      recording.dump(file);
    }
    return RecordingFile.readAllEvents(file).stream()
        .filter(event -> event.getEventType().getName().equals(NAME))
        .toList();
  }

  @Test
  void tellsTypeAndTimesOfEachConnection() throws Exception {
    RequestWideDataSource source =
        new RequestWideDataSource(
            new FakePool(new FakeDatabase("use"), 2), HoldingOptions.defaults());
    List<RecordedEvent> events =
        during(
            () -> {
              RequestScope scope =
                  new RequestScope("/search", RequestScope.NO_DEADLINE, RequestListener.NONE);
              RequestScope previous = scope.enter();
              source.getConnection().close();
              scope.leave(previous);
              scope.end(true);
              source.getConnection().close();
            });
    assertThat(events)
        .extracting(event -> event.getString("type"))
        .containsExactly("/search", null);
    for (RecordedEvent event : events) {
      long asked = event.getLong("askedNanos");
      assertThat(event.getLong("takenNanos")).isGreaterThanOrEqualTo(asked);
      assertThat(event.getLong("returnedNanos"))
          .isBetween(event.getLong("takenNanos"), asked + TimeUnit.MINUTES.toNanos(1));
    }
  }
}
