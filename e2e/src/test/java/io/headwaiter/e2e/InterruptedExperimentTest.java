package io.headwaiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Ctrl-C in the middle of an experiment leaves no server running. */
@Tag("once")
@Timeout(120)
class InterruptedExperimentTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir private Path folder;

  @Test
  void interruptEndsAllServers() throws Exception {
    Path log = folder.resolve("log.txt");
    String out = folder.resolve("out").toString();
    Process experiment =
        new ProcessBuilder(
                Command.headwaiterLine("experiment", "overhead", "--quick", "--out", out))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      await()
          .atMost(PATIENCE)
          .until(() -> experiment.descendants().anyMatch(InterruptedExperimentTest::isJava));
      List<ProcessHandle> children = experiment.descendants().toList();

      // Like SIGINT, which a shell lets its background jobs ignore, and a JVM then does, too.
      Command.run("", List.of("kill", "-TERM", Long.toString(experiment.pid())));

      assertThat(experiment.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
      assertThat(experiment.exitValue()).isNotZero();
      await().atMost(PATIENCE).until(() -> children.stream().noneMatch(ProcessHandle::isAlive));
    } finally {
      experiment.descendants().forEach(ProcessHandle::destroyForcibly);
      experiment.destroyForcibly();
    }
  }

  private static boolean isJava(ProcessHandle process) {
    return process.info().command().filter(command -> command.endsWith("java")).isPresent();
  }
}
