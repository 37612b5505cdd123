package io.headwaiter.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwaiter.load.results.ReplayResult;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class GenuineHelloTest {
  private static final int SESSION_TICKET = 35;
  private static final int PRE_SHARED_KEY = 41;

  private static InetSocketAddress address(ScriptedServer server) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), server.uri().getPort());
  }

  private static ScriptedServer shop() {
    return shop(/* tickets= */ true);
  }

  private static ScriptedServer shop(boolean tickets) {
    return new ScriptedServer(
        TestKeys.serverContext(tickets),
        (client, number) -> {
          client.handshake();
          client.request();
          client.reply(200, "welcome");
        });
  }

  /** Types of the extensions that are not empty. */
  private static Set<Integer> extensions(byte[] record) {
    ByteBuffer hello = ByteBuffer.wrap(record).position(5 + 4 + 2 + 32);
    skip(hello, hello.get() & 0xff);
    skip(hello, hello.getShort() & 0xffff);
    skip(hello, hello.get() & 0xff);
    hello.getShort();
    Set<Integer> types = new HashSet<>();
    while (hello.hasRemaining()) {
      int type = hello.getShort() & 0xffff;
      int length = hello.getShort() & 0xffff;
      skip(hello, length);
      if (length > 0) {
        types.add(type);
      }
    }
    return types;
  }

  private static void skip(ByteBuffer bytes, int count) {
    bytes.position(bytes.position() + count);
  }

  @Test
  void presentsPreSharedKeyInTls13() throws IOException {
    try (ScriptedServer server = shop()) {
      byte[] hello = GenuineHello.of(address(server), "TLSv1.3");
      assertThat(extensions(hello)).contains(PRE_SHARED_KEY);
      assertThat(server.targets()).containsExactly("/");
    }
  }

  @Test
  void presentsTicketInTls12() throws IOException {
    try (ScriptedServer server = shop()) {
      byte[] hello = GenuineHello.of(address(server), "TLSv1.2");
      assertThat(extensions(hello)).contains(SESSION_TICKET).doesNotContain(PRE_SHARED_KEY);
    }
  }

  @Test
  void presentsPreSharedKeyOfServerWithoutTickets() throws IOException {
    try (ScriptedServer server = shop(/* tickets= */ false)) {
      assertThat(extensions(GenuineHello.of(address(server), "TLSv1.3"))).contains(PRE_SHARED_KEY);
    }
  }

  @Test
  void serverAnswersRepeatedHello() throws IOException {
    try (ScriptedServer server = shop()) {
      byte[] hello = GenuineHello.of(address(server), "TLSv1.3");
      ReplayResult result =
          new RawHelloReplayer(
                  ReplayOptions.to(address(server))
                      .maxAttempts(3)
                      .duration(Duration.ofSeconds(30))
                      .build(),
                  hello)
              .run();
      assertThat(result.answered()).isEqualTo(3);
    }
  }

  @Test
  void failsWhenServerRefusesVisit() {
    try (ScriptedServer server = new ScriptedServer((client, number) -> client.readHello())) {
      assertThatThrownBy(() -> GenuineHello.of(address(server), "TLSv1.3"))
          .isInstanceOf(IOException.class);
    }
  }
}
