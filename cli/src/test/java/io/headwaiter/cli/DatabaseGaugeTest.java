package io.headwaiter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.headwaiter.apps.DataSources;
import io.headwaiter.core.capacity.Resource;
import io.headwaiter.jdbc.pool.PoolAdapters;
import java.sql.Connection;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class DatabaseGaugeTest {
  @Test
  void showsBusyConnectionsAndWaitingThreads() throws Exception {
    try (HikariDataSource source = DataSources.embedded("gauge", 1)) {
      DatabaseGauge gauge = new DatabaseGauge(PoolAdapters.around(source));
      assertThat(gauge.resource()).isEqualTo(Resource.DATABASE_CONNECTIONS);
      assertThat(gauge.capacity()).isEqualTo(1);
      assertThat(gauge.busy()).isZero();
      Thread second;
      try (Connection first = source.getConnection()) {
        assertThat(first.isClosed()).isFalse();
        assertThat(gauge.busy()).isEqualTo(1);
        second = new Thread(() -> take(source));
        second.start();
        Awaitility.await().until(() -> gauge.waiting() == 1);
      }
      second.join();
      assertThat(gauge.busy()).isZero();
      assertThat(gauge.waiting()).isZero();
      assertThat(gauge.whyFixed()).isEmpty();
      gauge.resize(3);
      assertThat(gauge.capacity()).isEqualTo(3);
    }
  }

  private static void take(HikariDataSource source) {
    try (Connection connection = source.getConnection()) {
      connection.isValid(/* timeout seconds= */ 5);
    } catch (java.sql.SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
