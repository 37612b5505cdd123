package io.headwaiter.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.headwaiter.core.profile.ConnectionUseRecorder;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.catalina.Context;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.startup.Tomcat;
import org.apache.catalina.valves.ValveBase;
import org.apache.tomcat.util.descriptor.web.ErrorPage;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests of every kind in a Tomcat, each with its connections. */
class RequestScopeFilterTest {
  private static final int SIZE = 4;

  @TempDir Path folder;

  private final FakePool pool = new FakePool(new FakeDatabase("filter"), SIZE);
  private final RequestWideDataSource source =
      new RequestWideDataSource(
          pool, HoldingOptions.defaults().policy(HoldingPolicy.REQUEST).trust(Duration.ofHours(1)));
  private final List<RequestUse> ended = new CopyOnWriteArrayList<>();
  private final Tomcat tomcat = new Tomcat();
  private final HttpClient client = HttpClient.newHttpClient();
  private Context context;

  private interface Page {
    void serve(HttpServletRequest request, HttpServletResponse response) throws Exception;
  }

  @BeforeEach
  void start() throws Exception {
    tomcat.setBaseDir(folder.toString());
    Connector connector = new Connector();
    connector.setPort(0);
    connector.setProperty("address", "127.0.0.1");
    tomcat.setConnector(connector);
    tomcat.setSilent(true);
    context = tomcat.addContext("/app", folder.toString());
    FilterDef filter = new FilterDef();
    filter.setFilterName("scope");
    filter.setFilter(
        new RequestScopeFilter(RequestScopeFilter::typeOf, Duration.ofSeconds(30), 7, ended::add));
    filter.setAsyncSupported("true");
    context.addFilterDef(filter);
    FilterMap everywhere = new FilterMap();
    everywhere.setFilterName("scope");
    everywhere.addURLPattern("/*");
    for (DispatcherType type : DispatcherType.values()) {
      everywhere.setDispatcher(type.name());
    }
    context.addFilterMap(everywhere);
    page("/twice", (request, response) -> twice());
    tomcat.start();
  }

  @AfterEach
  void stop() throws Exception {
    await().untilAsserted(() -> assertThat(pool.lent()).isZero());
    assertThat(pool.wrongs()).isZero();
    tomcat.stop();
    tomcat.destroy();
  }

  private void page(String path, Page page) {
    HttpServlet servlet =
        new HttpServlet() {
          private static final long serialVersionUID = 1L;

          @Override
          protected void doGet(HttpServletRequest request, HttpServletResponse response) {
            try {
              page.serve(request, response);
            } catch (Exception e) {
              throw new IllegalStateException(e);
            }
          }
        };
    Tomcat.addServlet(context, path, servlet).setAsyncSupported(true);
    context.addServletMapping(path, path);
  }

