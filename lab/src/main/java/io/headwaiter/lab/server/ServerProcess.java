package io.headwaiter.lab.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A server in a process of its own. It says {@code READY https://HOST:PORT/
 * admin=http://HOST:PORT/} on its standard output when it accepts (the admin part may be missing);
 * everything it says goes to a log file.
 *
 * <p>It does not outlive this process: {@link #close()} and the end of this JVM, also by a signal,
 * end it and wait; should this JVM be killed outright, a guard that holds the other end of a pipe
 * ends it. Thread-safe.
 */
public final class ServerProcess implements ServerUnderTest {
  private static final int TAIL_LINES = 25;
  private static final Duration GRACE = Duration.ofSeconds(5);
  private static final String READY = "READY ";
  private static final String ADMIN = "admin=";
  private static final String CONTROL = "control=";

  // Of a program that does not say that it is ready: a shell says it first, and becomes it.
  private static final String SAY_AND_BECOME = "echo \"$0\"; exec \"$@\"";

  private final String name;
  private final Process process;
  private final Process guard;
  private final Thread reader;
  private final Thread hook;
  private final Path log;
  private final Deque<String> tail = new ArrayDeque<>();
  private final CompletableFuture<String> ready = new CompletableFuture<>();
  private volatile URI target;
  private volatile URI admin;
  private volatile URI control;

  private ServerProcess(String name, Process process, Path log) throws IOException {
    this.name = name;
    this.process = process;
    this.log = log;
    this.guard = startGuard(process);
    this.hook = new Thread(this::end, "end-" + name);
    Runtime.getRuntime().addShutdownHook(hook);
    this.reader = new Thread(this::copyOutput, "log-" + name);
    reader.setDaemon(true);
    reader.start();
  }

  /**
   * Returns a command that says READY before the program runs.
   *
   * @param line the READY line
   */
  public static List<String> announced(String line, List<String> command) {
    List<String> all = new ArrayList<>(List.of("sh", "-c", SAY_AND_BECOME, line));
    all.addAll(command);
    return all;
  }

  /**
   * Starts a server and waits for its READY line.
   *
   * @param name for messages
   * @param command program and arguments
   * @param log file for its output, overwritten
   * @param patience how long to wait for READY
   * @throws IOException when it cannot be started, ends before it is ready, or is not ready in
   *     time; the message says which, with the last lines it wrote; nothing is left running
   */
  public static ServerProcess start(String name, List<String> command, Path log, Duration patience)
      throws IOException, InterruptedException {
    return start(name, command, Map.of(), log, patience);
  }

  /**
   * The same with more in its environment, where unlike on the command line only its owner can read
   * it.
   */
  public static ServerProcess start(
      String name,
      List<String> command,
      Map<String, String> environment,
      Path log,
      Duration patience)
      throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectInput(ProcessBuilder.Redirect.from(nothing()));
    builder.environment().putAll(environment);
    Process process = builder.start();
    ServerProcess server;
    try {
      server = new ServerProcess(name, process, log);
    } catch (IOException | RuntimeException e) {
      process.destroyForcibly();
      throw e;
    }
    try {
      server.awaitReady(patience);
    } catch (IOException | InterruptedException | RuntimeException e) {
      server.close();
      throw e;
    }
    return server;
  }

  @Override
  public URI target() {
    return target;
  }

  @Override
  public Optional<URI> admin() {
    return Optional.ofNullable(admin);
  }

  @Override
  public double cpuSeconds() {
    return process.info().totalCpuDuration().map(d -> d.toNanos() / 1e9).orElse(Double.NaN);
  }

  /** Where an experiment changes it while it runs, if it was started so. */
  public Optional<URI> control() {
    return Optional.ofNullable(control);
  }

  /** Process id, for messages and tests. */
  public long pid() {
    return process.pid();
  }

  /** True until the server has ended. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** The last lines that the server wrote. */
  public String tail() {
    synchronized (tail) {
      return String.join("\n", tail);
    }
  }

  /** Ends it without a warning, as the kernel does when memory is short. */
  public void kill() {
    process.destroyForcibly();
    close();
  }

  @Override
  public void close() {
    end();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException alreadyShuttingDown) {
      // the hook runs, or has run, and does the same
      return;
    }
  }

  private void awaitReady(Duration patience) throws IOException, InterruptedException {
    try {
      readReady(ready.get(patience.toMillis(), TimeUnit.MILLISECONDS));
    } catch (TimeoutException e) {
      throw new IOException(
          "the "
              + name
              + " server was not ready within "
              + patience.toSeconds()
              + " s; its log is "
              + log
              + said(),
          e);
    } catch (ExecutionException e) {
      throw new IOException(
          "the "
              + name
              + " server ended before it was ready"
              + exitCode()
              + "; its log is "
              + log
              + said(),
          e);
    }
  }

  private void readReady(String line) throws IOException {
    try {
      for (String word : line.substring(READY.length()).trim().split("\\s+", -1)) {
        if (word.startsWith(ADMIN)) {
          admin = URI.create(word.substring(ADMIN.length()));
        } else if (word.startsWith(CONTROL)) {
          control = URI.create(word.substring(CONTROL.length()));
        } else {
          target = URI.create(word);
        }
      }
    } catch (IllegalArgumentException e) {
      throw new IOException("the " + name + " server's READY line cannot be read: " + line, e);
    }
    if (target == null || target.getHost() == null) {
      throw new IOException("the " + name + " server's READY line names no address: " + line);
    }
  }

  private String exitCode() throws InterruptedException {
    boolean ended = process.waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS);
    return ended ? " (exit code " + process.exitValue() + ")" : "";
  }

  private String said() {
    String end = tail();
    return end.isEmpty() ? "; it said nothing" : "; it said:\n" + end.indent(2).stripTrailing();
  }

  private void copyOutput() {
    try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
        PrintWriter copy = new PrintWriter(Files.newBufferedWriter(log), /* autoFlush= */ true)) {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        copy.println(line);
        remember(line);
        if (line.startsWith(READY)) {
          ready.complete(line);
        }
      }
      ready.completeExceptionally(new IOException("end of output"));
    } catch (IOException e) {
      ready.completeExceptionally(e);
    }
  }

  private void remember(String line) {
    synchronized (tail) {
      tail.addLast(line);
      if (tail.size() > TAIL_LINES) {
        tail.removeFirst();
      }
    }
  }

  /** Asks the server to end, makes it end, and lets the guard go, in this order. */
  private void end() {
    process.destroy();
    try {
      if (!process.waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly().waitFor();
      }
      reader.join(GRACE.toMillis());
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    guard.destroyForcibly();
  }

  /**
   * Waits for the end of its input, which comes when this JVM is gone however it went, and ends the
   * server.
   */
  private static Process startGuard(Process server) throws IOException {
    String pid = Long.toString(server.pid());
    String script =
        "read -r line; kill -TERM \"$1\" 2>/dev/null && sleep 5 && kill -KILL \"$1\" 2>/dev/null";
    return new ProcessBuilder("sh", "-c", script, "headwaiter-guard", pid)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  private static java.io.File nothing() {
    Path nothing = Path.of("/dev/null");
    if (!Files.exists(nothing)) {
      throw new UncheckedIOException(
          new IOException("/dev/null is missing; experiments need Linux or macOS"));
    }
    return nothing.toFile();
  }
}
