package io.headwaiter.tomcat;

import static io.headwaiter.tomcat.HeldCustomers.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwaiter.core.capacity.Resource;
import io.headwaiter.core.pool.control.PoolControlSettings;
import io.headwaiter.core.pool.profile.Moments;
import io.headwaiter.core.pool.profile.Profile;
import io.headwaiter.core.pool.profile.ProfilePoint;
import io.headwaiter.core.pool.profile.RequestMix;
import io.headwaiter.core.pool.profile.TypeProfile;
import io.headwaiter.front.pools.AdjustablePool;
import io.headwaiter.front.request.RequestPermits;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Requests on virtual threads, where maxThreads is a number of permits. On a JDK without virtual
 * threads the start fails, and every test checks that instead.
 */
@Timeout(60)
class VirtualWorkersTest {
  private static final int VIRTUAL_THREADS_SINCE = 21;
  private static final String[] NONE = {};
  private static final long WAIT_NANOS = 20_000_000;

  private final HeldCustomers held = new HeldCustomers();

  /** Returns whether this JDK has no virtual threads; if so, checks that it reports that. */
  static boolean isOldJdk() {
    boolean old = Runtime.version().feature() < VIRTUAL_THREADS_SINCE;
    if (old) {
      assertThatThrownBy(() -> TestShop.start(Map.of("useVirtualThreads", "true")))
          .rootCause()
          .hasMessageContaining("needs JDK 21 or newer, and this is JDK ")
          .hasMessageContaining("Leave it out");
    }
    return old;
  }

  private TestShop shop(String... attributes) throws Exception {
    List<String> all = new ArrayList<>(List.of(attributes));
    all.addAll(List.of("useVirtualThreads", "true"));
    return held.shop(all.toArray(NONE));
  }

  @Test
  void appliesPermitResizeWhileServing() throws Exception {
    if (isOldJdk()) {
      return;
    }
    try (TestShop shop = shop("maxThreads", "3", "workerTimeoutMillis", "60000")) {
      AdjustablePool workers = shop.protocol().workers();
      assertThat(workers.capacity()).isEqualTo(3);
      List<TlsConnection> connections = held.welcome(shop, 8);
      held.ask(connections);
      held.awaitInside(3);
      await().until(() -> workers.waiting() == 5);
      assertThat(shop.status("waiting")).isEqualTo(5);
      workers.resize(5);
      held.awaitInside(5);
      assertThat(workers.busy()).isEqualTo(5);
      workers.resize(2);
      assertThat(workers.capacity()).isEqualTo(2);
      // No request is cut off, but a freed permit is not reused while two or more are in use.
      held.mayLeave(3);
      await().until(() -> workers.busy() == 2);
      assertThat(workers.waiting()).isEqualTo(3);
      held.mayLeave(5);
      assertThat(held.answers()).hasSize(8).allMatch(answer -> answer.startsWith("HTTP/1.1 200"));
      await().until(() -> workers.busy() == 0);
    }
  }

  @Test
  void refusesLateRequestWithRetryAfter() throws Exception {
    if (isOldJdk()) {
      return;
    }
    try (TestShop shop =
        shop("maxThreads", "1", "workerTimeoutMillis", "20", "workerRetryAfterSeconds", "7")) {
      List<TlsConnection> connections = held.welcome(shop, 2);
      held.ask(connections.subList(0, 1));
      held.awaitInside(1);
      TlsConnection late = connections.get(1);
      late.send(new TestClient("TLSv1.3").request());
      assertThat(late.readAll())
          .startsWith("HTTP/1.1 503")
          .contains("Retry-After: 7\r\n")
          .endsWith("The server is busy. Please try again in a few seconds.\n");
      late.close();
      assertThat(shop.status("requestsRefused")).isEqualTo(1);
      held.mayLeave(2);
      held.ask(held.welcome(shop, 1));
      assertThat(held.answers()).hasSize(2).allMatch(answer -> answer.startsWith("HTTP/1.1 200"));
      // The meter counts a request after its answer has gone out; the refused one does not count.
      await().until(() -> shop.status("profile.types./.count") == 2);
    }
  }

