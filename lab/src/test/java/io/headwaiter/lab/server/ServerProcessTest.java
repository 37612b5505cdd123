package io.headwaiter.lab.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.headwaiter.lab.bench.FakeServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class ServerProcessTest {
  private static final Duration LONG = Duration.ofSeconds(30);

  @TempDir Path folder;

  private static List<String> command(String behaviour) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:TieredStopAtLevel=1",
        "-cp",
        System.getProperty("java.class.path"),
        FakeServer.class.getName(),
        behaviour);
  }

  private ServerProcess start(String behaviour, Duration patience) throws Exception {
    return ServerProcess.start("fake", command(behaviour), folder.resolve("fake.log"), patience);
  }

  @Test
  void aReadyServerTellsItsAddressesAndIsGoneAfterClose() throws Exception {
    ServerProcess server = start("ready", LONG);
    try (server) {
      assertThat(server.target()).isEqualTo(URI.create("https://127.0.0.1:4433/"));
      assertThat(server.admin()).contains(URI.create("http://127.0.0.1:9180/"));
      assertThat(server.isAlive()).isTrue();
      assertThat(server.cpuSeconds()).isGreaterThan(0);
    }
    assertThat(ProcessHandle.of(server.pid()).filter(ProcessHandle::isAlive)).isEmpty();
    assertThat(Files.readString(folder.resolve("fake.log"))).startsWith("starting\nREADY ");
  }

  @Test
  void theAdminAddressMayBeMissing() throws Exception {
    try (ServerProcess server = start("ready-without-admin", LONG)) {
      assertThat(server.admin()).isEmpty();
    }
  }

  @Test
  void aServerThatDiesIsReportedWithWhatItSaid() {
    assertThatThrownBy(() -> start("dies", LONG))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("ended before it was ready")
        .hasMessageContaining("exit code 3")
        .hasMessageContaining("the keystore is missing");
  }

  @Test
  void aServerThatIsNeverReadyIsGivenUpAndEnded() {
    assertThatThrownBy(() -> start("hangs", Duration.ofSeconds(2)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("not ready within 2 s")
        .hasMessageContaining("fake.log");
    assertThat(ProcessHandle.current().children().filter(this::isFake)).isEmpty();
  }

  @Test
  void aReadyLineWithoutAnAddressIsRefused() {
    assertThatThrownBy(() -> start("nonsense", LONG)).hasMessageContaining("READY line");
  }

  @Test
  void aProgramThatIsMissingIsAnIoException() {
    Path log = folder.resolve("x.log");
    assertThatThrownBy(() -> ServerProcess.start("x", List.of("no-such-program-here"), log, LONG))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no-such-program-here");
  }

  @Test
  void theServerEndsWhenTheProcessThatStartedItIsKilled() throws Exception {
    Process parent =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    System.getProperty("java.class.path"),
                    Parent.class.getName(),
                    folder.resolve("child.log").toString()))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      long pid = Long.parseLong(parent.inputReader().readLine());
      ProcessHandle server = ProcessHandle.of(pid).orElseThrow();
      assertThat(server.isAlive()).isTrue();
      parent.destroyForcibly();
      assertThat(parent.waitFor(10, TimeUnit.SECONDS)).isTrue();
      await().atMost(Duration.ofSeconds(20)).until(() -> !server.isAlive());
    } finally {
      parent.destroyForcibly();
    }
  }

  private boolean isFake(ProcessHandle handle) {
    return handle.info().arguments().stream()
        .anyMatch(a -> List.of(a).contains(FakeServer.class.getName()));
  }

  /** Starts a fake server, tells its process id, and waits to be killed. */
  public static final class Parent {
    private Parent() {}

    public static void main(String[] args) throws Exception {
      ServerProcess server = ServerProcess.start("fake", command("ready"), Path.of(args[0]), LONG);
      System.out.println(server.pid());
      System.out.flush();
      new java.util.concurrent.CountDownLatch(1).await();
    }
  }
}
