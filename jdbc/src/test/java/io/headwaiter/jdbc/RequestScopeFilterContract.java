package io.headwaiter.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.profile.ConnectionUseRecorder;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests of every kind in a container, and their connections. */
@Timeout(60)
abstract class RequestScopeFilterContract {
  private static final int SIZE = 4;

  private final ServletHost host;
  private final FakePool pool = new FakePool(new FakeDatabase("filter"), SIZE);
  private final RequestWideDataSource source = source(HoldingPolicy.REQUEST);
  private final List<RequestUse> ended = new CopyOnWriteArrayList<>();
  private final HttpClient client = HttpClient.newHttpClient();
  private int port;

  RequestScopeFilterContract(ServletHost host) {
    this.host = host;
  }

  private interface Page {
    void serve(HttpServletRequest request, HttpServletResponse response) throws Exception;
  }

  private RequestWideDataSource source(HoldingPolicy policy) {
    return new RequestWideDataSource(
        pool, HoldingOptions.defaults().policy(policy).trust(Duration.ofHours(1)));
  }

  @BeforeEach
  void begin() {
    host.filter(
        new RequestScopeFilter(RequestScopeFilter::typeOf, Duration.ofSeconds(30), 7, ended::add));
    page((request, response) -> twice(), "/twice", "/list/*");
    page(
        (request, response) -> {
          twice();
          throw new IllegalStateException("on purpose");
        },
        "/fails");
  }

  @AfterEach
  void stop() throws Exception {
    await().untilAsserted(() -> assertThat(pool.lent()).isZero());
    assertThat(pool.wrongs()).isZero();
    host.stop();
  }

  private void page(Page page, String... patterns) {
    host.page(
        new HttpServlet() {
          private static final long serialVersionUID = 1L;

          @Override
          protected void doGet(HttpServletRequest request, HttpServletResponse response)
              throws IOException {
            try {
              page.serve(request, response);
            } catch (IOException | RuntimeException e) {
              throw e;
            } catch (Exception e) {
              throw new IllegalStateException(e);
            }
          }
        },
        patterns);
  }

  private HttpResponse<String> get(String path) throws Exception {
    if (port == 0) {
      port = host.start();
    }
    URI uri = URI.create("http://127.0.0.1:" + port + "/app" + path);
    return client.send(
        HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(20)).build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private void twice() throws SQLException {
    twice(source);
  }

  private static void twice(RequestWideDataSource source) throws SQLException {
    for (int i = 0; i < 2; i++) {
      try (Connection connection = source.getConnection()) {
        assertThat(connection.isClosed()).isFalse();
      }
    }
  }

  /** Runs work on a thread that is not one of the container. */
  private static void elsewhere(Runnable work) {
    new Thread(work).start();
  }

  private static ConditionFactory await() {
    return Awaitility.await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(5));
  }

  private RequestUse only() {
    await().until(() -> ended.size() == 1);
    return ended.get(0);
  }

  private void awaitEnded(int count) {
    await().until(() -> ended.size() == count);
  }

  @Test
  void requestKeepsItsConnection() throws Exception {
    assertThat(get("/twice").statusCode()).isEqualTo(200);
    RequestUse use = only();
    assertThat(use.type()).isEqualTo("/app/twice");
    assertThat(use.connectionRequests()).isEqualTo(2);
    assertThat(use.takes()).isEqualTo(1);
    assertThat(use.idleNanos()).isPositive().isLessThan(use.heldNanos());
    assertThat(RequestScope.current()).isNull();
  }

  @Test
  void typeFollowsDecodedPath() throws Exception {
    assertThat(get("/twic%65;a=1?b=2").statusCode()).isEqualTo(200);
    assertThat(get("/list/%6Fne/17").statusCode()).isEqualTo(200);
    assertThat(get("/li%73t").statusCode()).isEqualTo(200);
    awaitEnded(3);
    assertThat(ended)
        .extracting(RequestUse::type)
        .containsExactly("/app/twice", "/app/list", "/app/list");
  }

  /** A Headwaiter connector adds its recorder to each request as an attribute. */
  @Test
  void reportsUseToRequestProfile() throws Exception {
    List<String> told = new CopyOnWriteArrayList<>();
    ConnectionUseRecorder profile =
        (type, asked, waitNanos, heldNanos, idleNanos) -> {
          boolean idle = idleNanos > 0 && idleNanos < heldNanos;
          told.add(type + " " + asked + " " + (waitNanos > 0) + " " + idle);
        };
    host.attribute(ConnectionUseRecorder.ATTRIBUTE, profile);
    assertThat(get("/twice").statusCode()).isEqualTo(200);
    assertThat(only().connectionRequests()).isEqualTo(2);
    assertThat(told).containsExactly("/app/twice 2 true true");
  }

