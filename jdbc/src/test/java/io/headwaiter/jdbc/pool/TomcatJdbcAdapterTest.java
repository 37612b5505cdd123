package io.headwaiter.jdbc.pool;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.tomcat.jdbc.pool.DataSource;
import org.junit.jupiter.api.Test;

/** The behaviour of Tomcat's JDBC pool that its adapter has to handle. */
class TomcatJdbcAdapterTest {
  @Test
  void detectsPoolsThatAskDatabaseBeforeLending() {
    DataSource pool = new DataSource();
    TomcatJdbcAdapter adapter = new TomcatJdbcAdapter(pool);
    assertThat(adapter.asksBeforeLending()).isFalse();
    pool.setTestOnBorrow(true);
    assertThat(adapter.asksBeforeLending()).isTrue();
    pool.setTestOnBorrow(false);
    pool.setTestWhileIdle(true);
    assertThat(adapter.asksBeforeLending()).isTrue();
    pool.setTestWhileIdle(false);
    pool.setMaxAge(60_000);
    assertThat(adapter.asksBeforeLending()).isTrue();
  }
}
