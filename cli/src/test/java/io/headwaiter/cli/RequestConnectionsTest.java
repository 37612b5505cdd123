package io.headwaiter.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.headwaiter.apps.DataSources;
import io.headwaiter.jdbc.HoldingPolicy;
import io.headwaiter.jdbc.RequestListener;
import io.headwaiter.jdbc.RequestScope;
import io.headwaiter.jdbc.pool.PoolAdapter;
import io.headwaiter.jdbc.pool.PoolAdapters;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServlet;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.apache.catalina.Context;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RequestConnectionsTest {
  private final HikariDataSource pool = DataSources.embedded("requestConnections", 4);
  private final RequestConnections connections =
      new RequestConnections(
          PoolAdapters.around(pool),
          HoldingPolicy.TRANSACTION,
          DataSources.CONNECTION_PATIENCE,
          /* deadline= */ null);
  private final DataSource source = connections.install(new StandardContext());

  @AfterEach
  void close() {
    pool.close();
  }

  /** Returns the connections that a request keeps between its uses. */
  private int keptByRequest() throws SQLException {
    RequestScope scope = new RequestScope("/page", RequestScope.NO_DEADLINE, RequestListener.NONE);
    RequestScope before = scope.enter();
    try {
      source.getConnection().close();
      return pool.getHikariPoolMXBean().getActiveConnections();
    } finally {
      scope.leave(before);
      scope.end(true);
    }
  }

  @Test
  void policyChangesAtRunTime() throws SQLException {
    assertThat(keptByRequest()).isZero();
    connections.policy("request");
    assertThat(keptByRequest()).isEqualTo(1);
    connections.policy("request-always");
    assertThat(keptByRequest()).isEqualTo(1);
    connections.policy("transaction");
    assertThat(keptByRequest()).isZero();
  }

  /** Spring Boot and Spring Security register filters like this. */
  @Test
  void filtersOfInitializersRunInsideTheScope(@TempDir Path folder) throws Exception {
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(folder.toString());
    tomcat.setSilent(true);
    tomcat.setPort(0);
    tomcat.getConnector().setProperty("address", "127.0.0.1");
    Context context = tomcat.addContext("", folder.toString());
    DataSource offered = connections.install(context);
    connections.policy("request");
    context.addServletContainerInitializer(
        (classes, application) ->
            application
                .addFilter("eager", new Eager(offered))
                .addMappingForUrlPatterns(
                    EnumSet.of(DispatcherType.REQUEST), /* isMatchAfter= */ false, "/*"),
        Set.of());
    Tomcat.addServlet(context, "last", new HttpServlet() {});
    context.addServletMapping("/*", "last");
    try {
      tomcat.start();
      URI uri = URI.create("http://127.0.0.1:" + tomcat.getConnector().getLocalPort() + "/");
      HttpResponse<String> answer =
          HttpClient.newHttpClient()
              .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
      assertThat(answer.body()).isEqualTo("kept 1");
    } finally {
      tomcat.stop();
      tomcat.destroy();
    }
  }

  /** Answers with the number of connections that are kept after it has used and closed one. */
  private final class Eager implements Filter {
    private final DataSource offered;

    Eager(DataSource offered) {
      this.offered = offered;
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
        throws IOException, ServletException {
      try {
        offered.getConnection().close();
      } catch (SQLException e) {
        throw new ServletException(e);
      }
      int kept = pool.getHikariPoolMXBean().getActiveConnections();
      response.getWriter().write("kept " + kept);
    }
  }

  /** With the old policy's connection kept and one of the new policy, it would have two. */
  @Test
  void requestKeepsThePolicyItBeganWith() throws SQLException {
    connections.policy("request");
    RequestScope scope = new RequestScope("/page", RequestScope.NO_DEADLINE, RequestListener.NONE);
    RequestScope before = scope.enter();
    try {
      source.getConnection().close();
      connections.policy("transaction");
      source.getConnection().close();
      assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isEqualTo(1);
    } finally {
      scope.leave(before);
      scope.end(true);
    }
    assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero();
    assertThat(keptByRequest()).isZero();
    try (Connection ofNoRequest = source.getConnection()) {
      assertThat(ofNoRequest.isClosed()).isFalse();
    }
  }

  /** The pool itself would wait for ten seconds, 10000 ms and more. */
  @Test
  void waitsForConnectionUpToGivenTime() throws SQLException {
    pool.setMaximumPoolSize(1);
    DataSource impatient =
        new RequestConnections(
                PoolAdapters.around(pool),
                HoldingPolicy.TRANSACTION,
                Duration.ofMillis(1),
                /* deadline= */ null)
            .install(new StandardContext());
    RequestScope scope = new RequestScope("/page", RequestScope.NO_DEADLINE, RequestListener.NONE);
    RequestScope before = scope.enter();
    try (Connection only = pool.getConnection()) {
      assertThat(only.isClosed()).isFalse();
      assertThatThrownBy(impatient::getConnection)
          .isInstanceOf(SQLException.class)
          .hasMessageMatching("(?s).* no connection after \\d{1,4} ms .*");
    } finally {
      scope.leave(before);
      scope.end(true);
    }
  }

  @Test
  void unknownPolicyErrorListsPolicies() {
    assertThatThrownBy(() -> connections.policy("always"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("adaptive, request, request-always, transaction");
  }

  @Test
  void knobsSetPolicyAndPoolSize() throws SQLException {
    Map<String, Consumer<String>> knobs =
        ServeKnobs.of(null, new Connector(), PoolAdapters.around(pool), connections);
    knobs.get("connectionPolicy").accept("request");
    assertThat(keptByRequest()).isEqualTo(1);
    knobs.get("databaseConnections").accept("2");
    assertThat(pool.getMaximumPoolSize()).isEqualTo(2);
    assertThatThrownBy(() -> knobs.get("databaseConnections").accept("0"))
        .isInstanceOf(IllegalArgumentException.class);
    PoolAdapter asItComes = PoolAdapters.around(pool);
    assertThat(ServeKnobs.of(null, new Connector(), asItComes, null))
        .doesNotContainKey("connectionPolicy")
        .containsKey("databaseConnections");
  }
}
