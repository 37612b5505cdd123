package io.headwaiter.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.headwaiter.cli.doctor.Finding.Severity;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerChecksTest {
  private static final String GOOD =
      "{\"admission\":\"adaptive\",\"shadow\":false,"
          + "\"capacity\":{\"continuingPart\":1,\"bottleneck\":\"cpu\"},"
          + "\"tls\":{\"engine\":\"boringssl\",\"fallback\":0},"
          + "\"connections\":{\"max\":20000,\"maxConnections\":20000,\"acceptFailures\":0},"
          + "\"supply\":{\"throttledPart\":0},\"idleWhileRefusing\":0,"
          + "\"new\":{\"refused\":{\"door_error\":0}}}";

  private static List<Finding> of(String status) throws IOException {
    return ServerChecks.of(new ObjectMapper().readTree(status));
  }

  @Test
  void goodServerHasNothingToChange() throws Exception {
    assertThat(of(GOOD)).hasSize(4).allMatch(f -> f.severity() == Severity.GOOD);
  }

  @ParameterizedTest
  @CsvSource({
    "\"adaptive\", \"off\", CAUTION, refuses no visit",
    "\"shadow\":false, \"shadow\":true, CAUTION, refuses no visit",
    "\"continuingPart\":1, \"continuingPart\":0.8, WRONG, gives up visits",
    "\"fallback\":0, \"fallback\":1, CAUTION, BoringSSL does not load",
    "\"max\":20000, \"max\":800, CAUTION, At most 800 connections",
    "\"throttledPart\":0, \"throttledPart\":0.5, CAUTION, cut short 50 %",
    "\"idleWhileRefusing\":0, \"idleWhileRefusing\":0.3, CAUTION, 30 % of the processors",
    "\"cpu\", \"worker_threads\", CAUTION, worker_threads",
    "\"cpu\", \"database_connections\", CAUTION, database_connections",
    "\"door_error\":0, \"door_error\":2, WRONG, An error in Headwaiter",
    "\"acceptFailures\":0, \"acceptFailures\":3, CAUTION, could not be accepted",
  })
  void eachFaultIsFoundAndNothingElse(String good, String bad, Severity severity, String words)
      throws Exception {
    assertThat(GOOD).contains(good);
    List<Finding> found =
        of(GOOD.replace(good, bad)).stream().filter(f -> f.severity() != Severity.GOOD).toList();
    assertThat(found).hasSize(1);
    assertThat(found.get(0).severity()).isEqualTo(severity);
    assertThat(found.get(0).what()).contains(words);
    assertThat(found.get(0).advice()).isNotEmpty();
  }

  @Test
  void otherPageIsNoStatus() throws Exception {
    assertThat(of("{}")).anyMatch(f -> f.severity() == Severity.WRONG);
  }

  @Test
  void serverThatDoesNotAnswerIsNamed() throws Exception {
    int port;
    try (ServerSocket gone = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = gone.getLocalPort();
    }
    List<Finding> found = ServerChecks.at(URI.create("http://127.0.0.1:" + port + "/"));
    assertThat(found).hasSize(1);
    assertThat(found.get(0).what()).contains(":" + port + "/ gives no status");
    assertThat(ServerChecks.at(URI.create("shop")).get(0).severity()).isEqualTo(Severity.WRONG);
    assertThat(ServerChecks.at(URI.create("file:///etc")).get(0).severity())
        .isEqualTo(Severity.WRONG);
  }
}
