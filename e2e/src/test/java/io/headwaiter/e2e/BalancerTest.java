package io.headwaiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.tls.TicketKeyRotation;
import io.headwaiter.tomcat.HeadwaiterProtocol;
import io.headwaiter.tomcat.TestKeys;
import io.headwaiter.tomcat.TestShop;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.apache.catalina.Context;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two servers behind HAProxy, with the configuration that the documentation shows. */
@Tag("once")
class BalancerTest {
  private static final int TIMEOUT_MILLIS = 20_000;

  @TempDir Path folder;

  private final List<Tomcat> servers = new ArrayList<>();
  private Process haproxy;
  private int port;

  /** Says which server it is, and who asks. */
  private static final class Page extends HttpServlet {
    private static final long serialVersionUID = 1;
    private final String server;

    Page(String server) {
      this.server = server;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      response.setContentType("text/plain");
      response.getWriter().print(server + " " + request.getRemoteAddr());
    }
  }

  @BeforeEach
  void start() throws Exception {
    Path tickets = folder.resolve("tickets");
    new TicketKeyRotation(tickets, InstantSource.system(), new SecureRandom()).create();
    port = freePort();
    String configuration = Files.readString(configurationFile());
    configuration = configuration.replace("bind :443", "bind 127.0.0.1:" + port);
    // Twice as many descriptors as this are more than a user of a small machine may have.
    configuration = configuration.replace("maxconn 20000", "maxconn 500");
    configuration = configuration.replace("check port 9180", "check");
    configuration = configuration.replace("agent-port 9181", "");
    configuration = server(configuration, "a", "192.0.2.11:8443", tickets);
    configuration = server(configuration, "b", "192.0.2.12:8443", tickets);
    // Without a token the admin port wants its own name.
    configuration =
        configuration.replace(
            "option httpchk GET /health/ready",
            "option httpchk\n  http-check send meth GET uri /health/ready hdr Host localhost");
    Path file = Files.writeString(folder.resolve("haproxy.cfg"), configuration);
    haproxy =
        new ProcessBuilder("haproxy", "-db", "-f", file.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("haproxy.log").toFile())
            .start();
  }

  private static Path configurationFile() {
    Path root = Path.of("").toAbsolutePath();
    while (!Files.exists(root.resolve("deploy/haproxy/haproxy.cfg"))) {
      root = root.getParent();
    }
    return root.resolve("deploy/haproxy/haproxy.cfg");
  }

  private static int freePort() throws IOException {
    try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return probe.getLocalPort();
    }
  }

  private String server(String configuration, String name, String address, Path tickets)
      throws Exception {
    Connector connector = TestShop.onFreePort();
    connector.setProperty("ticketKeyFile", tickets.toString());
    connector.setProperty("proxyNetworks", "127.0.0.1");
    connector.setProperty("adminPort", "0");
    connector.setProperty("agentPort", "0");
    connector.addSslHostConfig(TestShop.host("_default_", "RSA"));
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(folder.resolve(name).toString());
    tomcat.setConnector(connector);
    Context context = tomcat.addContext("", folder.toString());
    Tomcat.addServlet(context, "page", new Page(name));
    context.addServletMapping("/", "page");
    tomcat.start();
    servers.add(tomcat);
    HeadwaiterProtocol protocol = (HeadwaiterProtocol) connector.getProtocolHandler();
    return configuration.replace(
        address + " send-proxy-v2",
        "127.0.0.1:%d send-proxy-v2 port %d agent-port %d"
            .formatted(
                connector.getLocalPort(),
                protocol.adminAddressBound().getPort(),
                protocol.agentAddressBound().getPort()));
  }

  @AfterEach
  void stop() throws Exception {
    haproxy.destroy();
    haproxy.waitFor(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
    for (Tomcat server : servers) {
      server.stop();
      server.destroy();
    }
  }

  private static SSLContext client() throws Exception {
    KeyStore trusted =
        KeyStore.getInstance(TestKeys.truststore("RSA").toFile(), TestKeys.PASSWORD.toCharArray());
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext tls = SSLContext.getInstance("TLSv1.2");
    tls.init(null, trust.getTrustManagers(), null);
    return tls;
  }

  /** Returns the last line of the reply to a client of this address of the loopback network. */
  private String ask(SSLContext tls, String from) throws IOException {
    Socket plain = new Socket();
    plain.bind(new InetSocketAddress(InetAddress.getByName(from), 0));
    plain.setSoTimeout(TIMEOUT_MILLIS);
    plain.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), TIMEOUT_MILLIS);
    try (SSLSocket socket =
        (SSLSocket) tls.getSocketFactory().createSocket(plain, "localhost", port, true)) {
      socket
          .getOutputStream()
          .write(
              "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                  .getBytes(StandardCharsets.US_ASCII));
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
      return in.lines().reduce((first, last) -> last).orElse("");
    }
  }

  private long resumed() {
    return servers.stream()
        .map(server -> (HeadwaiterProtocol) server.getConnector().getProtocolHandler())
        .mapToLong(
            protocol ->
                protocol.metrics().samples().stream()
                    .filter(s -> s.name().equals("headwaiter_handshakes_total"))
                    .filter(s -> s.labelValue().equals("resumed"))
                    .mapToLong(s -> (long) s.value())
                    .sum())
        .sum();
  }

  @Test
  void applicationSeesClientsAndVisitsSurviveServer() throws Exception {
    SSLContext tls = client();
    Awaitility.await().ignoreExceptions().until(() -> ask(tls, "127.0.0.5").length() > 0);
    String reply = ask(tls, "127.0.0.5");
    assertThat(reply).matches("[ab] 127\\.0\\.0\\.5");
    assertThat(ask(tls, "127.0.0.6")).endsWith(" 127.0.0.6");
    assertThat(ask(tls, "127.0.0.5")).as("a client stays on its server").isEqualTo(reply);
    // The other server can resume what the one that ends has begun.
    int ends = reply.startsWith("a") ? 0 : 1;
    long before = resumed();
    servers.get(ends).stop();
    servers.get(ends).destroy();
    servers.remove(ends);
    String other = ends == 0 ? "b 127.0.0.5" : "a 127.0.0.5";
    assertThat(ask(tls, "127.0.0.5")).as("before HAProxy knows it").isEqualTo(other);
    assertThat(before).isPositive();
    assertThat(resumed()).isPositive();
  }
}
