package io.headwaiter.lab.database;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** A server's process with all its descendants. Signals go to process ids. */
final class ProcessTree {
  private static final long END_NANOS_MAX = TimeUnit.SECONDS.toNanos(10);
  private static final long STEP_MILLIS = 10;
  private static final int SIGNAL_SECONDS_MAX = 10;

  private final Process root;

  ProcessTree(Process root) {
    this.root = root;
  }

  /** Sends a signal to the root. */
  void signal(String name) throws IOException, InterruptedException {
    send(name, List.of(root.toHandle()));
  }

  /**
   * Stops all processes, the root first, so that it starts no more, and waits until they have
   * stopped: a thread that waits for a processor stops when it gets one.
   */
  void suspend() throws IOException, InterruptedException {
    signal("STOP");
    await(() -> isStopped(root.toHandle()), "stopped");
    List<ProcessHandle> children = children();
    send("STOP", children);
    await(() -> children.stream().allMatch(ProcessTree::isStopped), "stopped");
  }

  /** Waits until {@code done} is true, at most 10 s. */
  private void await(BooleanSupplier done, String what) throws IOException, InterruptedException {
    long end = System.nanoTime() + END_NANOS_MAX;
    while (!done.getAsBoolean()) {
      if (System.nanoTime() - end > 0) {
        throw new IOException(
            "The process " + root.pid() + " could not be " + what + " with its own.");
      }
      Thread.sleep(STEP_MILLIS);
    }
  }

  private static Path folder(ProcessHandle process) {
    return Path.of("/proc", Long.toString(process.pid()));
  }

  /** Returns whether none of its threads runs any more; true if the system does not tell. */
  private static boolean isStopped(ProcessHandle process) {
    Path tasks = folder(process).resolve("task");
    if (!Files.isDirectory(tasks)) {
      return true;
    }
    try (Stream<Path> threads = Files.list(tasks)) {
      return threads.allMatch(thread -> "TtZX".indexOf(state(thread)) >= 0);
    } catch (IOException | UncheckedIOException e) {
      return !Files.isDirectory(tasks); // it has ended meanwhile
    }
  }

  /** Returns the state of a process or thread as the letter of Linux; X, dead, if there is none. */
  private static char state(Path of) {
    try {
      String stat = Files.readString(of.resolve("stat"));
      return stat.charAt(stat.lastIndexOf(')') + 2);
    } catch (IOException e) {
      return 'X';
    }
  }

  /** Lets all processes continue. */
  void resume() throws IOException, InterruptedException {
    send("CONT", children());
    signal("CONT");
  }

  /**
   * Kills all processes and waits until they are gone.
   *
   * @throws IOException if one is not gone in time
   */
  void kill() throws IOException, InterruptedException {
    // Processes that outlive the root are no longer its descendants. They must be listed before,
    // when the root starts no more (Linux makes no process for one with a signal pending).
    signal("STOP");
    List<ProcessHandle> children = children();
    root.destroyForcibly();
    children.forEach(ProcessHandle::destroyForcibly);
    await(() -> !root.isAlive() && children.stream().allMatch(ProcessTree::isGone), "killed");
  }

  /** Waits for the end of the root; returns false if it does not come in time. */
  boolean awaitEnd(int seconds) throws InterruptedException {
    return root.waitFor(seconds, TimeUnit.SECONDS);
  }

  private List<ProcessHandle> children() {
    return root.descendants().toList();
  }

  /**
   * Returns whether a process is gone. One that no parent has waited for is still listed, but does
   * nothing any more.
   */
  private static boolean isGone(ProcessHandle process) {
    return !process.isAlive() || state(folder(process)) == 'Z';
  }

  private static void send(String signal, List<ProcessHandle> processes)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("kill", "-s", signal));
    processes.stream()
        .filter(ProcessHandle::isAlive)
        .forEach(process -> command.add(Long.toString(process.pid())));
    if (command.size() == 3) {
      return;
    }
    List<String> line = new ArrayList<>(List.of("sh", "-c", "\"$@\"", "headwaiter"));
    line.addAll(command);
    Process sender =
        new ProcessBuilder(line)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (!sender.waitFor(SIGNAL_SECONDS_MAX, TimeUnit.SECONDS)) {
      sender.destroyForcibly();
      throw new IOException("The signal " + signal + " could not be sent.");
    }
  }
}
