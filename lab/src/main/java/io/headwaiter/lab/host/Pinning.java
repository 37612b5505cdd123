package io.headwaiter.lab.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Which processors belong to the server and which to the load, so that neither is measured by the
 * other's work.
 *
 * @param serverCpus the server's, one; empty when nothing is pinned
 * @param loadCpus the load's, all others; empty when nothing is pinned
 * @param note one sentence for the reader
 */
public record Pinning(List<Integer> serverCpus, List<Integer> loadCpus, String note) {
  private static final Path OWN_STATUS = Path.of("/proc/self/status");
  private static final String ALLOWED = "Cpus_allowed_list:";
  private static final int RENICE_TRIES = 5;

  /** Plans for the processors that this process may use now. */
  public static Pinning ofThisMachine() {
    try {
      List<String> status = Files.exists(OWN_STATUS) ? Files.readAllLines(OWN_STATUS) : List.of();
      return plan(allowed(status), tasksetFound());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Plans for a load on a server that this program does not start: the load on its usual
   * processors, or on all if the server is on another machine.
   */
  public static Pinning ofLoad(boolean serverIsHere) {
    if (!serverIsHere) {
      return new Pinning(List.of(), List.of(), "load on all processors, server on another machine");
    }
    Pinning usual = ofThisMachine();
    String load = usual.pinned() ? CpuList.format(usual.loadCpus()) : "all";
    return new Pinning(
        usual.serverCpus(),
        usual.loadCpus(),
        "load on processors " + load + ", server where its user has put it");
  }

  /** What a process may use, by its status; empty if that does not tell. */
  public static List<Integer> allowed(List<String> status) {
    return status.stream()
        .filter(l -> l.startsWith(ALLOWED))
        .map(l -> CpuList.parse(l.substring(ALLOWED.length())))
        .findFirst()
        .orElse(List.of());
  }

  /** The first processor to the server, the rest to the load; nothing when that is not possible. */
  public static Pinning plan(List<Integer> allowed, boolean tasksetFound) {
    if (allowed.isEmpty()) {
      return unpinned("this system does not tell which processors there are");
    }
    if (!tasksetFound) {
      return unpinned("taskset is missing (Debian and Ubuntu: package util-linux)");
    }
    if (allowed.size() < 2) {
      return unpinned("there is only one processor");
    }
    List<Integer> load = allowed.subList(1, allowed.size());
    String note = "server on processor " + allowed.get(0) + ", load on " + CpuList.format(load);
    return new Pinning(allowed.subList(0, 1), load, note);
  }

  private static Pinning unpinned(String why) {
    return new Pinning(
        List.of(), List.of(), "not pinned: " + why + "; server and load disturb each other");
  }

  public boolean pinned() {
    return !serverCpus.isEmpty();
  }

  /**
   * The command that starts a server on its processor; it keeps the process id of what it starts.
   */
  public List<String> serverCommand(List<String> command) {
    if (!pinned()) {
      return List.copyOf(command);
    }
    List<String> wrapped = new ArrayList<>(List.of("taskset", "-c", CpuList.format(serverCpus)));
    wrapped.addAll(command);
    return wrapped;
  }

  /**
   * Moves every thread of this process to the load's processors; threads made later inherit that.
   */
  public void pinThisProcess() throws IOException, InterruptedException {
    move(ProcessHandle.current().pid(), loadCpus);
  }

  /** Lets a server use the load's processors beside its own. */
  public void lendTo(long pid) throws IOException, InterruptedException {
    List<Integer> all = new ArrayList<>(serverCpus);
    all.addAll(loadCpus);
    move(pid, all);
  }

  /** Takes them back. */
  public void confine(long pid) throws IOException, InterruptedException {
    move(pid, serverCpus);
  }

  /**
   * Lets a server use one of the load's processors beside its own, for what the load leaves of it:
   * from now on the server has the lowest priority, so that it does not make the load late.
   */
  public void shareWith(long pid) throws IOException, InterruptedException {
    if (!pinned()) {
      return;
    }
    List<Integer> both = new ArrayList<>(serverCpus);
    both.add(loadCpus.get(0));
    move(pid, both);
    for (int tries = 1; !lowersPriority(pid); tries++) {
      if (tries == RENICE_TRIES) {
        throw new IOException("renice could not lower the priority of process " + pid);
      }
    }
  }

  /**
   * Lowers the priority of all threads; one that is started later inherits that. Returns false if
   * one of them ended meanwhile.
   */
  private static boolean lowersPriority(long pid) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("renice", "-n", "19", "-p"));
    try (Stream<Path> threads = Files.list(Path.of("/proc/" + pid + "/task"))) {
      threads.forEach(thread -> command.add(thread.getFileName().toString()));
    }
    return succeeds(command);
  }

  private void move(long pid, List<Integer> cpus) throws IOException, InterruptedException {
    if (!pinned()) {
      return;
    }
    String list = CpuList.format(cpus);
    if (!succeeds(List.of("taskset", "-acp", list, Long.toString(pid)))) {
      throw new IOException("taskset could not move process " + pid + " to processors " + list);
    }
  }

  private static boolean succeeds(List<String> command) throws IOException, InterruptedException {
    Process program =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (!program.waitFor(10, TimeUnit.SECONDS)) {
      program.destroyForcibly();
      return false;
    }
    return program.exitValue() == 0;
  }

  private static boolean tasksetFound() {
    return ProgramPath.find("taskset").isPresent();
  }
}