  private HttpResponse<String> get(String path) throws Exception {
    URI uri =
        URI.create("http://127.0.0.1:" + tomcat.getConnector().getLocalPort() + "/app" + path);
    return client.send(
        HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(20)).build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private void twice() throws SQLException {
    for (int i = 0; i < 2; i++) {
      try (Connection connection = source.getConnection()) {
        assertThat(connection.isClosed()).isFalse();
      }
    }
  }

  private RequestUse only() {
    await().until(() -> ended.size() == 1);
    return ended.get(0);
  }

  @Test
  void aRequestKeepsItsConnection() throws Exception {
    assertThat(get("/twice").statusCode()).isEqualTo(200);
    RequestUse use = only();
    assertThat(use.type()).isEqualTo("/app/twice");
    assertThat(use.connectionRequests()).isEqualTo(2);
    assertThat(use.takes()).isEqualTo(1);
    assertThat(RequestScope.current()).isNull();
  }

  @Test
  void typesAreThoseOfTheDecodedPath() throws Exception {
    context.addServletMapping("/list/*", "/twice");
    assertThat(get("/twic%65;a=1?b=2").statusCode()).isEqualTo(200);
    assertThat(get("/list/%6Fne/17").statusCode()).isEqualTo(200);
    assertThat(get("/li%73t").statusCode()).isEqualTo(200);
    await().until(() -> ended.size() == 3);
    assertThat(ended)
        .extracting(RequestUse::type)
        .containsExactly("/app/twice", "/app/list", "/app/list");
  }

  /** As one of our connectors does it, which leaves its recorder with each request. */
  @Test
  void theProfileOfRequestsIsToldToo() throws Exception {
    List<String> told = new CopyOnWriteArrayList<>();
    ConnectionUseRecorder profile =
        (type, asked, waitNanos, heldNanos, idleNanos) ->
            told.add(type + " " + asked + " " + (waitNanos > 0) + " " + (heldNanos > 0));
    context
        .getPipeline()
        .addValve(
            new ValveBase(/* asyncSupported= */ true) {
              @Override
              public void invoke(Request request, Response response)
                  throws IOException, ServletException {
                request.setAttribute(ConnectionUseRecorder.ATTRIBUTE, profile);
                getNext().invoke(request, response);
              }
            });
    assertThat(get("/twice").statusCode()).isEqualTo(200);
    assertThat(only().connectionRequests()).isEqualTo(2);
    assertThat(told).containsExactly("/app/twice 2 true true");
  }

  @Test
  void forwardsAndIncludesAreTheSameRequest() throws Exception {
    page(
        "/outer",
        (request, response) -> {
          twice();
          request.getRequestDispatcher("/twice").include(request, response);
          twice();
          request.getRequestDispatcher("/twice").forward(request, response);
        });
    assertThat(get("/outer").statusCode()).isEqualTo(200);
    RequestUse use = only();
    assertThat(use.type()).isEqualTo("/app/outer");
    assertThat(use.connectionRequests()).isEqualTo(8);
    assertThat(use.takes()).isEqualTo(1);
  }

  @Test
  void anErrorEndsTheRequestAndItsErrorPageIsServed() throws Exception {
    ErrorPage error = new ErrorPage();
    error.setErrorCode(500);
    error.setLocation("/twice");
    context.addErrorPage(error);
    page(
        "/fails",
        (request, response) -> {
          twice();
          throw new IllegalStateException("on purpose");
        });
    assertThat(get("/fails").statusCode()).isEqualTo(500);
    await().until(() -> ended.size() == 2);
    assertThat(ended).extracting(RequestUse::takes).containsExactly(1, 1);
  }

  @Test
  void aLeakIsTakenBackWhenTheRequestEnds() throws Exception {
    page("/leaks", (request, response) -> source.getConnection().createStatement());
    assertThat(get("/leaks").statusCode()).isEqualTo(200);
    assertThat(only().leaks()).isEqualTo(1);
  }

  @Test
  void aRequestWithoutAConnectionIsRefusedPolitely() throws Exception {
    page(
        "/greedy",
        (request, response) -> {
          response.getWriter().write("half a page");
          for (int i = 0; i <= SIZE; i++) {
            assertThat(source.getConnection()).isNotNull();
          }
        });
    HttpResponse<String> answer = get("/greedy");
    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(answer.headers().firstValue("Retry-After")).hasValue("7");
    assertThat(answer.body()).contains("try again").doesNotContain("half a page");
    RequestUse use = only();
    assertThat(use.failures()).isEqualTo(1);
    assertThat(use.leaks()).isEqualTo(SIZE);
  }

  @Test
  void anAsynchronousRequestHoldsNothingWhileItWaits() throws Exception {
    CountDownLatch looked = new CountDownLatch(1);
    AtomicInteger lentMeanwhile = new AtomicInteger(-1);
    page(
        "/later",
        (request, response) -> {
          twice();
          AsyncContext async = request.startAsync();
          Thread other =
              new Thread(
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
          other.start();
        });
    assertThat(get("/later").statusCode()).isEqualTo(200);
    looked.await();
    assertThat(lentMeanwhile).hasValue(0);
    RequestUse use = only();
    assertThat(use.type()).isEqualTo("/app/later");
    assertThat(use.connectionRequests()).isEqualTo(4);
    assertThat(use.takes()).as("one before and one after the pause").isEqualTo(2);
  }

  @Test
  void whatIsOpenWhenARequestGoesAsynchronousStaysOpen() throws Exception {
    page(
        "/carries",
        (request, response) -> {
          Connection carried = source.getConnection();
          assertThat(carried.createStatement()).isNotNull();
          AsyncContext async = request.startAsync();
          Thread other =
              new Thread(
                  () -> {
                    try (carried) {
                      assertThat(carried.createStatement().execute("x")).isFalse();
                    } catch (SQLException e) {
                      throw new IllegalStateException(e);
                    } finally {
                      async.complete();
                    }
                  });
          other.start();
        });
    assertThat(get("/carries").statusCode()).isEqualTo(200);
    assertThat(only().leaks()).isZero();
  }

  @Test
  void anAsynchronousRequestThatTimesOutEnds() throws Exception {
    page(
        "/never",
        (request, response) -> {
          assertThat(source.getConnection().createStatement()).isNotNull();
          request.startAsync().setTimeout(50);
        });
    assertThat(get("/never").statusCode()).isEqualTo(500);
    assertThat(only().leaks()).isEqualTo(1);
  }

  @Test
  void aRequestCanGoAsynchronousAgainAndAgain() throws Exception {
    page(
        "/again",
        (request, response) -> {
          twice();
          int round = request.getAttribute("round") == null ? 0 : 1;
          request.setAttribute("round", round);
          AsyncContext async = request.startAsync();
          async.dispatch(round == 0 ? "/again" : "/twice");
        });
    assertThat(get("/again").statusCode()).isEqualTo(200);
    RequestUse use = only();
    assertThat(use.connectionRequests()).isEqualTo(6);
    assertThat(use.takes()).isEqualTo(3);
  }
}
