package io.headwaiter.telemetry;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class AgentServerTest {
  private static final InetSocketAddress ANY_PORT =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  private static String ask(AgentServer agent, String line) throws IOException {
    try (Socket socket = new Socket()) {
      socket.setSoTimeout(20_000);
      socket.connect(agent.address());
      socket.getOutputStream().write(line.getBytes(US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), US_ASCII);
    }
  }

  @Test
  void answersOneLineEachTime() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    try (AgentServer agent =
        AgentServer.start(ANY_PORT, () -> "up ready " + asked.incrementAndGet() + "%")) {
      assertThat(ask(agent, "shop\n")).isEqualTo("up ready 1%\n");
      assertThat(ask(agent, "")).isEqualTo("up ready 2%\n");
    }
  }

  @Test
  void clientsThatStayCostOthersNothingForLong() throws Exception {
    List<Socket> silent = new ArrayList<>();
    try (AgentServer agent = AgentServer.start(ANY_PORT, () -> "up")) {
      for (int i = 0; i < 4 * AgentServer.CONNECTIONS_MAX; i++) {
        Socket socket = new Socket();
        socket.connect(agent.address());
        silent.add(socket);
      }
      Awaitility.await().ignoreExceptions().until(() -> ask(agent, "shop\n").equals("up\n"));
    } finally {
      for (Socket socket : silent) {
        socket.close();
      }
    }
  }

  @Test
  void endsClientThatSendsWithoutEnd() throws Exception {
    try (AgentServer agent = AgentServer.start(ANY_PORT, () -> "up");
        Socket endless = new Socket()) {
      endless.connect(agent.address());
      byte[] more = new byte[4096];
      assertThatThrownBy(
              () -> {
                while (true) {
                  endless.getOutputStream().write(more);
                }
              })
          .isInstanceOf(IOException.class);
    }
  }

  @Test
  void namesPortThatIsTaken() throws Exception {
    try (AgentServer agent = AgentServer.start(ANY_PORT, () -> "up")) {
      assertThatThrownBy(() -> AgentServer.start(agent.address(), () -> "up"))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("Choose another with agentPort");
    }
  }
}
