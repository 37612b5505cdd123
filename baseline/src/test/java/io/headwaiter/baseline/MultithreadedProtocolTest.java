package io.headwaiter.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The multithreaded connector without TLS. */
@Tag("once")
@Timeout(60)
class MultithreadedProtocolTest {
  private static final String REQUEST = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";

  /** Says which thread serves. */
  private static final class WorkerName extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      response.getOutputStream().print("<" + Thread.currentThread().getName() + ">");
    }
  }

  private static TomcatServer server(int workers, String keepAliveMillis) throws IOException {
    Map<String, String> attributes =
        new HashMap<>(Architecture.MULTITHREADED.attributes(/* processors= */ 1));
    attributes.put("SSLEnabled", "false");
    attributes.put("maxThreads", Integer.toString(workers));
    attributes.put("minSpareThreads", "1");
    attributes.put("keepAliveTimeout", keepAliveMillis);
    TomcatOptions options =
        new TomcatOptions(
            Architecture.MULTITHREADED.protocol(),
            "127.0.0.1",
            0,
            Path.of("not-used"),
            "not-used",
            attributes);
    return TomcatServer.start(options, MultithreadedProtocolTest::install);
  }

  private static void install(Context context) {
    Tomcat.addServlet(context, "worker", new WorkerName()).addMapping("/");
  }

  private static Socket connect(TomcatServer server) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
    socket.setSoTimeout(30_000);
    return socket;
  }

  private static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
  }

  /** Returns the name of the thread that has served. */
  private static String reply(Socket socket) throws IOException {
    InputStream in = socket.getInputStream();
    StringBuilder text = new StringBuilder();
    for (int next = in.read(); next != '>'; next = in.read()) {
      if (next < 0) {
        throw new EOFException("the server closed the connection after: " + text);
      }
      text.append((char) next);
    }
    return text.substring(text.indexOf("<") + 1);
  }

  private static String ask(Socket socket) throws IOException {
    send(socket, REQUEST);
    return reply(socket);
  }

  @Test
  void keepsWorkerWhileConnectionIsOpen() throws IOException {
    try (TomcatServer server = server(3, "-1");
        Socket first = connect(server);
        Socket second = connect(server)) {
      String worker = ask(first);
      String other = ask(second);
      assertThat(other).isNotEqualTo(worker);
      for (int i = 0; i < 5; i++) {
        assertThat(ask(first)).isEqualTo(worker);
        assertThat(ask(second)).isEqualTo(other);
      }
    }
  }

  @Test
  void leavesFurtherConnectionsInBacklog() throws IOException {
    try (TomcatServer server = server(1, "-1");
        Socket first = connect(server);
        Socket second = connect(server)) {
      ask(first);
      send(second, REQUEST);
      second.setSoTimeout(200);
      assertThatExceptionOfType(SocketTimeoutException.class).isThrownBy(() -> reply(second));
      second.setSoTimeout(30_000);
      first.shutdownOutput();
      assertThat(reply(second)).isNotEmpty();
    }
  }

  @Test
  void closesIdleConnectionSoonerWhenWorkersAreShort() throws IOException {
    // An hour, and a twentieth of it is far over the timeout of this test; 2 s becomes 100 ms.
    try (TomcatServer patient = server(10, "3600000");
        TomcatServer busy = server(1, "2000");
        Socket kept = connect(patient);
        Socket idle = connect(busy)) {
      ask(kept);
      ask(idle);
      assertThat(idle.getInputStream().read()).isEqualTo(-1);
      assertThat(ask(kept)).isNotEmpty();
    }
  }

  @Test
  void waitsForRestOfRequest() throws IOException {
    try (TomcatServer server = server(1, "20");
        Socket socket = connect(server)) {
      send(socket, REQUEST.substring(0, 5));
      send(socket, REQUEST.substring(5));
      assertThat(reply(socket)).isNotEmpty();
    }
  }

  @Test
  void answersPipelinedRequests() throws IOException {
    try (TomcatServer server = server(1, "-1");
        Socket socket = connect(server)) {
      send(socket, REQUEST + REQUEST);
      assertThat(reply(socket)).isEqualTo(reply(socket));
    }
  }

  @Test
  void stopsWhileWorkersWait() throws IOException {
    Socket socket;
    try (TomcatServer server = server(2, "-1")) {
      socket = connect(server);
      ask(socket);
    }
    try (socket) {
      assertThat(socket.getInputStream().read()).isEqualTo(-1);
    }
  }
}
