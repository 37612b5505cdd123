package io.headwaiter.lab.host;

import io.headwaiter.tuning.HostTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What Linux counts in {@code /proc/stat} for the processors that a process may use. Thread-safe.
 *
 * @param stat the file
 * @param cpus the processors
 */
public record ProcessorClock(Path stat, List<Integer> cpus) {
  private static final double TICK_NANOS = 1e7;
  private static final int IDLE = 4;
  private static final int IO_WAIT = 5;
  private static final int STEAL = 8;

  /** Of a process of this machine. */
  public static ProcessorClock of(long pid) throws IOException {
    return of(Path.of("/proc"), pid);
  }

  /** Of these processors of this machine. */
  public static ProcessorClock of(List<Integer> cpus) {
    return new ProcessorClock(Path.of("/proc/stat"), cpus);
  }

  public static ProcessorClock of(Path proc, long pid) throws IOException {
    Path status = proc.resolve(Path.of(Long.toString(pid), "status"));
    List<Integer> cpus =
        Files.exists(status) ? Pinning.allowed(Files.readAllLines(status)) : List.of();
    return new ProcessorClock(proc.resolve("stat"), cpus);
  }

  /** Since the machine was started, the mean of these processors; null where nobody counts. */
  public HostTime read() throws IOException {
    if (cpus.isEmpty() || !Files.exists(stat)) {
      return null;
    }
    List<String[]> ours =
        Files.readAllLines(stat).stream()
            .map(line -> line.split(" +"))
            .filter(fields -> fields.length > STEAL && isOurs(fields[0]))
            .toList();
    return ours.isEmpty()
        ? null
        : new HostTime(
            System.nanoTime(), mean(ours, STEAL), mean(ours, IDLE) + mean(ours, IO_WAIT));
  }

  private boolean isOurs(String name) {
    return cpus.stream().anyMatch(cpu -> name.equals("cpu" + cpu));
  }

  private static double mean(List<String[]> lines, int field) {
    return lines.stream()
        .mapToDouble(fields -> TICK_NANOS * Long.parseLong(fields[field]))
        .average()
        .orElse(0);
  }
}
