package io.headwaiter.lab.experiment;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Predicate;

/** CPU time of those threads of a process whose names fit, from the kernel's {@code schedstat}. */
final class ThreadClock {
  private final Path tasks;
  private final Predicate<String> name;

  private ThreadClock(Path tasks, Predicate<String> name) {
    this.tasks = tasks;
    this.name = name;
  }

  /**
   * The clock of some threads.
   *
   * @param name tells by the first fifteen characters of a thread's name, which the kernel keeps
   */
  static ThreadClock of(long pid, Predicate<String> name) {
    return new ThreadClock(Path.of("/proc", Long.toString(pid), "task"), name);
  }

  /** A clock on a folder with one folder for each thread. */
  static ThreadClock in(Path tasks, Predicate<String> name) {
    return new ThreadClock(tasks, name);
  }

  /** CPU seconds so far of those that still live; NaN when there is none. */
  double seconds() {
    long nanos = 0;
    boolean found = false;
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(tasks)) {
      for (Path folder : folders) {
        if (name.test(Files.readString(folder.resolve("comm")).strip())) {
          String line = Files.readString(folder.resolve("schedstat"));
          nanos += Long.parseLong(line.split(" ", 2)[0]);
          found = true;
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      return Double.NaN;
    }
    return found ? nanos / 1e9 : Double.NaN;
  }
}
