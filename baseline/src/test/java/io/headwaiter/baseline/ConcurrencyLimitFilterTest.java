package io.headwaiter.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.catalina.Context;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The filter in a real Tomcat: every way in which a request can end returns its permit. */
@Tag("once")
@Timeout(60)
class ConcurrencyLimitFilterTest {
  private static final int LIMIT = 2;

  private final Scripted servlet = new Scripted();
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private TomcatServer server;
  private ConcurrencyLimitFilter filter;

  @BeforeEach
  void start() throws IOException {
    TomcatOptions options =
        new TomcatOptions(
            TomcatOptions.STOCK_PROTOCOL,
            "127.0.0.1",
            0,
            Path.of("not-used"),
            "not-used",
            Map.of("SSLEnabled", "false"));
    server = TomcatServer.start(options, this::install);
  }

  private void install(Context context) {
    filter = ConcurrencyLimiter.of("fixed:" + LIMIT).install(context);
    context.addServletContainerInitializer(
        (classes, servlets) -> {
          ServletRegistration.Dynamic scripted = servlets.addServlet("scripted", servlet);
          scripted.setAsyncSupported(true);
          scripted.addMapping("/");
        },
        null);
  }

  @AfterEach
  void stop() {
    servlet.letGo.countDown();
    server.close();
  }

  @Test
  void answers503OverLimitAndFinishesHeldRequests() throws Exception {
    List<CompletableFuture<HttpResponse<String>>> held = new ArrayList<>();
    for (int i = 0; i < LIMIT; i++) {
      held.add(client.sendAsync(to("/hold"), BodyHandlers.ofString()));
      assertThat(servlet.entered.poll(20, TimeUnit.SECONDS)).isNotNull();
    }
    HttpResponse<String> over = client.send(to("/ok"), BodyHandlers.ofString());
    assertThat(over.statusCode()).isEqualTo(503);
    assertThat(over.headers().firstValue("Retry-After")).contains("1");
    servlet.letGo.countDown();
    for (CompletableFuture<HttpResponse<String>> one : held) {
      assertThat(one.get(20, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
    }
    assertAllPermitsAreBack();
  }

  @Test
  void exceptionReturnsPermit() throws Exception {
    assertManyTimes("/throw", 500);
    assertAllPermitsAreBack();
  }

  @Test
  void errorStatusReturnsPermit() throws Exception {
    assertManyTimes("/unavailable", 503);
    assertManyTimes("/error", 500);
    assertAllPermitsAreBack();
  }

  @Test
  void asynchronousRequestHoldsPermitUntilEnd() throws Exception {
    List<CompletableFuture<HttpResponse<String>>> held = new ArrayList<>();
    List<AsyncContext> contexts = new ArrayList<>();
    for (int i = 0; i < LIMIT; i++) {
      held.add(client.sendAsync(to("/async"), BodyHandlers.ofString()));
      contexts.add(servlet.started.poll(20, TimeUnit.SECONDS));
    }
    assertThat(filter.inflight()).isEqualTo(LIMIT);
    assertThat(status("/ok")).isEqualTo(503);
    contexts.forEach(AsyncContext::complete);
    for (CompletableFuture<HttpResponse<String>> one : held) {
      assertThat(one.get(20, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
    }
    assertAllPermitsAreBack();
  }

  @Test
  void immediateAsynchronousCompletionReturnsPermit() throws Exception {
    assertManyTimes("/async-at-once", 200);
    assertAllPermitsAreBack();
  }

  @Test
  void asynchronousDispatchReturnsPermit() throws Exception {
    assertManyTimes("/async-dispatch", 200);
    assertAllPermitsAreBack();
  }

  @Test
  void repeatedAsynchronousStartReturnsPermit() throws Exception {
    assertManyTimes("/async-twice", 200);
    assertAllPermitsAreBack();
  }

  @Test
  void asynchronousTimeoutReturnsPermit() throws Exception {
    assertManyTimes("/async-timeout", 500);
    assertAllPermitsAreBack();
  }

  /** Sends more requests than there are permits, so that a lost one is noticed. */
  private void assertManyTimes(String path, int status) throws Exception {
    for (int i = 0; i < 3 * LIMIT; i++) {
      // The reply may arrive before the permit is returned.
      await().atMost(Duration.ofSeconds(20)).until(() -> filter.inflight() == 0);
      assertThat(status(path)).isEqualTo(status);
    }
  }

  private void assertAllPermitsAreBack() throws Exception {
    await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(() -> assertThat(filter.inflight()).isZero());
    assertThat(status("/ok")).isEqualTo(200);
  }

  private int status(String path) throws Exception {
    return client.send(to(path), BodyHandlers.ofString()).statusCode();
  }

  private HttpRequest to(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
        .timeout(Duration.ofSeconds(20))
        .build();
  }

  /** Acts as the path says. */
  private static final class Scripted extends HttpServlet {
    private static final long serialVersionUID = 1;

    private final transient CountDownLatch letGo = new CountDownLatch(1);
    private final transient BlockingQueue<String> entered = new LinkedBlockingQueue<>();
    private final transient BlockingQueue<AsyncContext> started = new LinkedBlockingQueue<>();

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws ServletException, IOException {
      switch (request.getRequestURI()) {
        case "/hold" -> hold();
        case "/throw" -> throw new ServletException("on purpose");
        case "/unavailable" -> response.setStatus(503);
        case "/error" -> response.sendError(500);
        case "/async" -> started.add(request.startAsync());
        case "/async-at-once" -> request.startAsync().complete();
        case "/async-dispatch" -> request.startAsync().dispatch("/ok");
        case "/async-twice" -> twice(request);
        case "/async-timeout" -> request.startAsync().setTimeout(50);
        default -> response.getWriter().print("ok");
      }
    }

    private static void twice(HttpServletRequest request) {
      AsyncContext context = request.startAsync();
      if (request.getAttribute("again") == null) {
        request.setAttribute("again", "yes");
        context.dispatch();
      } else {
        context.complete();
      }
    }

    private void hold() {
      entered.add("one");
      try {
        letGo.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
