package io.headwaiter.lab.host;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * CPU time of a process, user and system, from its threads' {@code schedstat}, which counts
 * nanoseconds; or the time for which its threads waited for a processor.
 *
 * <p>Why not the process's own {@code stat}: it counts in ticks of 10 ms, a tenth of what a few
 * thousand refusals cost. What {@code stat} has and this has not, the time of threads that ended,
 * is kept here from one reading to the next; only what a thread used between the last reading and
 * its end is lost. A thread that is running is accounted for up to the scheduler's last tick, at
 * most 10 ms ago. Thread-safe.
 */
public final class TaskClock {
  // Columns of schedstat.
  private static final int RUNNING = 0;
  private static final int READY = 1;
  private static final int COLUMNS = 3;

  private final Path tasks;
  private final int column;
  private final Map<String, Long> last = new HashMap<>();
  private long endedNanos;

  /** The clock of a process. */
  public static TaskClock of(long pid) {
    return new TaskClock(tasksOf(pid));
  }

  /** The clock of the time for which threads of a process could run and had no processor. */
  public static TaskClock ofReady(long pid) {
    return new TaskClock(tasksOf(pid), READY);
  }

  private static Path tasksOf(long pid) {
    return Path.of("/proc", Long.toString(pid), "task");
  }

  /** A clock on a folder with one folder for each thread. */
  public TaskClock(Path tasks) {
    this(tasks, RUNNING);
  }

  TaskClock(Path tasks, int column) {
    this.tasks = tasks;
    this.column = column;
  }

  /** Seconds of all threads so far; NaN when the system does not tell or the process is gone. */
  public synchronized double seconds() {
    Map<String, Long> now = new HashMap<>();
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(tasks)) {
      for (Path folder : folders) {
        read(folder, now);
      }
    } catch (IOException | DirectoryIteratorException e) {
      return Double.NaN;
    }
    if (now.isEmpty()) {
      return Double.NaN;
    }
    last.forEach(
        (thread, nanos) -> {
          if (now.getOrDefault(thread, -1L) < nanos) { // ended; its number may have been given anew
            endedNanos += nanos;
          }
        });
    last.clear();
    last.putAll(now);
    return (endedNanos + now.values().stream().mapToLong(Long::longValue).sum()) / 1e9;
  }

  private void read(Path folder, Map<String, Long> into) {
    try {
      String line = Files.readString(folder.resolve("schedstat"));
      into.put(folder.getFileName().toString(), Long.parseLong(line.split(" ", COLUMNS)[column]));
    } catch (IOException | NumberFormatException | IndexOutOfBoundsException e) {
      return; // it ended while we looked
    }
  }
}
