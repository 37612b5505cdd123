package io.headwaiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The servers that give threads to connections in another way serve the shop over TLS. */
@Tag("once")
class ArchitecturesTest {
  /**
   * Drives a shop with few visits of three pages, so that a slow machine with a cold JVM serves
   * them all. A first page and a warm-up come before: on a busy machine the classes of a TLS engine
   * alone take seconds to load, and who waits for them is neither served nor refused.
   */
  private static Command load(ServedShop shop, String... more) throws Exception {
    Command.run("", List.of("curl", "-sk", "-o", "/dev/null", shop.uri("/Home").toString()));
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "load",
                "--target",
                shop.uri("").toString(),
                "--insecure",
                "--workload",
                "plain",
                "--page",
                "/Home,/Browse",
                "--requests",
                "3",
                "--fixed-length",
                "--think",
                "20ms",
                "--rate",
                "10",
                "--warmup",
                "4s",
                "--for",
                "2s"));
    arguments.addAll(List.of(more));
    return Command.headwaiter(arguments.toArray(String[]::new));
  }

  private static void assertServed(Command load) {
    assertThat(load.exitCode()).as(load.out() + load.err()).isZero();
    assertThat(load.out())
        .contains(" completed, 0 refused, 0 timed out before entry, 0 broken")
        .containsPattern("errors +none");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "multithreaded",
        "event",
        "hybrid",
        "multithreaded --admission adaptive",
        "multithreaded --admission formula --formula-new-millis 1 --formula-resumed-millis 1"
      })
  void servesVisits(String server) throws Exception {
    List<String> arguments = new ArrayList<>(List.of("--server"));
    arguments.addAll(List.of(server.split(" ", -1)));
    if (server.contains("--admission")) {
      arguments.addAll(List.of("--admin-port", "0"));
    }
    try (ServedShop shop = ServedShop.start(arguments.toArray(String[]::new))) {
      assertServed(load(shop));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hybrid",
        "multithreaded",
        "multithreaded --admission adaptive --admin-port 0 --tls jsse",
        "multithreaded --admission adaptive --admin-port 0"
      })
  void tellsWhatConnectionsDo(String server) throws Exception {
    List<String> arguments = new ArrayList<>(List.of("--anatomy", "--server"));
    arguments.addAll(List.of(server.split(" ", -1)));
    try (ServedShop shop = ServedShop.start(arguments.toArray(String[]::new))) {
      assertThat(shop.control("/anatomy")).contains("\"service\":{\"count\":0,");
      assertServed(load(shop, "--new-connection-per-request"));
      assertThat(shop.control("/anatomy"))
          .containsPattern("\"fullHandshake\":\\{\"count\":[1-9]")
          .containsPattern("\"resumedHandshake\":\\{\"count\":[1-9]")
          .containsPattern("\"service\":\\{\"count\":[1-9]")
          .containsPattern("\"bytesMillis\":" + (server.equals("hybrid") ? "[0-9]" : "[1-9]"));
    }
  }

  @Test
  void tellsCostsOfConnections() throws Exception {
    try (ServedShop shop = ServedShop.start("--admin-port", "0")) {
      Command tune =
          Command.headwaiter(
              "tune",
              "formula",
              "--target",
              shop.uri("").toString(),
              "--admin",
              shop.adminUri().toString(),
              "--insecure",
              "--workload",
              "plain",
              "--page",
              "/Home",
              "--requests",
              "3",
              "--fixed-length",
              "--think",
              "10ms",
              "--new-connection-per-request",
              "--rate",
              "30",
              "--warmup",
              "1s",
              "--for",
              "2s",
              "--rounds",
              "2");
      assertThat(tune.exitCode()).as(tune.err()).isZero();
      assertThat(tune.out())
          .containsPattern("new connection +\\d+\\.\\d+ ms of CPU time, 95 % interval")
          .containsPattern("Use: --admission formula --formula-new-millis \\d");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--target https://127.0.0.1:1 --insecure | (--admin) or its process id (--pid)",
        "--target http://127.0.0.1:1 --pid 1 | must be https",
        "--target https://192.0.2.1 --pid 1 | is not on this machine",
        "--target https://127.0.0.1:1 --insecure --pid 1 --rounds 1 | from 2 to 100",
      })
  void formulaRejectsWrongFlags(String wrong) throws Exception {
    String[] parts = wrong.split(" \\| ", -1);
    List<String> arguments = new ArrayList<>(List.of("tune", "formula"));
    arguments.addAll(List.of(parts[0].split(" ", -1)));
    Command tune = Command.headwaiter(arguments.toArray(String[]::new));
    assertThat(tune.exitCode()).isEqualTo(2);
    assertThat(tune.err()).contains(parts[1]);
  }
}