  @Test
  void countsPermitWaitAsWorkerWait() throws Exception {
    if (isOldJdk()) {
      return;
    }
    try (TestShop shop = shop("maxThreads", "1", "workerTimeoutMillis", "60000")) {
      held.ask(held.welcome(shop, 2));
      AdjustablePool workers = shop.protocol().workers();
      await().until(() -> workers.waiting() == 1);
      RequestPermits permits = shop.protocol().endpoint().permits();
      await().until(() -> permits.headDelayNanos(System.nanoTime()) > WAIT_NANOS);
      held.mayLeave(2);
      assertThat(held.answers()).hasSize(2);
      await().until(() -> shop.status("profile.sinceStart.types./.count") == 2);
      assertThat(shop.status("profile.sinceStart.types./.workerWaitNanos"))
          .isGreaterThan(WAIT_NANOS);
    }
  }

  @Test
  void hasNoBoundWithoutMaxThreads() throws Exception {
    if (isOldJdk()) {
      return;
    }
    try (TestShop shop = shop("tls", "boringssl")) {
      AdjustablePool workers = shop.protocol().workers();
      assertThat(workers.capacity()).isZero();
      int many = 10 * Runtime.getRuntime().availableProcessors() + 5;
      held.ask(held.welcome(shop, many));
      held.awaitInside(many);
      assertThat(workers.busy()).isEqualTo(many);
      assertThatThrownBy(() -> workers.resize(4))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("Set maxThreads");
      shop.connector().setProperty("maxThreads", "4");
      assertThat(workers.whyFixed()).isEmpty();
      held.mayLeave(many);
      assertThat(held.answers()).hasSize(many);
    }
  }

  @Test
  void restartKeepsPermitCountAndFreesWaitingRequests() throws Exception {
    if (isOldJdk()) {
      return;
    }
    try (TestShop shop = shop("maxThreads", "3", "workerTimeoutMillis", "60000")) {
      AdjustablePool workers = shop.protocol().workers();
      workers.resize(1);
      held.ask(held.welcome(shop, 3));
      await().until(() -> workers.waiting() == 2);
      shop.connector().stop();
      assertThat(workers.whyFixed()).isPresent();
      held.mayLeave(1);
      assertThat(held.answers()).hasSize(3);
      held.awaitInside(0);
      shop.connector().start();
      assertThat(workers.capacity()).isEqualTo(1);
      held.mayLeave(1);
      held.ask(held.welcome(shop, 1));
      assertThat(held.answers()).hasSize(4);
      assertThat(held.answers().get(3)).startsWith("HTTP/1.1 200");
    }
  }

