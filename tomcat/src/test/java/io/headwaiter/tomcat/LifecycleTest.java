package io.headwaiter.tomcat;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Starting, stopping and starting again, with clients in every state. */
@Tag("slow")
class LifecycleTest {
  // On JSSE, which verifies claims on a thread of its own.
  private static final Map<String, String> PATIENT =
      Map.of("admission", "off", "tls", "jsse", "helloDeadlineMillis", "60000", "adminPort", "0");

  @Test
  void servesAgainAfterStopAndStart() throws Exception {
    try (TestShop shop = TestShop.start(PATIENT)) {
      TestClient client = new TestClient("TLSv1.3");
      assertThat(client.get(shop.port())).contains("served over HTTP/1.1");
      for (int i = 0; i < 2; i++) {
        shop.connector().stop();
        shop.connector().start();
        assertThat(client.get(shop.port())).contains("served over HTTP/1.1");
        assertThat(shop.status("arrived")).isEqualTo(1);
        shop.awaitNobodyConnected();
      }
      assertThat(threads("-door")).hasSize(1);
      Awaitility.await().until(() -> threads("-verifier").size() == 1);
      Awaitility.await().until(() -> threads("-control").size() == 1);
    }
  }

  @Test
  void closesUndecidedConnectionsAndThreadsOnStop() throws Exception {
    List<Socket> clients = new ArrayList<>();
    try (TestShop shop = TestShop.start(PATIENT)) {
      for (int i = 0; i < 10; i++) {
        Socket silent = TestClient.tcp(shop.port());
        Socket within = TestClient.tcp(shop.port());
        within.getOutputStream().write(new byte[] {22, 3, 1, 1, 0, 1});
        clients.add(silent);
        clients.add(within);
      }
      TlsConnection idle = new TestClient("TLSv1.2").connect(shop.port(), hello -> hello);
      idle.handshake();
      clients.add(idle.socket());
      Awaitility.await().until(() -> shop.status("undecided") == 20);
    }
    for (Socket client : clients.subList(0, 20)) {
      assertThat(closed(client)).isTrue();
      client.close();
    }
    clients.get(20).close();
    for (String name : new String[] {"-door", "-verifier", "-control", "headwaiter-admin"}) {
      Awaitility.await().untilAsserted(() -> assertThat(threads(name)).isEmpty());
    }
  }

  @Test
  void servesCustomersDespiteSilentConnections() throws Exception {
    Map<String, String> few =
        Map.of("admission", "off", "helloDeadlineMillis", "60000", "maxConnections", "20");
    List<Socket> strangers = new ArrayList<>();
    try (TestShop shop = TestShop.start(few)) {
      for (int i = 0; i < 200; i++) {
        strangers.add(TestClient.tcp(shop.port()));
      }
      assertThat(new TestClient("TLSv1.3").get(shop.port())).contains("served over HTTP/1.1");
      for (Socket stranger : strangers) {
        stranger.close();
      }
      shop.awaitNobodyConnected();
    }
  }

  @Test
  void closesSilentClientAtHelloDeadline() throws Exception {
    Map<String, String> hasty = Map.of("admission", "off", "helloDeadlineMillis", "150");
    try (TestShop shop = TestShop.start(hasty);
        Socket silent = TestClient.tcp(shop.port())) {
      assertThat(closed(silent)).isTrue();
      assertThat(shop.status("new.refused.hello_deadline")).isEqualTo(1);
      shop.awaitNobodyConnected();
    }
  }

  private static boolean closed(Socket client) throws Exception {
    try {
      return client.getInputStream().read() == -1;
    } catch (java.net.SocketTimeoutException e) {
      return false;
    } catch (java.net.SocketException reset) {
      return true;
    }
  }

  private static Set<Thread> threads(String part) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().contains(part))
        .collect(Collectors.toSet());
  }
}
