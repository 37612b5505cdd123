package io.headwaiter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.headwaiter.apps.DataSources;
import io.headwaiter.core.holding.HoldingModel.Verdict;
import io.headwaiter.jdbc.HoldingPolicy;
import io.headwaiter.jdbc.RequestListener;
import io.headwaiter.jdbc.RequestScope;
import io.headwaiter.jdbc.pool.PoolAdapters;
import io.headwaiter.telemetry.MetricsText;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.apache.catalina.core.StandardContext;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HoldingStatusTest {
  private final HikariDataSource pool = DataSources.embedded("holdingStatus", 4);
  private final RequestConnections connections =
      new RequestConnections(
          PoolAdapters.around(pool),
          HoldingPolicy.ADAPTIVE,
          DataSources.CONNECTION_PATIENCE,
          /* deadline= */ null);
  private final DataSource source = connections.install(new StandardContext());
  private final HoldingStatus status = new HoldingStatus(connections);

  @AfterEach
  void close() {
    pool.close();
  }

  /** Uses a connection twice, and leaves a third one open. */
  private void request() throws SQLException {
    RequestScope scope = new RequestScope("/page", RequestScope.NO_DEADLINE, RequestListener.NONE);
    RequestScope before = scope.enter();
    try {
      source.getConnection().close();
      source.getConnection().close();
      Connection forgotten = source.getConnection();
      assertThat(forgotten.isClosed()).isFalse();
    } finally {
      scope.leave(before);
      scope.end(true);
    }
  }

  @Test
  void showsDecisionsAndReasons() throws SQLException {
    request();
    request();
    Map<String, Object> page = status.page();
    assertThat(page).containsEntry("policy", "adaptive");
    assertThat(page.get("counts"))
        .asInstanceOf(InstanceOfAssertFactories.MAP)
        .containsEntry("leaks", 2L)
        .containsEntry("takes", 2L)
        .containsEntry("refusedWhileHolding", 0L);
    assertThat(page.get("decisions").toString())
        .contains("/page=[{keeps=true, keepMillis=", "why=after use 1: kept; keeping costs others");
    connections.policy("transaction");
    assertThat(status.page())
        .containsEntry("policy", "transaction")
        .containsEntry("decisions", Map.of());
  }

  @Test
  void countsForPrometheusOverAllPolicies() throws SQLException {
    request();
    connections.policy("transaction");
    request();
    MetricsText text = new MetricsText();
    status.count(text);
    assertThat(text.toString().lines())
        .contains(
            "# TYPE headwaiter_connection_leaks_total counter",
            "headwaiter_connection_leaks_total 2",
            "headwaiter_connection_takes_total 4",
            "headwaiter_connection_refusals_total 0",
            "headwaiter_connection_refusals_while_holding_total 0",
            "headwaiter_connections_broken_total 0",
            "headwaiter_connections_reclaimed_total 0");
  }

  @Test
  void showsTypesWithMostUses() {
    Map<String, List<Verdict>> verdicts = new HashMap<>();
    for (int i = 1; i <= 65; i++) {
      verdicts.put("/" + i, List.of(new Verdict(0, true, i, 1, 1, 1, 1)));
    }
    verdicts.put("(others)", List.of());
    assertThat(HoldingStatus.decisions(verdicts).keySet())
        .hasSize(HoldingStatus.TYPES_MAX)
        .startsWith("/65", "/64")
        .endsWith("/46");
  }
}
