package io.headwaiter.baseline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The token bucket in a real Tomcat. */
@Tag("once")
@Timeout(60)
class AcceptRateProtocolTest {
  private static final TomcatOptions OPTIONS =
      new TomcatOptions(
          AcceptRateProtocol.class.getName(),
          "127.0.0.1",
          0,
          Path.of("not-used"),
          "not-used",
          Map.of("SSLEnabled", "false"));

  private static int answered(TomcatServer server, int connections) throws IOException {
    int answered = 0;
    for (int i = 0; i < connections; i++) {
      answered += isAnswered(server) ? 1 : 0;
    }
    return answered;
  }

  private static boolean isAnswered(TomcatServer server) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket.getOutputStream().write("GET / HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      return socket.getInputStream().read() == 'H';
    } catch (SocketException reset) {
      return false;
    }
  }

  @Test
  void closesConnectionsWithoutToken() throws IOException {
    try (TomcatServer server = TomcatServer.start(OPTIONS, context -> {})) {
      assertThat(answered(server, 10)).isEqualTo(10);
      AcceptBucket bucket = ((AcceptRateProtocol) server.connector().getProtocolHandler()).bucket();
      bucket.rate(1e-3);
      bucket.burst(2);
      assertThat(answered(server, 10)).isEqualTo(2);
      bucket.rate(1e6);
      bucket.burst(1e6);
      assertThat(answered(server, 10)).isEqualTo(10);
    }
  }
}
