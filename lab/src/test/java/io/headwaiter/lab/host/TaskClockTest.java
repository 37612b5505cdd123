package io.headwaiter.lab.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TaskClockTest {
  @TempDir private Path tasks;

  @Test
  void threadsAreAddedUp() throws IOException {
    thread("1", 1_500_000_000L);
    thread("2", 250_000_000L);
    assertThat(new TaskClock(tasks).seconds()).isEqualTo(1.75);
  }

  @Test
  void waitsForProcessorsAreAddedUp() throws IOException {
    thread("1", 1_500_000_000L);
    thread("2", 250_000_000L);
    assertThat(new TaskClock(tasks, 1).seconds()).isEqualTo(154e-9);
  }

  @Test
  void aThreadThatEndedKeepsItsTimeAlsoWhenItsNumberIsGivenAnew() throws IOException {
    TaskClock clock = new TaskClock(tasks);
    thread("1", 1_000_000_000L);
    thread("2", 500_000_000L);
    assertThat(clock.seconds()).isEqualTo(1.5);
    Files.delete(tasks.resolve("2").resolve("schedstat"));
    Files.delete(tasks.resolve("2"));
    thread("1", 1_250_000_000L);
    assertThat(clock.seconds()).isEqualTo(1.75);
    thread("1", 250_000_000L);
    assertThat(clock.seconds()).isEqualTo(2.0);
    assertThat(clock.seconds()).isEqualTo(2.0);
  }

  @Test
  void aProcessThatIsGoneHasNoTime() {
    assertThat(new TaskClock(tasks.resolve("gone")).seconds()).isNaN();
    assertThat(new TaskClock(tasks).seconds()).isNaN();
  }

  @Test
  void theOwnProcessHasUsedSome() {
    assertThat(TaskClock.of(ProcessHandle.current().pid()).seconds()).isPositive();
  }

  private void thread(String id, long nanos) throws IOException {
    Path folder = Files.createDirectories(tasks.resolve(id));
    Files.writeString(folder.resolve("schedstat"), nanos + " 77 3\n");
  }
}
