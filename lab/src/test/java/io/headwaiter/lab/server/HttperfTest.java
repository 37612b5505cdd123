package io.headwaiter.lab.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HttperfTest {
  private static final String REPORT =
      """
      httperf --hog --client=0/1 --server=127.0.0.1 --port=8443 --uri=/ --rate=5
      Maximum connect burst length: 1

      Total: connections 10 requests 80 replies 79 test-duration 7.250 s

      Connection rate: 1.4 conn/s (725.0 ms/conn, <=9 concurrent connections)
      Reply rate [replies/s]: min 10.8 avg 10.8 max 10.8 stddev 0.0 (1 samples)
      Errors: total 1 client-timo 1 socket-timo 0 connrefused 0 connreset 0
      Errors: fd-unavail 0 addrunavail 0 ftab-full 0 other 0

      Session rate [sess/s]: min 0.00 avg 1.24 max 1.60 stddev 0.8 (9/10)
      Session: avg 1.00 connections/session
      """;

  @Test
  void readsReport() {
    assertThat(Httperf.parse(REPORT)).contains(new Httperf(10, 79, 7.25, 10, 9, 1));
    assertThat(Httperf.parse("usage: httperf [-hdvV]")).isEmpty();
  }

  @Test
  void writesCommand() {
    assertThat(
            Httperf.command(
                URI.create("https://shop.example"), Path.of("sessions.log"), 1000, 10, 2.5))
        .containsExactly(
            "httperf",
            "--hog",
            "--server",
            "shop.example",
            "--port",
            "443",
            "--ssl",
            "--wsesslog",
            "1000,0,sessions.log",
            "--rate",
            "10.0",
            "--timeout",
            "2.5");
    assertThat(Httperf.command(URI.create("http://shop.example:81"), Path.of("s"), 1, 1, 1))
        .contains("81")
        .doesNotContain("--ssl");
  }

  @Test
  void saysWhyThereAreNoFigures(@TempDir Path folder) {
    Path log = folder.resolve("log");
    assertThatThrownBy(() -> Httperf.run(List.of("true"), log, Duration.ofSeconds(30)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("httperf");
    assertThatThrownBy(() -> Httperf.run(List.of("sleep", "60"), log, Duration.ofMillis(50)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("httperf");
  }
}