  /** A page that goes on when the test dispatches it. */
  private static final class Later extends HttpServlet {
    private static final long serialVersionUID = 1;
    private final transient BlockingQueue<AsyncContext> later = new LinkedBlockingQueue<>();

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      if (request.getAttribute("seen") == null) {
        request.setAttribute("seen", true);
        AsyncContext context = request.startAsync();
        context.setTimeout(0);
        later.add(context);
      } else {
        response.getWriter().print("at last");
      }
    }
  }

  private static CompletableFuture<String> get(TestShop shop, HttpClient.Version version)
      throws Exception {
    HttpClient client = HttpClient.newBuilder().sslContext(TestClient.trusting(null)).build();
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + shop.port() + "/"))
            .version(version)
            .timeout(Duration.ofSeconds(20))
            .build();
    return client
        .sendAsync(request, BodyHandlers.ofString())
        .thenApply(a -> a.statusCode() + " " + a.body());
  }

  /** Like a worker, a permit is not held while the request waits for its event. */
  @Test
  void asynchronousRequestHoldsPermitOnlyWhileServed() throws Exception {
    if (isOldJdk()) {
      return;
    }
    Later page = new Later();
    Map<String, String> attributes =
        new HashMap<>(Map.of("admission", "off", "tls", "jsse", "useVirtualThreads", "true"));
    attributes.putAll(Map.of("maxThreads", "1", "workerTimeoutMillis", "50"));
    try (TestShop shop =
        TestShop.start(
            attributes,
            connector -> connector.addSslHostConfig(TestShop.host("_default_", "RSA")),
            context -> install(context, page))) {
      AdjustablePool workers = shop.protocol().workers();
      CompletableFuture<String> first = get(shop, HttpClient.Version.HTTP_1_1);
      AsyncContext one = page.later.take();
      await().until(() -> workers.busy() == 0);
      CompletableFuture<String> second = get(shop, HttpClient.Version.HTTP_2);
      AsyncContext two = page.later.take();
      await().until(() -> workers.busy() == 0);
      one.dispatch();
      assertThat(first.get()).isEqualTo("200 at last");
      await().until(() -> workers.busy() == 0);
      // No permit is free: a request that was served in part goes on nevertheless.
      shop.protocol().endpoint().permits().squeezeIn();
      two.dispatch();
      assertThat(second.get()).isEqualTo("200 at last");
      assertThat(get(shop, HttpClient.Version.HTTP_2).get()).startsWith("503 ");
      assertThat(shop.status("requestsRefused")).isEqualTo(1);
      shop.protocol().endpoint().permits().leave();
      await().until(() -> workers.busy() == 0);
    }
  }

  /** Over HTTP/2, where each request has a thread. */
  @Test
  void visitHoldsNoMorePermitsThanItLeaves() throws Exception {
    if (isOldJdk()) {
      return;
    }
    HttpClient greedy = HttpClient.newBuilder().sslContext(TestClient.trusting(null)).build();
    List<CompletableFuture<Integer>> answers = new ArrayList<>();
    Map<String, String> attributes =
        Map.of("admission", "off", "tls", "jsse", "useVirtualThreads", "true", "maxThreads", "10");
    try (TestShop shop = TestShop.start(attributes);
        TestShop.Hold hold = new TestShop.Hold()) {
      String address = "https://localhost:" + shop.port() + "/?";
      greedy.send(request(address + "first"), BodyHandlers.ofString());
      for (int i = 0; i < 15; i++) {
        answers.add(
            greedy
                .sendAsync(request(address + hold.query()), BodyHandlers.ofString())
                .thenApply(answer -> answer.statusCode()));
      }
      await().until(() -> hold.inside() == 5 && shop.status("workers.heldBack") == 10);

      assertThat(new TestClient("TLSv1.3").get(shop.port())).contains("served over");

      assertThat(hold.inside()).isEqualTo(5);
      assertThat(shop.status("waiting")).isZero();
      hold.letGo();
      for (CompletableFuture<Integer> answer : answers) {
        assertThat(answer.get()).isEqualTo(200);
      }
      await().until(() -> shop.protocol().workers().busy() == 0);
      assertThat(shop.status("workers.heldBack")).isZero();
    }
  }

  private static HttpRequest request(String address) {
    return HttpRequest.newBuilder(URI.create(address)).timeout(Duration.ofSeconds(20)).build();
  }

  private static void install(Context context, HttpServlet page) {
    Tomcat.addServlet(context, "later", page).setAsyncSupported(true);
    context.addServletMapping("/", "later");
  }

  private static ProfilePoint point(int threads, int connections) {
    Moments time = new Moments(1000, 10e6, 1e14);
    List<TypeProfile> types = List.of(new TypeProfile("/", time, time));
    return new ProfilePoint(threads, connections, types, 1000, 0, 1000, threads);
  }

  private static Profile profile() {
    return new Profile(
        new RequestMix(Map.of("/", 4.0)),
        List.of(point(6, 6), point(6, 3), point(6, 1), point(3, 3), point(3, 1), point(2, 2)));
  }

  /** Six unused connections. */
  private record Connections() implements AdjustablePool {
    @Override
    public Resource resource() {
      return Resource.DATABASE_CONNECTIONS;
    }

    @Override
    public int capacity() {
      return 6;
    }

    @Override
    public int busy() {
      return 0;
    }

    @Override
    public int waiting() {
      return 0;
    }

    @Override
    public Optional<String> whyFixed() {
      return Optional.empty();
    }

    @Override
    public void resize(int units) {}
  }

  private static void govern(TestShop shop) {
    PoolControlSettings bounds = PoolControlSettings.upTo(6, 6);
    ConnectorControl.sizeByProfile(shop.protocol(), bounds, profile(), new Connections());
  }

  @Test
  void poolControlStartsFromMaxThreads() throws Exception {
    if (isOldJdk()) {
      return;
    }
    try (TestShop shop = shop()) {
      assertThatThrownBy(() -> govern(shop))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("Set maxThreads");
      shop.connector().setProperty("maxThreads", "3");
      govern(shop);
      assertThat(shop.status("pools.threads")).isEqualTo(3);
    }
  }
}
