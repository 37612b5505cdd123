package io.headwaiter.apps;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Borrows one connection ten times in quick succession, and counts the tests of the connection. */
class TestOnBorrowTest {
  private static final String PROPERTY = "com.zaxxer.hikari.aliveBypassWindowMs";
  private static final int TIMES = 10;

  private final AtomicInteger tests = new AtomicInteger();

  @AfterEach
  void asItWas() {
    System.clearProperty(PROPERTY);
  }

  @Test
  void everyBorrowedConnectionIsTested() throws Exception {
    DataSources.testOnBorrow();
    assertThat(testsOfTenLoans()).isGreaterThanOrEqualTo(TIMES);
  }

  @Test
  void testsFewerConnectionsByDefault() throws Exception {
    // If the machine stands still for half a second, one may be tested.
    assertThat(testsOfTenLoans()).isLessThan(TIMES);
  }

  private int testsOfTenLoans() throws SQLException {
    HikariConfig config = new HikariConfig();
    config.setDataSource(counting());
    config.setMaximumPoolSize(1);
    try (HikariDataSource pool = new HikariDataSource(config)) {
      pool.getConnection().close();
      tests.set(0);
      for (int i = 0; i < TIMES; i++) {
        pool.getConnection().close();
      }
      return tests.get();
    }
  }

  private DataSource counting() {
    JdbcDataSource h2 = new JdbcDataSource();
    h2.setURL("jdbc:h2:mem:");
    return proxy(
        DataSource.class, h2, result -> result instanceof Connection c ? counting(c) : result);
  }

  private Connection counting(Connection connection) {
    return proxy(Connection.class, connection, result -> result);
  }

  private <T> T proxy(Class<T> type, T of, UnaryOperator<Object> answer) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> {
              if (method.getName().equals("isValid")) {
                tests.incrementAndGet();
              }
              return answer.apply(method.invoke(of, arguments));
            }));
  }
}
