package io.headwaiter.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.headwaiter.jdbc.HoldingOptions.Places;
import io.headwaiter.jdbc.pool.Adapters;
import io.headwaiter.jdbc.pool.HikariAdapter;
import io.headwaiter.jdbc.pool.PoolAdapters;
import io.headwaiter.jdbc.pool.TomcatJdbcAdapter;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import javax.naming.NamingException;
import javax.naming.Reference;
import javax.naming.StringRefAddr;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

class HoldingAttributesTest {
  @Test
  void missingAttributesHaveDefaults() {
    assertThat(HoldingAttributes.options(Map.of())).isEqualTo(HoldingOptions.defaults());
  }

  @Test
  void readsAllAttributes() {
    HoldingOptions options =
        HoldingAttributes.options(
            Map.of(
                "policy", "request",
                "timeoutMillis", "100",
                "trustMillis", "0",
                "reclaimMillis", "7",
                "places", "after-a-leak"));
    assertThat(options)
        .isEqualTo(
            new HoldingOptions(
                HoldingPolicy.REQUEST,
                Duration.ofMillis(100),
                Duration.ZERO,
                Duration.ofMillis(7),
                Places.AFTER_A_LEAK));
  }

  @Test
  void longTimesCountAsADay() {
    assertThat(HoldingAttributes.options(Map.of("timeoutMillis", "9223372036854775807")).timeout())
        .isEqualTo(Duration.ofDays(1));
    assertThatThrownBy(() -> HoldingOptions.defaults().timeout(Duration.ofNanos(Long.MAX_VALUE)))
        .hasMessageContaining("at most a day");
    assertThatThrownBy(() -> new RequestScopeFilter(Duration.ofDays(2), 5))
        .hasMessageContaining("at most a day");
    assertThat(Adapters.millis(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE / 1_000_000 + 1);
    assertThat(Adapters.millis(1)).isEqualTo(1);
    assertThat(Adapters.millis(2_000_000)).isEqualTo(2);
  }

  @Test
  void misspeltNamesAreRefused() {
    assertThatThrownBy(
            () -> HoldingAttributes.only(Map.of("deadlinemillis", "5"), Set.of("deadlineMillis")))
        .hasMessage("\"deadlinemillis\" is none of the attributes [deadlineMillis].");
  }

  @Test
  void rejectsInvalidValuesWithExplanation() {
    assertThatThrownBy(() -> HoldingAttributes.options(Map.of("policy", "REQUEST")))
        .hasMessage("policy is \"REQUEST\"; give one of [transaction, request, adaptive].");
    assertThatThrownBy(() -> HoldingAttributes.options(Map.of("timeoutMillis", "5s")))
        .hasMessage("timeoutMillis is \"5s\"; give a number of milliseconds, at least 1.");
    assertThatThrownBy(() -> HoldingAttributes.options(Map.of("timeoutMillis", "0")))
        .hasMessageContaining("at least 1");
    assertThatThrownBy(() -> HoldingAttributes.seconds(Map.of("s", "-1"), "s", 1))
        .hasMessageContaining("seconds, at least 0");
    assertThatThrownBy(() -> HoldingOptions.defaults().timeout(Duration.ZERO))
        .hasMessageContaining("give more than 0");
    assertThatThrownBy(() -> HoldingOptions.defaults().trust(Duration.ofMillis(-1)))
        .hasMessageContaining("give 0 or more");
  }

  @Test
  void choosesAdapterByPoolType() {
    try (HikariDataSource hikari = new HikariDataSource()) {
      assertThat(PoolAdapters.around(hikari)).isInstanceOf(HikariAdapter.class);
    }
    assertThat(PoolAdapters.around(new org.apache.tomcat.jdbc.pool.DataSource()))
        .isInstanceOf(TomcatJdbcAdapter.class);
    assertThatThrownBy(() -> PoolAdapters.around(new JdbcDataSource()))
        .hasMessageContaining("JdbcDataSource")
        .hasMessageContaining("give a HikariDataSource");
    assertThatThrownBy(() -> PoolAdapters.around(null)).hasMessageContaining("null");
  }

  @Test
  void rejectsResourceWithoutPool() throws Exception {
    RequestWideDataSourceFactory factory = new RequestWideDataSourceFactory();
    assertThat(factory.getObjectInstance("something else", null, null, null)).isNull();
    Reference reference = new Reference("javax.sql.DataSource");
    reference.add(new StringRefAddr("policy", "request"));
    assertThatThrownBy(() -> factory.getObjectInstance(reference, null, null, null))
        .isInstanceOf(NamingException.class)
        .hasMessageContaining("no attribute pool");
  }
}
