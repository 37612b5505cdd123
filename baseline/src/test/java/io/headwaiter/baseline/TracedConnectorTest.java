package io.headwaiter.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.headwaiter.core.trace.Stage;
import io.headwaiter.core.trace.StageTotals;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The traces of the connections of a real Tomcat. */
@Tag("once")
@Timeout(60)
class TracedConnectorTest {
  private static final String PASSWORD = "only-here";
  private static final String REQUEST = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";

  /** The stages that these connectors tell apart, without that of a handshake that fails. */
  private static final Set<Stage> SEEN =
      EnumSet.of(
          Stage.IDLE,
          Stage.QUEUE,
          Stage.FULL_HANDSHAKE,
          Stage.RESUMED_HANDSHAKE,
          Stage.REQUEST,
          Stage.SERVICE);

  private static Path keystore;

  /** The two connectors that trace. */
  enum Server {
    STOCK(TracedProtocol.class.getName()),
    MULTITHREADED(MultithreadedProtocol.class.getName());

    private final String protocol;

    Server(String protocol) {
      this.protocol = protocol;
    }
  }

  /** Ends its replies with a full stop. */
  private static final class Sentence extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      response.getOutputStream().print("Served.");
    }
  }

  @BeforeAll
  static void makeKey(@TempDir Path folder) throws Exception {
    keystore = folder.resolve("key.p12");
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                    "-genkeypair",
                    "-alias",
                    "server",
                    "-keyalg",
                    "RSA",
                    "-dname",
                    "CN=localhost",
                    "-storetype",
                    "PKCS12",
                    "-keystore",
                    keystore.toString(),
                    "-storepass",
                    PASSWORD))
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(said).isZero();
  }

  private static TomcatServer server(Server server, boolean tls) throws IOException {
    Map<String, String> attributes = new HashMap<>();
    if (server == Server.MULTITHREADED) {
      attributes.put("traced", "true");
    }
    if (!tls) {
      attributes.put("SSLEnabled", "false");
    }
    TomcatOptions options =
        new TomcatOptions(server.protocol, "127.0.0.1", 0, keystore, PASSWORD, attributes);
    return TomcatServer.start(options, TracedConnectorTest::install);
  }

  private static void install(Context context) {
    context.getPipeline().addValve(new ServiceValve());
    Tomcat.addServlet(context, "sentence", new Sentence()).addMapping("/");
  }

  private static StageTotals totals(TomcatServer server) {
    return ((TracedConnector) server.connector().getProtocolHandler()).stageTotals();
  }

  private static void ask(Socket socket) throws IOException {
    socket.getOutputStream().write(REQUEST.getBytes(StandardCharsets.US_ASCII));
    InputStream in = socket.getInputStream();
    StringBuilder text = new StringBuilder();
    while (!text.toString().endsWith("Served.")) {
      int next = in.read();
      if (next < 0) {
        throw new EOFException("the server closed the connection after: " + text);
      }
      text.append((char) next);
    }
  }

  private static SSLContext client() throws Exception {
    KeyStore trust = KeyStore.getInstance("PKCS12");
    trust.load(/* stream= */ null, /* password= */ null);
    KeyStore own = KeyStore.getInstance(keystore.toFile(), PASSWORD.toCharArray());
    trust.setCertificateEntry("server", own.getCertificate("server"));
    TrustManagerFactory managers =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    managers.init(trust);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(/* km= */ null, managers.getTrustManagers(), /* random= */ null);
    return context;
  }

  private static SSLSocket connect(SSLContext client, TomcatServer server, String version)
      throws IOException {
    SSLSocket socket =
        (SSLSocket) client.getSocketFactory().createSocket("127.0.0.1", server.port());
    socket.setEnabledProtocols(new String[] {version});
    return socket;
  }

  /** A session is older than a handshake if it was made in an earlier millisecond. */
  private static void awaitNextMillisecond() {
    long now = System.currentTimeMillis();
    await().until(() -> System.currentTimeMillis() > now);
  }

  @ParameterizedTest
  @CsvSource({
    "STOCK, TLSv1.2",
    "STOCK, TLSv1.3",
    "MULTITHREADED, TLSv1.2",
    "MULTITHREADED, TLSv1.3"
  })
  void tellsFullHandshakesFromResumedOnes(Server server, String version) throws Exception {
    SSLContext client = client();
    try (TomcatServer tomcat = server(server, /* tls= */ true)) {
      try (SSLSocket first = connect(client, tomcat, version)) {
        ask(first);
        ask(first);
      }
      awaitNextMillisecond();
      try (SSLSocket second = connect(client, tomcat, version)) {
        ask(second);
      }
      StageTotals totals = totals(tomcat);
      await().until(() -> totals.connections() == 2);
      assertThat(totals.count(Stage.FULL_HANDSHAKE)).isEqualTo(1);
      assertThat(totals.count(Stage.RESUMED_HANDSHAKE)).isEqualTo(1);
      assertThat(totals.count(Stage.FAILED_HANDSHAKE)).isZero();
      assertThat(totals.count(Stage.SERVICE)).isEqualTo(3);
      assertThat(totals.count(Stage.QUEUE)).isGreaterThanOrEqualTo(2);
      for (Stage stage : Stage.values()) {
        assertThat(totals.nanos(stage) > 0).as("time in " + stage).isEqualTo(SEEN.contains(stage));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void countsHandshakesThatFail(Server server) throws IOException {
    try (TomcatServer tomcat = server(server, /* tls= */ true);
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), tomcat.port())) {
      socket.getOutputStream().write(REQUEST.getBytes(StandardCharsets.US_ASCII));
      StageTotals totals = totals(tomcat);
      await().until(() -> totals.connections() == 1);
      assertThat(totals.count(Stage.FAILED_HANDSHAKE)).isEqualTo(1);
      assertThat(totals.count(Stage.REQUEST)).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource
  void tracesConnectionsWithoutTls(Server server) throws IOException {
    try (TomcatServer tomcat = server(server, /* tls= */ false)) {
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), tomcat.port())) {
        ask(socket);
        ask(socket);
      }
      StageTotals totals = totals(tomcat);
      await().until(() -> totals.connections() == 1);
      assertThat(totals.count(Stage.SERVICE)).isEqualTo(2);
      assertThat(totals.nanos(Stage.REQUEST)).isPositive();
      assertThat(totals.count(Stage.FULL_HANDSHAKE)).isZero();
    }
  }

  @Test
  void tracesOnlyIfAskedTo() throws IOException {
    TomcatOptions options =
        new TomcatOptions(
            Architecture.MULTITHREADED.protocol(),
            "127.0.0.1",
            0,
            keystore,
            PASSWORD,
            Map.of("SSLEnabled", "false"));
    try (TomcatServer tomcat = TomcatServer.start(options, TracedConnectorTest::install)) {
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), tomcat.port())) {
        ask(socket);
      }
      assertThat(totals(tomcat)).isNull();
    }
  }
}
