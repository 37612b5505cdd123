package io.headwaiter.bench;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.headwaiter.jdbc.HoldingOptions;
import io.headwaiter.jdbc.HoldingPolicy;
import io.headwaiter.jdbc.RequestListener;
import io.headwaiter.jdbc.RequestScope;
import io.headwaiter.jdbc.RequestWideDataSource;
import io.headwaiter.jdbc.pool.HikariAdapter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What a pair of getConnection and close needs, with nothing in between and with a statement made
 * and closed, on one thread that nobody disturbs: HikariCP's own, and ours within a request that
 * has its connection already. The database is H2 in memory and is asked nothing.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgs = "-XX:+UseSerialGC")
public class HoldingBenchmark {
  private HikariDataSource pool;
  private DataSource request;
  private DataSource adaptive;
  private DataSource transaction;
  private RequestScope scope;

  /** One pool under three wrappers, and a request that stays under way. */
  @Setup
  public void open() throws SQLException {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl("jdbc:h2:mem:holding");
    config.setMaximumPoolSize(10);
    pool = new HikariDataSource(config);
    request = around(HoldingPolicy.REQUEST);
    adaptive = around(HoldingPolicy.ADAPTIVE);
    transaction = around(HoldingPolicy.TRANSACTION);
    scope = new RequestScope("/bench", RequestScope.NO_DEADLINE, RequestListener.NONE);
    if (scope.enter() != null) {
      throw new IllegalStateException("This thread serves a request already");
    }
    pair(request);
    pair(adaptive);
    if (pool.getHikariPoolMXBean().getActiveConnections() != 2) {
      throw new IllegalStateException("The request has not kept its connections");
    }
  }

  private DataSource around(HoldingPolicy policy) {
    return new RequestWideDataSource(
        new HikariAdapter(pool), HoldingOptions.defaults().policy(policy));
  }

  /** The request ends before the pool does. */
  @TearDown
  public void close() {
    scope.leave(null);
    scope.end(true);
    pool.close();
  }

  private static Connection pair(DataSource source) throws SQLException {
    try (Connection connection = source.getConnection()) {
      return connection;
    }
  }

  private static Statement use(DataSource source) throws SQLException {
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      return statement;
    }
  }

  /** HikariCP's own. */
  @Benchmark
  public Connection pairHikari() throws SQLException {
    return pair(pool);
  }

  /** Kept by the request policy. */
  @Benchmark
  public Connection pairRequest() throws SQLException {
    return pair(request);
  }

  /** Kept by the adaptive policy. */
  @Benchmark
  public Connection pairAdaptive() throws SQLException {
    return pair(adaptive);
  }

  /** Given back to HikariCP each time: what the wrapper adds where it cannot help. */
  @Benchmark
  public Connection pairTransaction() throws SQLException {
    return pair(transaction);
  }

  /** With a statement made and closed, HikariCP's own. */
  @Benchmark
  public Statement useHikari() throws SQLException {
    return use(pool);
  }

  /** With a statement made and closed, kept by the request policy. */
  @Benchmark
  public Statement useRequest() throws SQLException {
    return use(request);
  }
}
