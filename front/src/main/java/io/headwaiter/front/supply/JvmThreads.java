package io.headwaiter.front.supply;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;

/**
 * CPU time of the JVM's own threads, which no Java call reports: garbage collectors, compilers, and
 * a few service threads. They are recognized by their names in {@code /proc/self/task}. The serial
 * collector works on the VM thread, which does little else, and counts as a collector. Where there
 * is no such folder, all are 0.
 *
 * <p>To be called by one thread at a time: for all threads about once a second, for the compilers
 * at any time between. What a thread did between the last look and its end is lost.
 */
public final class JvmThreads {
  private static final String[] COLLECTORS = {
    "GC Thread",
    "ParGC",
    "G1 ",
    "VM Thread",
    "ZDriver",
    "ZWorker",
    "ZDirector",
    "ZStat",
    "Shenandoah"
  };
  private static final String[] COMPILERS = {"C1 Compiler", "C2 Compiler", "JVMCI", "Sweeper"};
  // In neither Java's list of threads nor the groups above.
  private static final String[] OTHERS = {"VM Periodic Tas", "Service Thread", "Monitor Deflati"};
  private static final int COLLECTOR = 0;
  private static final int COMPILER = 1;
  private static final int OTHER = 2;
  private static final int NEITHER = 3;

  private final Path tasks;
  private final Map<String, Task> known = new HashMap<>();
  private final FileText text = new FileText();
  private final long[] totalNanos = new long[NEITHER];
  private long look;

  /**
   * @param root where {@code proc} is: {@code /}, or a fixture
   */
  public JvmThreads(Path root) {
    tasks = root.resolve("proc/self/task");
  }

  /** Reads all threads. */
  public void look() {
    look++;
    try (DirectoryStream<Path> all = Files.newDirectoryStream(tasks)) {
      for (Path task : all) {
        look(task);
      }
    } catch (IOException | java.nio.file.DirectoryIteratorException e) {
      return; // no such folder, or not readable now
    }
    Iterator<Task> each = known.values().iterator();
    while (each.hasNext()) {
      Task task = each.next();
      if (task.seen != look) {
        task.time.close();
        each.remove();
      }
    }
  }

  private void look(Path path) {
    String id = path.getFileName().toString();
    Task task = known.computeIfAbsent(id, i -> new Task(path));
    task.seen = look;
    // A thread has its parent's name at first, and its own when it begins to work.
    if (task.kind == NEITHER && task.looks < 3) {
      task.looks++;
      task.kind = kind(CpuSupplyMeter.once(path.resolve("comm")));
    }
    if (task.kind != NEITHER) {
      read(task);
    }
  }

  /** Reads the known compiler threads, and nothing else: two or three files. */
  public void lookAtCompilers() {
    for (Task task : known.values()) {
      if (task.kind == COMPILER) {
        read(task);
      }
    }
  }

  private void read(Task task) {
    if (!task.time.read(text)) {
      return;
    }
    text.rewind();
    long nanos = text.number();
    totalNanos[task.kind] += Math.max(0, nanos - task.nanos);
    task.nanos = Math.max(task.nanos, nanos);
  }

  private static int kind(String name) {
    if (startsWithAny(name, COLLECTORS)) {
      return COLLECTOR;
    }
    if (startsWithAny(name, COMPILERS)) {
      return COMPILER;
    }
    return startsWithAny(name, OTHERS) ? OTHER : NEITHER;
  }

  private static boolean startsWithAny(String name, String... beginnings) {
    for (String beginning : beginnings) {
      if (name.startsWith(beginning)) {
        return true;
      }
    }
    return false;
  }

  /** Returns the CPU time of collecting garbage seen so far. */
  public long collectorNanos() {
    return totalNanos[COLLECTOR];
  }

  /** Returns the CPU time of compiling seen so far. */
  public long compilerNanos() {
    return totalNanos[COMPILER];
  }

  /** Returns the CPU time of the JVM's other threads that Java does not list. */
  public long otherNanos() {
    return totalNanos[OTHER];
  }

  /** Closes the files. */
  public void close() {
    known.values().forEach(task -> task.time.close());
  }

  /** One thread; {@code schedstat} begins with its CPU time in nanoseconds. */
  private static final class Task {
    private final KernelFile time;
    private int kind = NEITHER;
    private int looks;
    private long nanos;
    private long seen;

    Task(Path path) {
      time = new KernelFile(path.resolve("schedstat"));
    }
  }
}
