package io.headwaiter.lab.host;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What a process has used so far.
 *
 * @param userSeconds CPU time in the program itself, also of threads that ended
 * @param systemSeconds CPU time in the kernel
 * @param contextSwitches of the threads that live, of their own will or not
 */
public record ProcessUsage(double userSeconds, double systemSeconds, long contextSwitches) {
  private static final double TICKS_PER_SECOND = 100;
  // Of the fields behind the program's name, which ends with a bracket.
  private static final int USER = 11;
  private static final int SYSTEM = 12;
  private static final String SWITCHES = "ctxt_switches:";

  /**
   * Reads it.
   *
   * @throws IOException if the process is gone, or the system does not tell
   */
  public static ProcessUsage of(long pid) throws IOException {
    Path folder = Path.of("/proc", Long.toString(pid));
    String stat = Files.readString(folder.resolve("stat"));
    long switches = 0;
    try (DirectoryStream<Path> tasks = Files.newDirectoryStream(folder.resolve("task"))) {
      for (Path task : tasks) {
        switches += switches(task.resolve("status"));
      }
    }
    return parse(stat, switches);
  }

  /** Reads the line {@code stat} of a process. */
  static ProcessUsage parse(String stat, long switches) {
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    return new ProcessUsage(
        Long.parseLong(fields[USER]) / TICKS_PER_SECOND,
        Long.parseLong(fields[SYSTEM]) / TICKS_PER_SECOND,
        switches);
  }

  private static long switches(Path status) {
    try {
      return Files.readAllLines(status).stream()
          .filter(line -> line.contains(SWITCHES))
          .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(':') + 1).trim()))
          .sum();
    } catch (IOException e) {
      return 0; // the thread ended while we looked
    }
  }

  /** Returns both together. */
  public ProcessUsage plus(ProcessUsage other) {
    return new ProcessUsage(
        userSeconds + other.userSeconds,
        systemSeconds + other.systemSeconds,
        contextSwitches + other.contextSwitches);
  }
}
