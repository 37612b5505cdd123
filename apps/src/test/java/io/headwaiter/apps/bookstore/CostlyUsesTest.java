package io.headwaiter.apps.bookstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.headwaiter.apps.PageTime;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class CostlyUsesTest {
  private static final int MICROS = 3000;

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final HikariDataSource pool = Bookstores.small();
  private final DataSource costly = CostlyUses.of(pool, new PageTime(MICROS));

  @AfterEach
  void close() {
    pool.close();
  }

  private int lent() {
    return pool.getHikariPoolMXBean().getActiveConnections();
  }

  @Test
  void useSpendsCpuTimeAndReturnsConnection() throws Exception {
    long before = threads.getCurrentThreadCpuTime();
    try (Connection connection = costly.getConnection()) {
      assertThat(connection.prepareStatement("SELECT COUNT(*) FROM item").execute()).isTrue();
      assertThat(lent()).isEqualTo(1);
    }
    assertThat(lent()).isZero();
    assertThat(threads.getCurrentThreadCpuTime() - before).isGreaterThanOrEqualTo(MICROS * 1000L);
  }

  /** A thread that waits for the connection waits for the computing, too. */
  @Test
  void spendsCpuTimeBeforeReturningConnection() throws Exception {
    List<Long> closed = new ArrayList<>();
    Connection plain =
        fake(
            Connection.class,
            () -> {
              closed.add(threads.getCurrentThreadCpuTime());
              return null;
            });
    DataSource source = CostlyUses.of(fake(DataSource.class, () -> plain), new PageTime(MICROS));
    long before = threads.getCurrentThreadCpuTime();
    source.getConnection().close();
    assertThat(closed).singleElement().matches(at -> at - before >= MICROS * 1000L);
  }

  private static <T> T fake(Class<T> type, Supplier<Object> answer) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(), new Class<?>[] {type}, (self, method, of) -> answer.get()));
  }

  @Test
  void passesOnDatabaseErrors() throws Exception {
    Connection connection = costly.getConnection();
    assertThatThrownBy(() -> connection.prepareStatement("SELEKT"))
        .isInstanceOf(SQLException.class);
    connection.close();
    connection.close();
    assertThatThrownBy(() -> connection.prepareStatement("SELECT 1"))
        .isInstanceOf(SQLException.class);
    assertThat(lent()).isZero();
  }

  @Test
  void zeroCostReturnsTheSameSource() {
    assertThat(CostlyUses.of(pool, PageTime.NONE)).isSameAs(pool);
    assertThat(costly.toString()).isEqualTo(pool.toString());
  }
}