  @Test
  void forwardsAndIncludesShareOneScope() throws Exception {
    page(
        (request, response) -> {
          twice();
          request.getRequestDispatcher("/twice").include(request, response);
          twice();
          request.getRequestDispatcher("/twice").forward(request, response);
        },
        "/outer");
    assertThat(get("/outer").statusCode()).isEqualTo(200);
    RequestUse use = only();
    assertThat(use.type()).isEqualTo("/app/outer");
    assertThat(use.connectionRequests()).isEqualTo(8);
    assertThat(use.takes()).isEqualTo(1);
  }

  @Test
  void errorPageOfFailedRequestHasOwnScope() throws Exception {
    host.errorPage(500, "/twice");
    assertThat(get("/fails").statusCode()).isEqualTo(500);
    awaitEnded(2);
    assertThat(ended).extracting(RequestUse::takes).containsExactly(1, 1);
  }

  @Test
  void errorPageOfSentErrorHasOwnScope() throws Exception {
    host.errorPage(404, "/apology");
    page(
        (request, response) -> {
          twice();
          response.sendError(HttpServletResponse.SC_NOT_FOUND);
        },
        "/gone");
    page(
        (request, response) -> {
          assertThat(request.getDispatcherType()).isEqualTo(DispatcherType.ERROR);
          twice();
          response.getWriter().write("sorry");
        },
        "/apology");
    HttpResponse<String> answer = get("/gone");
    assertThat(answer.statusCode()).isEqualTo(404);
    assertThat(answer.body()).isEqualTo("sorry");
    awaitEnded(2);
    assertThat(ended).extracting(RequestUse::takes).containsExactly(1, 1);
  }

  @Test
  void errorPageSharesDeadlineOfRequest() throws Exception {
    List<Long> deadlines = new CopyOnWriteArrayList<>();
    host.errorPage(404, "/apology");
    page(
        (request, response) -> {
          deadlines.add(RequestScope.current().deadlineNanos());
          response.sendError(HttpServletResponse.SC_NOT_FOUND);
        },
        "/gone");
    page((request, response) -> deadlines.add(RequestScope.current().deadlineNanos()), "/apology");
    assertThat(get("/gone").statusCode()).isEqualTo(404);
    assertThat(deadlines).hasSize(2);
    assertThat(deadlines.get(1)).isEqualTo(deadlines.get(0));
  }

  @Test
  void errorPageHasAtLeastOneSecond() {
    long second = Duration.ofSeconds(1).toNanos();
    Duration deadline = Duration.ofSeconds(10);
    assertThat(RequestScopeFilter.deadlineAgainNanos(10 * second, deadline, 8 * second))
        .isEqualTo(10 * second);
    assertThat(RequestScopeFilter.deadlineAgainNanos(10 * second, deadline, 12 * second))
        .isEqualTo(13 * second);
    assertThat(RequestScopeFilter.deadlineAgainNanos(second / 4, Duration.ofMillis(250), second))
        .isEqualTo(second + second / 4);
  }

  @Test
  void nestedConnectionsAreSeparate() throws Exception {
    page(
        (request, response) -> {
          try (Connection outer = source.getConnection();
              Connection inner = source.getConnection()) {
            assertThat(pool.lent()).isEqualTo(2);
            assertThat(outer.isClosed() || inner.isClosed()).isFalse();
          }
          assertThat(pool.lent()).as("kept").isEqualTo(1);
          twice();
        },
        "/nested");
    assertThat(get("/nested").statusCode()).isEqualTo(200);
    RequestUse use = only();
    assertThat(use.connectionRequests()).isEqualTo(4);
    assertThat(use.takes()).isEqualTo(2);
    assertThat(use.leaks()).isZero();
  }

  @Test
  void takesLeakedConnectionBackAtRequestEnd() throws Exception {
    page((request, response) -> source.getConnection().createStatement(), "/leaks");
    assertThat(get("/leaks").statusCode()).isEqualTo(200);
    assertThat(only().leaks()).isEqualTo(1);
  }

