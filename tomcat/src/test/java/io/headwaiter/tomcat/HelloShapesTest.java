package io.headwaiter.tomcat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwaiter.core.admission.AdmissionPolicy;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Hellos of every shape reach the engine whole; connections that end at any stage are forgotten.
 */
@Tag("slow")
@ParameterizedClass
@ValueSource(strings = {"jsse", "boringssl"})
class HelloShapesTest {
  private static final int BORINGSSL_HELLO_BYTES_MAX = 16_384;

  private static TestShop shop;

  @Parameter private String tls;

  @BeforeParameterizedClassInvocation
  static void open(String tls) throws Exception {
    shop = TestShop.start(Map.of("admission", "off", "tls", tls));
  }

  @AfterParameterizedClassInvocation
  static void close() throws Exception {
    shop.close();
  }

  @AfterEach
  void awaitNoConnections() {
    shop.protocol().gate().publish(AdmissionPolicy.OPEN);
    shop.awaitNobodyConnected();
  }

  @ParameterizedTest
  @CsvSource({"TLSv1.2, 100", "TLSv1.2, 20", "TLSv1.3, 100", "TLSv1.3, 20"})
  void servesHelloSplitOverManyRecords(String protocol, int contentMax) throws Exception {
    TestClient client = new TestClient(protocol);
    String answer = client.get(shop.port(), hello -> TlsConnection.recut(hello, contentMax));
    assertThat(answer).contains("served over HTTP/1.1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void verifiesResumingHelloSplitOverManyRecords(String protocol) throws Exception {
    TestClient client = new TestClient(protocol);
    client.get(shop.port());
    shop.protocol().gate().publish(TestShop.SHUT);
    long before = shop.status("handshakes.resumed");
    assertThat(client.get(shop.port(), hello -> TlsConnection.recut(hello, 60)))
        .contains("served over HTTP/1.1");
    assertThat(shop.status("handshakes.resumed")).isEqualTo(before + 1);
  }

  /**
   * The hello offers no application protocol, for which Tomcat's reader looks in the next bytes.
   */
  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void answersHelloDespiteBytesBehindIt(String protocol) throws Exception {
    byte[] hello = new TestClient(protocol).hello();
    byte[] more = Arrays.copyOf(hello, hello.length + 5);
    System.arraycopy(new byte[] {23, 3, 3, 0x40, 0}, 0, more, hello.length, 5);
    assertThat(TestClient.firstByteAnswering(shop.port(), more)).as("a handshake").isEqualTo(22);
  }

  /** Tomcat's buffer has 16,921 bytes; a record 16,389 at most; JSSE takes 32 KiB. */
  @ParameterizedTest
  @ValueSource(ints = {16_000, 16_600, 16_921, 17_500, 20_000, 30_000})
  void servesHelloUpToSizeLimitOfEngine(int bytes) throws Exception {
    TestClient client = new TestClient("TLSv1.3").alpn(TestHellos.protocolNames(bytes));
    int[] sent = new int[1];
    UnaryOperator<byte[]> look =
        hello -> {
          sent[0] = hello.length;
          return hello;
        };
    if (tls.equals("boringssl") && bytes > BORINGSSL_HELLO_BYTES_MAX) {
      assertThatThrownBy(() -> client.get(shop.port(), look)).isInstanceOf(IOException.class);
      return;
    }
    assertThat(client.get(shop.port(), look)).contains("served over HTTP/1.1");
    assertThat(sent[0]).isBetween(bytes - 300, bytes + 1_000);
  }

  @Test
  void servesHelloThatFillsTomcatsBufferExactly() throws Exception {
    if (tls.equals("boringssl")) {
      return; // BoringSSL accepts no hello of that size
    }
    // One record holds at most 16,389 bytes; with records of 500 bytes any length can be reached.
    for (int pad = 0; pad < 12; pad++) {
      TestClient client =
          new TestClient("TLSv1.3").alpn(TestHellos.protocolNames(16_300 + pad * 60));
      assertThat(client.get(shop.port(), hello -> TlsConnection.recut(hello, 500)))
          .contains("served over HTTP/1.1");
    }
  }

  @Test
  void refusesHelloOverSizeLimitAtOnce() throws Exception {
    TestClient client = new TestClient("TLSv1.3").alpn(TestHellos.protocolNames(40_000));
    long before = shop.status("new.refused.hello_defect");
    assertThat(TestClient.firstByteAnswering(shop.port(), client.hello())).isEqualTo(-1);
    assertThat(shop.status("new.refused.hello_defect")).isEqualTo(before + 1);
  }

  @Test
  void answersPlainHttpWithStatus400() throws Exception {
    try (Socket socket = TestClient.tcp(shop.port())) {
      socket.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      byte[] answer = socket.getInputStream().readNBytes(12);
      assertThat(new String(answer, StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 400");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void servesAfterClientsLeaveAtAnyStage(String protocol) throws Exception {
    for (boolean reset : new boolean[] {false, true}) {
      leave(TestClient.tcp(shop.port()), reset);
      leaveWithinHello(protocol, reset);
      leaveMidHandshake(protocol, reset);
      leaveAfterHandshake(protocol, reset);
    }
    assertThat(new TestClient(protocol).get(shop.port())).contains("served over HTTP/1.1");
  }

  @Test
  void closesAndForgetsRefusedConnections() throws Exception {
    shop.protocol().gate().publish(TestShop.SHUT);
    byte[] hello = new TestClient("TLSv1.3").hello();
    for (int i = 0; i < 20; i++) {
      assertThat(TestClient.firstByteAnswering(shop.port(), hello)).isEqualTo(-1);
    }
  }

  /** A failure that Tomcat propagates: no memory for the connection's buffers. */
  @Test
  void closesConnectionWithoutMemoryAndServesOthers() throws Exception {
    long before = shop.status("new.admitted");
    shop.connector().setProperty("socket.appReadBufSize", Integer.toString(Integer.MAX_VALUE));
    shop.connector().setProperty("socket.bufferPool", "0");
    try {
      byte[] hello = new TestClient("TLSv1.3").hello();
      // Channels in Tomcat's pool have their buffers; once all are taken, the next connection needs
      // new ones.
      java.util.List<Socket> held = new java.util.ArrayList<>();
      int answer = 0;
      for (int i = 0; i < 200 && answer != -1; i++) {
        Socket socket = TestClient.tcp(shop.port());
        held.add(socket);
        socket.getOutputStream().write(hello);
        answer = readOrReset(socket);
      }
      assertThat(answer).as("a connection without buffers is closed").isEqualTo(-1);
      for (Socket socket : held) {
        socket.close();
      }
    } finally {
      shop.connector().setProperty("socket.appReadBufSize", "8192");
    }
    shop.awaitNobodyConnected();
    assertThat(new TestClient("TLSv1.3").get(shop.port())).contains("served over HTTP/1.1");
    assertThat(shop.status("new.admitted")).isGreaterThan(before);
  }

  private static int readOrReset(Socket socket) throws IOException {
    try {
      return socket.getInputStream().read();
    } catch (java.net.SocketTimeoutException e) {
      throw new AssertionError("neither answered nor closed", e);
    } catch (java.net.SocketException reset) {
      return -1;
    }
  }

  private static void leaveWithinHello(String protocol, boolean reset) throws Exception {
    Socket socket = TestClient.tcp(shop.port());
    socket.getOutputStream().write(new TestClient(protocol).hello(), 0, 70);
    leave(socket, reset);
  }

  private static void leaveMidHandshake(String protocol, boolean reset) throws Exception {
    TlsConnection connection = new TestClient(protocol).connect(shop.port(), hello -> hello);
    connection.sendHello();
    assertThat(connection.socket().getInputStream().read()).isEqualTo(22);
    leave(connection.socket(), reset);
  }

  private static void leaveAfterHandshake(String protocol, boolean reset) throws Exception {
    TlsConnection connection = new TestClient(protocol).connect(shop.port(), hello -> hello);
    connection.handshake();
    leave(connection.socket(), reset);
  }

  private static void leave(Socket socket, boolean reset) throws IOException {
    if (reset) {
      socket.setSoLinger(true, 0);
    }
    socket.close();
  }
}
