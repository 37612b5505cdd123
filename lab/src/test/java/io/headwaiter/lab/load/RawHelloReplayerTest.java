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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
class RawHelloReplayerTest {
  private static final long ATTEMPTS = 12;
  private static final Duration LONG = Duration.ofSeconds(20);

  private static InetSocketAddress address(ScriptedServer server) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), server.uri().getPort());
  }

  private static ReplayResult replay(
      ScriptedServer.Script script, int sourceAddresses, Duration patience) throws IOException {
    return replay(script, HelloClaim.NONE, sourceAddresses, patience);
  }

  private static ReplayResult replay(
      ScriptedServer.Script script, HelloClaim claim, int sourceAddresses, Duration patience)
      throws IOException {
    try (ScriptedServer server = new ScriptedServer(script)) {
      return new RawHelloReplayer(
              new ReplayOptions(
                  address(server),
                  "localhost",
                  claim,
                  2,
                  0,
                  ATTEMPTS,
                  Duration.ofSeconds(30),
                  patience,
                  sourceAddresses,
                  1))
          .run();
    }
  }

  @Test
  void countsCloses() throws IOException {
    ReplayResult result = replay((client, number) -> client.readHello(), 2, LONG);
    assertThat(result.attempts()).isEqualTo(ATTEMPTS);
    assertThat(result.closed()).isEqualTo(ATTEMPTS);
    assertThat(result.refusalMillis().count()).isEqualTo(ATTEMPTS);
  }

  @Test
  void countsAlerts() throws IOException {
    ReplayResult result =
        replay((client, number) -> client.readHello().sendRaw(21, 3, 3, 0, 2, 2, 40), 0, LONG);
    assertThat(result.alerts()).isEqualTo(ATTEMPTS);
    assertThat(result.answered()).isZero();
  }

  @Test
  void countsSilence() throws IOException {
    ReplayResult result = replay((client, number) -> client.hang(), 0, Duration.ofMillis(20));
    assertThat(result.timeouts()).isEqualTo(ATTEMPTS);
    assertThat(result.refusedPerSecond()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void aRealServerUnderstandsTheHelloWhateverItClaims(HelloClaim claim) throws IOException {
    ReplayResult result = replay((client, number) -> client.handshake(), claim, 0, LONG);
    assertThat(result.answered()).isEqualTo(ATTEMPTS);
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
