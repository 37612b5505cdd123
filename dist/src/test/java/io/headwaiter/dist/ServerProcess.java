package io.headwaiter.dist;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server in a process of its own, which ends with the test. */
final class ServerProcess implements AutoCloseable {
  private static final Duration START = Duration.ofSeconds(60);

  private final Process process;
  private final Path log;

  private ServerProcess(Process process, Path log) {
    this.process = process;
    this.log = log;
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
  }

  static ServerProcess start(List<String> command, Map<String, String> environment, Path log)
      throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
    builder.environment().putAll(environment);
    return new ServerProcess(builder.start(), log);
  }

  String log() throws IOException {
    return Files.readString(log);
  }

  /** Returns the first group of the first match in the log, for which it waits. */
  String awaitInLog(String pattern) {
    Pattern compiled = Pattern.compile(pattern);
    return await()
        .alias("server log with " + pattern)
        .atMost(START)
        .until(
            () -> {
              if (!process.isAlive()) {
                throw new IllegalStateException("The server ended:\n" + log());
              }
              Matcher matcher = compiled.matcher(log());
              return matcher.find() ? matcher.group(1) : "";
            },
            found -> !found.isEmpty());
  }

  /** Ends it, and waits until it has ended. */
  @Override
  public void close() {
    process.destroy();
    try {
      process.onExit().get(20, TimeUnit.SECONDS);
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      process.destroyForcibly();
      throw new IllegalStateException("The server did not end within 20 s", e);
    }
  }
}
