package io.headwaiter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class LoadReportTest {
  /** A port of loopback on which nothing listens. */
  private static int deafPort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @Test
  void loadWithoutAnyAnswerFails() throws IOException {
    StringWriter out = new StringWriter();
    CommandLine command = Main.commandLine().setOut(new PrintWriter(out));
    int status =
        command.execute(
            "load",
            "--target=https://127.0.0.1:" + deafPort(),
            "--rate=20",
            "--for=1s",
            "--warmup=0s");
    assertThat(status).isEqualTo(1);
    assertThat(out.toString())
        .contains("Nothing was served: no request of ", "response    none", "errors      connect")
        .doesNotContain("Percentiles[", "SessionCounts[");
  }
}