  @Test
  void requestWithoutConnectionGetsRetryAfter() throws Exception {
    page(
        (request, response) -> {
          response.getWriter().write("half a page");
          for (int i = 0; i <= SIZE; i++) {
            assertThat(source.getConnection()).isNotNull();
          }
        },
        "/greedy");
    HttpResponse<String> answer = get("/greedy");
    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(answer.headers().firstValue("Retry-After")).hasValue("7");
    assertThat(answer.body()).contains("try again").doesNotContain("half a page");
    RequestUse use = only();
    assertThat(use.failures()).isEqualTo(1);
    assertThat(use.leaks()).isEqualTo(SIZE);
  }

  /** The answer does not mention the application's mistake, so the log has to. */
  @Test
  void logsReasonOfRefusalsAtLimitedRate() throws Exception {
    page(
        (request, response) -> {
          for (int i = 0; i <= SIZE; i++) {
            assertThat(source.getConnection()).isNotNull();
          }
        },
        "/greedy");
    try (RememberedLog log = new RememberedLog(RefusalReports.class)) {
      for (int i = 0; i < 3; i++) {
        assertThat(get("/greedy").statusCode()).isEqualTo(503);
      }
      assertThat(log.entries()).hasSize(1);
      LogRecord entry = log.entries().get(0);
      assertThat(entry.getLevel()).isEqualTo(Level.WARNING);
      assertThat(entry.getMessage())
          .contains("type /app/greedy", "holds 4 open and waits for one more");
      assertThat(entry.getThrown()).hasStackTraceContaining("RequestScopeFilterContract");
    }
  }

  @Test
  void asynchronousRequestHoldsNothingWhileWaiting() throws Exception {
    CountDownLatch looked = new CountDownLatch(1);
    AtomicInteger lentMeanwhile = new AtomicInteger(-1);
    page(
        (request, response) -> {
          twice();
          AsyncContext async = request.startAsync();
          elsewhere(
              () -> {
                try {
                  await().until(() -> pool.lent() == 0);
                  lentMeanwhile.set(pool.lent());
                  assertThat(RequestScope.current()).isNull();
                } finally {
                  looked.countDown();
                  async.dispatch("/twice");
                }
              });
        },
        "/later");
    assertThat(get("/later").statusCode()).isEqualTo(200);
    looked.await();
    assertThat(lentMeanwhile).hasValue(0);
    RequestUse use = only();
    assertThat(use.type()).isEqualTo("/app/later");
    assertThat(use.connectionRequests()).isEqualTo(4);
    assertThat(use.takes()).as("one before and one after the pause").isEqualTo(2);
  }

  @Test
  void openConnectionSurvivesSwitchToAsynchronous() throws Exception {
    page(
        (request, response) -> {
          Connection carried = source.getConnection();
          assertThat(carried.createStatement()).isNotNull();
          AsyncContext async = request.startAsync();
          elsewhere(
              () -> {
                try (carried) {
                  assertThat(carried.createStatement().execute("x")).isFalse();
                } catch (SQLException e) {
                  throw new IllegalStateException(e);
                } finally {
                  async.complete();
                }
              });
        },
        "/carries");
    assertThat(get("/carries").statusCode()).isEqualTo(200);
    assertThat(only().leaks()).isZero();
  }

  @Test
  void timedOutAsynchronousRequestEnds() throws Exception {
    page(
        (request, response) -> {
          assertThat(source.getConnection().createStatement()).isNotNull();
          request.startAsync().setTimeout(50);
        },
        "/never");
    assertThat(get("/never").statusCode()).isEqualTo(500);
    assertThat(only().leaks()).isEqualTo(1);
  }

  @Test
  void asynchronousRequestWithoutConnectionGetsRetryAfter() throws Exception {
    page(
        (request, response) -> {
          request.startAsync().setTimeout(0);
          for (int i = 0; i <= SIZE; i++) {
            assertThat(source.getConnection()).isNotNull();
          }
        },
        "/greedy");
    page(
        (request, response) -> {
          request.startAsync().complete();
          for (int i = 0; i <= SIZE; i++) {
            assertThat(source.getConnection()).isNotNull();
          }
        },
        "/completed");
    for (String path : List.of("/greedy", "/completed")) {
      HttpResponse<String> answer = get(path);
      assertThat(answer.statusCode()).as(path).isEqualTo(503);
      assertThat(answer.headers().firstValue("Retry-After")).hasValue("7");
      assertThat(answer.body()).contains("try again");
    }
    awaitEnded(2);
    assertThat(ended).extracting(RequestUse::failures).containsExactly(1, 1);
  }

