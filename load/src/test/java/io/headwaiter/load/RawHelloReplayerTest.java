package io.headwaiter.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.headwaiter.load.results.ReplayResult;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("slow")
@Timeout(60)
class RawHelloReplayerTest {
  private static final long ATTEMPTS = 12;
  private static final Duration LONG = Duration.ofSeconds(20);

  private static InetSocketAddress address(ScriptedServer server) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), server.uri().getPort());
  }

  private static ReplayOptions.Builder options(ScriptedServer server) {
    return ReplayOptions.to(address(server))
        .concurrency(2)
        .maxAttempts(ATTEMPTS)
        .duration(Duration.ofSeconds(30));
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
              options(server)
                  .claim(claim)
                  .patience(patience)
                  .sourceAddresses(sourceAddresses)
                  .build())
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
  void countsTimeouts() throws IOException {
    ReplayResult result = replay((client, number) -> client.hang(), 0, Duration.ofMillis(20));
    assertThat(result.timeouts()).isEqualTo(ATTEMPTS);
    assertThat(result.refusedPerSecond()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void serverAnswersHelloWithAnyClaim(HelloClaim claim) throws IOException {
    ReplayResult result = replay((client, number) -> client.handshake(), claim, 0, LONG);
    assertThat(result.answered()).isEqualTo(ATTEMPTS);
    assertThat(result.alerts()).isZero();
  }

  @Test
  void closesHeldConnectionsAtEnd() throws IOException {
    AtomicInteger left = new AtomicInteger();
    ReplayResult result;
    try (ScriptedServer server =
        new ScriptedServer(
            (client, number) -> {
              try {
                client.readHello().sendRaw(22, 3, 3, 0, 1, 2);
                client.hang();
              } finally {
                left.incrementAndGet(); // a reset is an end, too
              }
            })) {
      result = new RawHelloReplayer(options(server).heldMax(3).build()).run();
      assertThat(result.answered()).isEqualTo(ATTEMPTS);
      await().until(() -> left.get() == ATTEMPTS); // all are closed at the end
    }
  }

  @Test
  void closesOneHeldConnectionBeyondBound() throws IOException {
    AtomicInteger left = new AtomicInteger();
    AtomicInteger leftAtLast = new AtomicInteger();
    try (ScriptedServer server =
        new ScriptedServer(
            (client, number) -> {
              client.readHello();
              if (number == 3) {
                await().until(() -> left.get() >= 1);
                leftAtLast.set(left.get());
              }
              try {
                client.sendRaw(22, 3, 3, 0, 1, 2);
                client.hang();
              } finally {
                left.incrementAndGet(); // a reset is an end, too
              }
            })) {
      new RawHelloReplayer(options(server).concurrency(1).maxAttempts(4).heldMax(2).build()).run();
    }
    assertThat(leftAtLast).hasValue(1);
  }

  @Test
  void sendsGivenBytesRepeatedly() throws IOException {
    byte[] hello = {22, 3, 1, 0, 2, 9, 7};
    Queue<String> seen = new ConcurrentLinkedQueue<>();
    try (ScriptedServer server =
        new ScriptedServer((client, number) -> seen.add(client.readBytes(hello.length)))) {
      new RawHelloReplayer(options(server).maxAttempts(3).build(), hello).run();
    }
    assertThat(seen).containsOnly("[22, 3, 1, 0, 2, 9, 7]").hasSize(3);
  }

  @Test
  void connectsFromGivenNetworks() throws IOException {
    String text = "127.1.1.0/24,127.1.2.0/24";
    Queue<String> seen = new ConcurrentLinkedQueue<>();
    try (ScriptedServer server =
        new ScriptedServer(
            (client, number) -> {
              seen.add(client.address());
              client.readHello();
            })) {
      new RawHelloReplayer(
              options(server).concurrency(1).maxAttempts(4).sourceNetworks(text).build())
          .run();
    }
    SourceNetworks networks = SourceNetworks.parse(text);
    IntFunction<String> at = number -> networks.address(number).getAddress().getHostAddress();
    // The run begins anywhere in the rotation, and goes on in its order.
    int first =
        IntStream.range(0, 508)
            .filter(n -> at.apply(n).equals(seen.peek()))
            .findFirst()
            .orElseThrow();
    assertThat(List.copyOf(seen))
        .isEqualTo(IntStream.range(first, first + 4).mapToObj(at).toList());
  }

  @Test
  void rejectsOptionsOutOfRange() {
    URI somewhere = URI.create("https://127.0.0.1:1");
    assertThatThrownBy(() -> ReplayOptions.to(somewhere).concurrency(0).build())
        .hasMessageContaining("concurrency is 0");
    assertThatThrownBy(() -> ReplayOptions.to(somewhere).sourceNetworks("10.0.0.0/8").build())
        .hasMessageContaining("127.0.0.0/8");
  }
}
