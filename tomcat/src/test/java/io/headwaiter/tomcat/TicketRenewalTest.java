package io.headwaiter.tomcat;

import static java.net.http.HttpClient.Version.HTTP_2;
import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.tls.TicketKeyRotation;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Long connections end in time for their clients to hold tickets that other servers accept. */
@Tag("slow")
@Timeout(60)
class TicketRenewalTest {
  private static final String KEEP = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
  private static final int IDLE_SECONDS = 4;

  @TempDir Path folder;

  private Path secrets;

  @BeforeEach
  void createSecrets() throws Exception {
    secrets = folder.resolve("ticket.keys");
    new TicketKeyRotation(secrets, InstantSource.system(), new SecureRandom()).create();
  }

  private TestShop server(int idleSeconds) throws Exception {
    return TestShop.start(
        Map.of(
            "admission", "off",
            "tls", "boringssl",
            "ticketKeyFile", secrets.toString(),
            "visitIdleSeconds", Integer.toString(idleSeconds),
            "maxKeepAliveRequests", "-1"));
  }

  /** OpenSSL shows its newest ticket; a client of JDK 24 or newer shows its oldest. */
  @Test
  void otherServerAdmitsCustomerOfLongConnections() throws Exception {
    try (TestShop first = server(IDLE_SECONDS);
        TestShop other = server(IDLE_SECONDS)) {
      other.gate().publish(TestShop.SHUT);
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(IDLE_SECONDS + 1);
      int connections = 0;
      while (System.nanoTime() < end) {
        askUntilEnd(first.port());
        connections++;
      }
      assertThat(connections).isBetween(2, 2 * (IDLE_SECONDS + 1));
      assertThat(first.status("handshakes.resumed")).isEqualTo(connections - 1);
      Process customer = openssl(other.port());
      try (InputStream in = customer.getInputStream()) {
        ask(customer, in);
      } finally {
        customer.destroy();
      }
      assertThat(other.status("resumed.verified")).isEqualTo(1);
    }
  }

  /** Asks on one connection until a reply says that it is the last one. */
  private void askUntilEnd(int port) throws IOException {
    Process customer = openssl(port);
    try (InputStream in = customer.getInputStream()) {
      String reply = "";
      while (!reply.contains("Connection: close")) {
        reply = ask(customer, in);
      }
      assertThat(in.readAllBytes()).as("a whole reply, and the end").isEmpty();
    } finally {
      customer.destroy();
    }
  }

  /** Connects as a customer that keeps its session in a file. */
  private Process openssl(int port) throws IOException {
    Path session = folder.resolve("session.pem");
    List<String> command = new ArrayList<>(List.of("openssl", "s_client", "-quiet", "-tls1_3"));
    command.addAll(List.of("-connect", "127.0.0.1:" + port, "-servername", "localhost"));
    command.addAll(List.of("-sess_out", session.toString()));
    if (Files.exists(session)) {
      command.addAll(List.of("-sess_in", session.toString()));
    }
    return new ProcessBuilder(command).redirectError(Redirect.DISCARD).start();
  }

  private static String ask(Process customer, InputStream in) throws IOException {
    OutputStream out = customer.getOutputStream();
    out.write(KEEP.getBytes(StandardCharsets.US_ASCII));
    out.flush();
    StringBuilder reply = new StringBuilder();
    while (reply.indexOf("served over HTTP/1.1") < 0) {
      int next = in.read();
      assertThat(next).as("the end after %s", reply).isNotNegative();
      reply.append((char) next);
    }
    return reply.toString();
  }

  @Test
  void losesNoRequest() throws Exception {
    Path pages = folder.resolve("pages.txt");
    try (TestShop shop = server(2)) {
      Process curl =
          new ProcessBuilder(
                  List.of(
                      "curl",
                      "-sk",
                      "--http1.1",
                      "--rate",
                      "600/m",
                      "-w",
                      " %{http_code} %{num_connects}\n",
                      "https://127.0.0.1:" + shop.port() + "/?[1-30]"))
              .redirectErrorStream(true)
              .redirectOutput(pages.toFile())
              .start();
      assertThat(curl.waitFor(TestClient.GUARD_MILLIS, TimeUnit.MILLISECONDS)).isTrue();
      List<String> lines = Files.readAllLines(pages, StandardCharsets.UTF_8);
      assertThat(lines).hasSize(30).allMatch(line -> line.matches("served over HTTP/.* 200 [01]"));
      // Three seconds of requests, and connections that last one.
      assertThat(lines.stream().filter(line -> line.endsWith("1"))).hasSizeBetween(2, 5);
    }
  }

  /** The client of JDK 17 gives up a request that crosses the message, and comes again. */
  @Test
  void endsConnectionOfHttp2ByGoaway() throws Exception {
    try (TestShop shop = server(1)) {
      HttpClient client =
          HttpClient.newBuilder().sslContext(TestClient.trusting(null)).version(HTTP_2).build();
      HttpRequest request =
          HttpRequest.newBuilder(URI.create("https://localhost:" + shop.port() + "/")).build();
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(TestClient.GUARD_MILLIS / 1_000);
      int served = 0;
      while (shop.status("handshakes.resumed") == 0 && System.nanoTime() < end) {
        try {
          HttpResponse<String> reply = client.send(request, BodyHandlers.ofString());
          assertThat(reply.body()).isEqualTo("served over HTTP/2.0");
          served++;
        } catch (IOException e) {
          assertThat(e).hasMessageContaining("GOAWAY");
        }
      }
      assertThat(shop.status("handshakes.full")).isEqualTo(1);
      assertThat(shop.status("handshakes.resumed")).isEqualTo(1);
      assertThat(served).isPositive();
    }
  }
}
