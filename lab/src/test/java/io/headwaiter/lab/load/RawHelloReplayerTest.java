package io.headwaiter.lab.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwaiter.lab.results.ReplayResult;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RawHelloReplayerTest {
  private static InetSocketAddress address(ScriptedServer server) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), server.uri().getPort());
  }

  private static ReplayResult replay(ScriptedServer.Script script, int sourceAddresses)
      throws IOException {
    try (ScriptedServer server = new ScriptedServer(script)) {
      return new RawHelloReplayer(
              new ReplayOptions(
                  address(server),
                  "localhost",
                  2,
                  0,
                  Duration.ofMillis(700),
                  Duration.ofMillis(100),
                  sourceAddresses,
                  1))
          .run();
    }
  }

  @Test
  void countsCloses() throws IOException {
    ReplayResult result = replay((client, number) -> client.readHello(), 2);
    assertThat(result.closed()).isPositive();
    assertThat(result.closed() + result.reset())
        .isBetween(result.attempts() - 2, result.attempts());
    assertThat(result.refusalMillis().count()).isEqualTo(result.closed() + result.reset());
  }

  @Test
  void countsAlerts() throws IOException {
    ReplayResult result =
        replay((client, number) -> client.readHello().sendRaw(21, 3, 3, 0, 2, 2, 40), 0);
    assertThat(result.alerts()).isPositive();
    assertThat(result.answered()).isZero();
  }

  @Test
  void countsSilence() throws IOException {
    ReplayResult result = replay((client, number) -> client.hang(), 0);
    assertThat(result.timeouts()).isPositive();
    assertThat(result.refusedPerSecond()).isZero();
  }

  @Test
  void aRealServerUnderstandsTheHello() throws IOException {
    ReplayResult result = replay((client, number) -> client.handshake(), 0);
    assertThat(result.answered()).isPositive();
    assertThat(result.alerts()).isZero();
  }

  @Test
  void refusesOptionsOutOfRange() {
    assertThatThrownBy(
            () ->
                ReplayOptions.closedLoop(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), 1),
                    0,
                    Duration.ofSeconds(1)))
        .hasMessageContaining("concurrency is 0");
  }
}
