package io.headwaiter.bench;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.headwaiter.core.profile.ConnectionUseRecorder;
import io.headwaiter.front.request.ServedRequest;
import io.headwaiter.front.request.Turn;
import io.headwaiter.front.request.TurnMeter;
import io.headwaiter.jdbc.HoldingOptions;
import io.headwaiter.jdbc.HoldingPolicy;
import io.headwaiter.jdbc.RequestListener;
import io.headwaiter.jdbc.RequestScope;
import io.headwaiter.jdbc.RequestWideDataSource;
import io.headwaiter.jdbc.pool.HikariAdapter;
import io.headwaiter.telemetry.ServerMeters;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What it costs a request to be profiled, as a served shop does it: a request that takes and closes
 * a connection once and does nothing else. What further connections cost is in {@link
 * HoldingBenchmark}: {@code pairTransaction - pairHikari} each.
 *
 * <p>{@value #REQUESTS} requests share a turn, whose readings of the thread's clock admission needs
 * anyway, and would only be noise here.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgs = "-XX:+UseSerialGC")
public class ProfilingBenchmark {
  private static final int REQUESTS = 100;
  private static final String CONTEXT = "/shop";
  private static final String PATH = "/item/4711";
  private static final int OK = 200;

  private final ServerMeters meters = new ServerMeters();
  private final TurnMeter turns = new TurnMeter(meters);
  // As a container has for its requests.
  private final Map<String, Object> attributes = new HashMap<>();
  private HikariDataSource pool;
  private DataSource wrapped;

  /** H2 in memory, which is asked nothing. */
  @Setup
  public void open() {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl("jdbc:h2:mem:profiling");
    config.setMaximumPoolSize(10);
    pool = new HikariDataSource(config);
    wrapped =
        new RequestWideDataSource(
            new HikariAdapter(pool), HoldingOptions.defaults().policy(HoldingPolicy.TRANSACTION));
    profiledRequest();
    if (meters.profile(1).overall().connectionRequests() != REQUESTS) {
      throw new IllegalStateException("The request was not profiled");
    }
  }

  /** Ends the pool. */
  @TearDown
  public void close() {
    pool.close();
  }

  private static void use(DataSource source) {
    try {
      Connection connection = source.getConnection();
      connection.close();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private void inScope(String type, RequestListener listener) {
    RequestScope scope = new RequestScope(type, RequestScope.NO_DEADLINE, listener);
    RequestScope previous = scope.enter();
    try {
      use(wrapped);
    } finally {
      scope.leave(previous);
      scope.end(true);
    }
  }

  private void inATurn(Runnable request) {
    turns.run(
        /* waitedNanos= */ 1,
        () -> {
          for (int i = 0; i < REQUESTS; i++) {
            request.run();
          }
        });
  }

  /** The pool as it comes, and nobody is told. */
  @Benchmark
  @OperationsPerInvocation(REQUESTS)
  public void bareRequest() {
    inATurn(() -> use(pool));
  }

  /** As it is served: in a scope, through the wrapper, entered by its type. */
  @Benchmark
  @OperationsPerInvocation(REQUESTS)
  public void profiledRequest() {
    inATurn(this::serve);
  }

  /** What connector and filter do. */
  private void serve() {
    ServedRequest served = Turn.requestBegins(meters, System.nanoTime());
    attributes.put(ConnectionUseRecorder.ATTRIBUTE, served);
    ConnectionUseRecorder told =
        (ConnectionUseRecorder) attributes.get(ConnectionUseRecorder.ATTRIBUTE);
    inScope(told.typeOf(CONTEXT + PATH), RequestListener.telling(told));
    attributes.clear();
    String type = served.typeOf(CONTEXT + PATH);
    served.ends(type, OK, /* cpuNanos= */ 1, System.nanoTime());
  }
}
