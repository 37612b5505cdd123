package io.headwaiter.lab.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A control group of our own that bounds the processor time of the processes in it, and may change
 * the bound while they run. Version 1 of the kernel's interface ({@code cpu.cfs_quota_us}) where
 * its hierarchy is mounted, else version 2 ({@code cpu.max}). Gone with {@link #close()} and with
 * the end of this JVM; the processes in it go back to the group above.
 *
 * <p>The period is 20 ms, not the usual 100 ms: a process that has used its quota stands still for
 * the rest of the period, and that shows in response times. Thread-safe as far as the kernel is.
 */
public final class CpuGroup implements AutoCloseable {
  /** Where control groups are mounted. */
  public static final Path ROOT = Path.of("/sys/fs/cgroup");

  private static final long PERIOD_MICROS = 20_000;
  // the kernel's least quota
  private static final long QUOTA_MICROS_MIN = 1000;
  private static final String PROCESSES = "cgroup.procs";
  private static final String QUOTA_V1 = "cpu.cfs_quota_us";
  private static final String PERIOD_V1 = "cpu.cfs_period_us";
  private static final String QUOTA_V2 = "cpu.max";
  private static final String CHILDREN_V2 = "cgroup.subtree_control";

  private final Path folder;
  private final boolean first;
  private final Thread hook = new Thread(this::remove, "remove-cpu-group");

  private CpuGroup(Path folder, boolean first) {
    this.folder = folder;
    this.first = first;
  }

  /** Why no group can be made here, in words; empty when one can. */
  public static Optional<String> whyNot(Path root) {
    Path v1 = root.resolve("cpu");
    if (Files.exists(v1.resolve(QUOTA_V1))) {
      return writable(v1, v1.resolve(PROCESSES));
    }
    if (Files.exists(root.resolve(CHILDREN_V2))) {
      return writable(root, root.resolve(CHILDREN_V2));
    }
    return Optional.of("there is no control group with a processor quota under " + root);
  }

  private static Optional<String> writable(Path folder, Path file) {
    return Files.isWritable(folder) && Files.isWritable(file)
        ? Optional.empty()
        : Optional.of("this user may make no control group under " + folder);
  }

  /**
   * Makes a group without processes and without a bound.
   *
   * @param name parts it from the other groups of this process
   * @throws IOException when it cannot be made, with {@link #whyNot} in its message
   */
  public static CpuGroup create(Path root, String name) throws IOException {
    Optional<String> why = whyNot(root);
    if (why.isPresent()) {
      throw new IOException(why.get());
    }
    Path v1 = root.resolve("cpu");
    boolean first = Files.exists(v1.resolve(QUOTA_V1));
    if (!first) {
      write(root.resolve(CHILDREN_V2), "+cpu");
    }
    String own = "headwaiter-" + ProcessHandle.current().pid() + "-" + name;
    CpuGroup group = new CpuGroup(Files.createDirectory((first ? v1 : root).resolve(own)), first);
    Runtime.getRuntime().addShutdownHook(group.hook);
    return group;
  }

  /** Puts a process into the group, with all its threads. */
  public void add(long pid) throws IOException {
    write(folder.resolve(PROCESSES), Long.toString(pid));
  }

  /**
   * Bounds the processor time.
   *
   * @param processors above 0; 0.5 is 10 ms in each 20 ms. Below 0.05 it is 0.05, the least that
   *     the kernel knows
   */
  public void quota(double processors) throws IOException {
    if (!(processors > 0) || Double.isInfinite(processors)) {
      throw new IllegalArgumentException(
          "a quota is a number of processors above 0, got " + processors);
    }
    long micros = Math.max(QUOTA_MICROS_MIN, Math.round(processors * PERIOD_MICROS));
    if (first) {
      write(folder.resolve(PERIOD_V1), Long.toString(PERIOD_MICROS));
      write(folder.resolve(QUOTA_V1), Long.toString(micros));
    } else {
      write(folder.resolve(QUOTA_V2), String.format(Locale.ROOT, "%d %d", micros, PERIOD_MICROS));
    }
  }

  /** Takes the bound away. */
  public void unlimited() throws IOException {
    write(folder.resolve(first ? QUOTA_V1 : QUOTA_V2), first ? "-1" : "max " + PERIOD_MICROS);
  }

  @Override
  public void close() {
    remove();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException alreadyShuttingDown) {
      return; // the hook does the same
    }
  }

  /** A group that still has processes cannot be removed. */
  private void remove() {
    try {
      Path processes = folder.resolve(PROCESSES);
      List<String> left = Files.exists(processes) ? Files.readAllLines(processes) : List.of();
      for (String pid : left) {
        release(pid);
      }
      Files.deleteIfExists(folder);
    } catch (IOException e) {
      throw new UncheckedIOException("the control group " + folder + " could not be removed", e);
    }
  }

  private void release(String pid) {
    try {
      write(folder.resolveSibling(PROCESSES), pid);
    } catch (IOException ended) {
      return; // between reading and writing; then it is in no group
    }
  }

  private static void write(Path file, String text) throws IOException {
    Files.write(
        file,
        text.getBytes(StandardCharsets.US_ASCII),
        StandardOpenOption.CREATE,
        StandardOpenOption.WRITE);
  }
}
