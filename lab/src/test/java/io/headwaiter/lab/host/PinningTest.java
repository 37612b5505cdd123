package io.headwaiter.lab.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.headwaiter.lab.server.ServerJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PinningTest {
  // In /proc/<pid>/stat, counted from what follows the name of the program.
  private static final int NICE = 16;

  /** Ends when its input ends. */
  public static final class Waiting {
    private Waiting() {}

    /** Waits. */
    public static void main(String[] arguments) throws IOException {
      System.out.println("started");
      System.in.read();
    }
  }

  private static String nice(Path stat) throws IOException {
    String line = Files.readString(stat);
    return line.substring(line.lastIndexOf(')') + 2).split(" ", -1)[NICE];
  }

  /** All threads of a JVM, those that were there before, and of the main thread's priority. */
  @Test
  void sharedServerHasBothProcessorsAndLowestPriority() throws Exception {
    Pinning pinning = Pinning.ofThisMachine();
    assumeThat(pinning.pinned()).isTrue();
    Process server =
        new ProcessBuilder(
                pinning.serverCommand(List.copyOf(ServerJvm.command(Waiting.class.getName()))))
            .start();
    try {
      assertThat(server.getInputStream().read()).isEqualTo('s');
      Path process = Path.of("/proc/" + server.pid());
      assertThat(Pinning.allowed(Files.readAllLines(process.resolve("status"))))
          .isEqualTo(pinning.serverCpus());
      pinning.shareWith(server.pid());
      List<Path> threads;
      try (var listed = Files.list(process.resolve("task"))) {
        threads = listed.toList();
      }
      assertThat(threads).hasSizeGreaterThan(1);
      for (Path thread : threads) {
        assertThat(Pinning.allowed(Files.readAllLines(thread.resolve("status"))))
            .containsExactly(pinning.serverCpus().get(0), pinning.loadCpus().get(0));
        assertThat(nice(thread.resolve("stat"))).isEqualTo("19");
      }
    } finally {
      server.destroyForcibly();
      assertThat(server.waitFor(10, TimeUnit.SECONDS)).isTrue();
    }
    assertThatThrownBy(() -> pinning.shareWith(server.pid())).isInstanceOf(IOException.class);
  }

  @Test
  void nothingIsSharedWithoutPinning() {
    Pinning single = Pinning.plan(List.of(0), /* tasksetFound= */ true);
    assertThatCode(() -> single.shareWith(Long.MAX_VALUE)).doesNotThrowAnyException();
  }
}
