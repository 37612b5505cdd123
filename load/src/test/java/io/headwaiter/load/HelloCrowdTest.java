package io.headwaiter.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class HelloCrowdTest {
  private static final long LONG = TimeUnit.SECONDS.toNanos(30);

  private final AtomicInteger waiting = new AtomicInteger();

  private HelloCrowd crowd(ScriptedServer server, int size) {
    return new HelloCrowd(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), server.uri().getPort()), size, 1);
  }

  private void letWait(ScriptedServer.Client client) throws IOException {
    client.readHello();
    waiting.incrementAndGet();
    client.hang();
    waiting.decrementAndGet();
  }

  @Test
  void clientsWaitAfterHelloUntilClosed() throws IOException {
    try (ScriptedServer server = new ScriptedServer((client, number) -> letWait(client))) {
      try (HelloCrowd crowd = crowd(server, 20)) {
        assertThat(crowd.gather(() -> waiting.get() == 20, LONG)).isTrue();
        assertThat(crowd.present()).isEqualTo(20);
      }
      await().until(() -> waiting.get() == 0);
    }
  }

  @Test
  void replacesRefusedClients() throws IOException {
    try (ScriptedServer server =
            new ScriptedServer(
                (client, number) -> {
                  if (number < 5) {
                    client.readHello();
                  } else {
                    letWait(client);
                  }
                });
        HelloCrowd crowd = crowd(server, 10)) {
      assertThat(crowd.gather(() -> waiting.get() == 10, LONG)).isTrue();
      assertThat(server.accepted()).isEqualTo(15);
    }
  }

  @Test
  void gatheringEndsAtTimeout() throws IOException {
    try (ScriptedServer server = new ScriptedServer((client, number) -> letWait(client));
        HelloCrowd crowd = crowd(server, 1)) {
      assertThat(crowd.gather(() -> false, TimeUnit.MILLISECONDS.toNanos(20))).isFalse();
    }
  }

  @Test
  void rejectsSizeZero() {
    assertThatThrownBy(
            () -> new HelloCrowd(new InetSocketAddress(InetAddress.getLoopbackAddress(), 1), 0, 1))
        .hasMessageContaining("size is 0");
  }
}
