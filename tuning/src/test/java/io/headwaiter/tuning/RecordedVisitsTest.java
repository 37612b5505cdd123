package io.headwaiter.tuning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.headwaiter.core.pool.profile.PoolSizes;
import io.headwaiter.core.profile.RequestProfile;
import io.headwaiter.core.profile.RequestTotals;
import io.headwaiter.load.TestKeys;
import io.headwaiter.load.workload.Customer;
import io.headwaiter.load.workload.Step;
import io.headwaiter.tuning.mix.MixReplay;
import io.headwaiter.tuning.mix.RecordedMix;
import io.headwaiter.tuning.mix.RecordedMix.TypeMix;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("slow")
@Timeout(60)
class RecordedVisitsTest {
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final List<String> said = new ArrayList<>();
  private HttpsServer server;
  private URI target;

  @BeforeEach
  void start() throws IOException {
    server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
    server.setHttpsConfigurator(new HttpsConfigurator(TestKeys.serverContext(/* tickets= */ true)));
    server.createContext("/", this::answer);
    server.start();
    target = URI.create("https://127.0.0.1:" + server.getAddress().getPort());
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  /** Replies with the status in the path. */
  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String cookies = String.valueOf(exchange.getRequestHeaders().getFirst("Cookie"));
      asked.add(exchange.getRequestMethod() + ' ' + exchange.getRequestURI() + ' ' + cookies);
      exchange.getResponseHeaders().add("Set-Cookie", "id=7; Path=/");
      exchange.getResponseHeaders().add("Location", "/in");
      String path = exchange.getRequestURI().getPath();
      exchange.sendResponseHeaders(Integer.parseInt(path.substring(1)), -1);
    }
  }

  /** Returns a server that counts requests; its first reading fails. */
  private TunedServer counting() {
    return new TunedServer() {
      @Override
      public void resize(PoolSizes sizes) {}

      private boolean hasStarted;

      @Override
      public Reading read() throws IOException {
        if (!hasStarted) {
          hasStarted = true;
          throw new IOException("nothing to tell yet");
        }
        RequestTotals all = new RequestTotals(asked.size(), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        return new Reading(new RequestProfile(1, 1, Map.of("/", all)), 0, 0, 0, 0, 0, null);
      }
    };
  }

  private MixReplay replay(Map<String, TypeMix> types) {
    long all = types.values().stream().mapToLong(TypeMix::requests).sum();
    return MixReplay.of(new RecordedMix("test", 1, all, all, 0, types, Map.of()), target, true);
  }

  private static TypeMix type(long requests, String... examples) {
    return new TypeMix(requests, requests, 0, 0, List.of(examples), 0, List.of());
  }

  private List<Step> visit(MixReplay replay, Rehearsal rehearsal) throws Exception {
    Customer customer =
        RecordedVisits.rehearse(replay, rehearsal, counting(), said::add)
            .workload(RecordedVisits.REQUESTS_MAX)
            .newCustomer(new SplittableRandom(3));
    List<Step> visit = new ArrayList<>();
    for (Optional<Step> next = customer.next(0); next.isPresent(); next = customer.next(0)) {
      visit.add(next.get());
    }
    return visit;
  }

  @Test
  void requestsOnlyAddressesAnsweredWell() throws Exception {
    TypeMix order = new TypeMix(2, 2, 0, 0, List.of(), 2, List.of("POST /201?x=1"));
    MixReplay replay =
        replay(
            Map.of("/a", type(6, "/200?a=1", "/404"), "/b", type(1, "/500", "/400|"), "/c", order));
    List<Step> visit = visit(replay, new Rehearsal(target, /* anyCertificate= */ true));
    assertThat(asked)
        .containsExactly(
            "GET /200?a=1 null",
            "GET /404 id=7",
            "GET /500 id=7",
            "POST /201?x=1 id=7",
            "GET /404 id=7",
            "GET /500 id=7");
    assertThat(visit).extracting(Step::target).isSubsetOf("/200?a=1", "/201?x=1").isNotEmpty();
    assertThat(said)
        .containsExactly(
            "asked once for each of 5 recorded addresses; 3 not answered well: GET /400| is no"
                + " address, GET /404 answered 404, GET /500 answered 500",
            "not asked for: /b (1 requests: no address of it is answered well)",
            "88.9 % of the recorded requests are asked for, 8.11 by a visitor");
  }

  /** A recorded page now redirects to a page to sign in on. */
  @Test
  void omitsPagesThatRedirect() throws Exception {
    TypeMix order = new TypeMix(4, 4, 0, 0, List.of(), 4, List.of("POST /303"));
    MixReplay replay = replay(Map.of("/a", type(4, "/200"), "/b", type(2, "/302"), "/c", order));
    List<Step> visit = visit(replay, new Rehearsal(target, /* anyCertificate= */ true));
    assertThat(visit).extracting(Step::target).isSubsetOf("/200", "/303").isNotEmpty();
    assertThat(said)
        .anySatisfy(line -> assertThat(line).contains("GET /302 answered 302, redirected to /in"));
  }

  @Test
  void rejectsSiteThatDoesNotMatchRecord() {
    MixReplay half = replay(Map.of("/a", type(4, "/200"), "/b", type(6, "/404")));
    assertThatIOException()
        .isThrownBy(() -> visit(half, new Rehearsal(target, true)))
        .withMessageStartingWith("Only 40.0 % of the recorded requests can be asked for");
    MixReplay none = replay(Map.of("/b", type(6, "/404")));
    assertThatIOException()
        .isThrownBy(() -> visit(none, new Rehearsal(target, true)))
        .withMessageContaining("Is the application served where the record found it (--context)");
  }

  @Test
  void rejectsUntrustedCertificate() {
    assertThatIOException()
        .isThrownBy(
            () -> visit(replay(Map.of("/a", type(1, "/200"))), new Rehearsal(target, false)))
        .withMessageStartingWith(target + " has a certificate that this JVM does not trust")
        .withMessageEndingWith("say --insecure.");
    assertThat(asked).isEmpty();
  }

  @Test
  void namesServerThatDoesNotAnswer() throws Exception {
    server.stop(0);
    assertThatIOException()
        .isThrownBy(() -> visit(replay(Map.of("/a", type(1, "/200"))), new Rehearsal(target, true)))
        .withMessageStartingWith(target + " does not answer.");
    try (ServerSocket plain = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
      Thread talker = new Thread(() -> talk(plain), "no-tls");
      talker.setDaemon(true);
      talker.start();
      target = URI.create("https://127.0.0.1:" + plain.getLocalPort());
      assertThatIOException()
          .isThrownBy(
              () -> visit(replay(Map.of("/a", type(1, "/200"))), new Rehearsal(target, true)))
          .withMessageContaining("does not speak TLS with us");
    }
  }

  /**
   * Answers in plain text until closed: a client may connect twice, and gets no answer if it is cut
   * off.
   */
  private static void talk(ServerSocket plain) {
    while (!plain.isClosed()) {
      try (var client = plain.accept()) {
        // Reads the hello first: an answer before it may look like a broken connection.
        client.getInputStream().read();
        client
            .getOutputStream()
            .write("HTTP/1.1 400 Bad\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        client.getInputStream().transferTo(OutputStream.nullOutputStream());
      } catch (IOException e) {
        // it was closed
      }
    }
  }
}