  /** Tomcat 11.0.25 closes the connection of such a request, and the client may retry. */
  @Test
  void asynchronousRequestThatFailsAtOnceEnds() throws Exception {
    page(
        (request, response) -> {
          assertThat(source.getConnection().createStatement()).isNotNull();
          request.startAsync();
          throw new IllegalStateException("on purpose");
        },
        "/broken");
    try {
      assertThat(get("/broken").statusCode()).isEqualTo(500);
    } catch (IOException e) {
      assertThat(host).isInstanceOf(TomcatServletHost.class);
    }
    await().until(() -> pool.lent() == 0 && !ended.isEmpty());
    assertThat(ended).allMatch(use -> use.leaks() == 1 && use.takes() == 1);
  }

  @Test
  void asynchronousRequestWithHandledErrorEnds() throws Exception {
    page(
        (request, response) -> {
          twice();
          AsyncContext async = request.startAsync();
          async.addListener(new Handled(async));
          throw new IllegalStateException("on purpose");
        },
        "/handled");
    assertThat(get("/handled").statusCode()).isIn(200, 500);
    await().until(() -> pool.lent() == 0 && !ended.isEmpty());
    assertThat(ended.get(0).type()).isEqualTo("/app/handled");
  }

  /** A listener of an application that handles its errors. */
  private record Handled(AsyncContext async) implements AsyncListener {
    @Override
    public void onComplete(AsyncEvent event) {}

    @Override
    public void onTimeout(AsyncEvent event) {}

    @Override
    public void onError(AsyncEvent event) {
      async.dispatch("/twice");
    }

    @Override
    public void onStartAsync(AsyncEvent event) {}
  }

  @Test
  void asynchronousRequestThatFailsLaterEnds() throws Exception {
    page(
        (request, response) -> {
          twice();
          AsyncContext async = request.startAsync();
          elsewhere(() -> async.dispatch("/fails"));
        },
        "/doomed");
    assertThat(get("/doomed").statusCode()).isEqualTo(500);
    RequestUse use = only();
    assertThat(use.type()).isEqualTo("/app/doomed");
    assertThat(use.connectionRequests()).isEqualTo(4);
  }

  @Test
  void requestCompletedInFirstDispatchEnds() throws Exception {
    page(
        (request, response) -> {
          twice();
          request.startAsync().complete();
        },
        "/prompt");
    assertThat(get("/prompt").statusCode()).isEqualTo(200);
    assertThat(only().takes()).isEqualTo(1);
  }

  @Test
  void requestCanBecomeAsynchronousRepeatedly() throws Exception {
    page(
        (request, response) -> {
          twice();
          int round = request.getAttribute("round") == null ? 0 : 1;
          request.setAttribute("round", round);
          AsyncContext async = request.startAsync();
          async.dispatch(round == 0 ? "/again" : "/twice");
        },
        "/again");
    assertThat(get("/again").statusCode()).isEqualTo(200);
    RequestUse use = only();
    assertThat(use.connectionRequests()).isEqualTo(6);
    assertThat(use.takes()).isEqualTo(3);
  }

  /** By success the adaptive policy distinguishes a type from a guessed address. */
  @Test
  void onlySuccessfulRequestsBecomeTypes() throws Exception {
    RequestWideDataSource adaptive = source(HoldingPolicy.ADAPTIVE);
    page(
        (request, response) -> {
          twice(adaptive);
          AsyncContext async = request.startAsync();
          elsewhere(async::complete);
        },
        "/good");
    page(
        (request, response) -> {
          twice(adaptive);
          response.setStatus(HttpServletResponse.SC_INTERNAL_SERVER_ERROR);
          AsyncContext async = request.startAsync();
          elsewhere(async::complete);
        },
        "/bad");
    page(
        (request, response) -> {
          twice(adaptive);
          response.setStatus(HttpServletResponse.SC_NOT_FOUND);
        },
        "/worse");
    assertThat(get("/good").statusCode()).isEqualTo(200);
    assertThat(get("/bad").statusCode()).isEqualTo(500);
    assertThat(get("/worse").statusCode()).isEqualTo(404);
    awaitEnded(3);
    assertThat(adaptive.explain()).containsOnlyKeys("/app/good", "(others)");
  }
}
