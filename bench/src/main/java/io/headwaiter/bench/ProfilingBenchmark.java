package io.headwaiter.bench;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.headwaiter.core.profile.ConnectionUseRecorder;
import io.headwaiter.core.profile.RequestType;
import io.headwaiter.front.Turn;
import io.headwaiter.front.TurnMeter;
import io.headwaiter.jdbc.HikariAdapter;
import io.headwaiter.jdbc.HoldingOptions;
import io.headwaiter.jdbc.HoldingPolicy;
import io.headwaiter.jdbc.RequestListener;
import io.headwaiter.jdbc.RequestScope;
import io.headwaiter.jdbc.RequestWideDataSource;
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
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What it costs a request to be profiled, as a served shop does it: a request that takes and closes
 * a connection {@value #PAIRS} times and does nothing else.
 *
 * <pre>
 *   profiledRequest - wrappedRequest        entering it: its type, its clock, the counters
 *   (wrappedRequest - bareRequest) / PAIRS  seeing each connection: scope and wrapper, nothing kept
 * </pre>
 *
 * <p>The turn around it and the thread's clock are there in all three, as admission has them
 * anyway.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgs = "-XX:+UseSerialGC")
public class ProfilingBenchmark {
  private static final int PAIRS = 10;
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
    if (meters.profile(1).overall().connectionRequests() != PAIRS) {
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
      for (int i = 0; i < PAIRS; i++) {
        Connection connection = source.getConnection();
        connection.close();
      }
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

  /** The pool as it comes, and nobody is told. */
  @Benchmark
  public void bareRequest() {
    turns.run(/* waitedNanos= */ 1, () -> use(pool));
  }

  /** The wrapper around it, and nobody is told. */
  @Benchmark
  public void wrappedRequest() {
    turns.run(/* waitedNanos= */ 1, () -> inScope(CONTEXT, RequestListener.NONE));
  }

  /** As it is served. */
  @Benchmark
  public void profiledRequest() {
    turns.run(/* waitedNanos= */ 1, this::serve);
  }

  /** What connector and filter do. */
  private void serve() {
    Turn.requestBegins();
    attributes.put(ConnectionUseRecorder.ATTRIBUTE, turns);
    long beganNanos = System.nanoTime();
    ConnectionUseRecorder told =
        (ConnectionUseRecorder) attributes.get(ConnectionUseRecorder.ATTRIBUTE);
    inScope(RequestType.ofPath(CONTEXT + PATH), RequestListener.telling(told));
    attributes.clear();
    String type = RequestType.ofPath(CONTEXT + PATH);
    long wallNanos = System.nanoTime() - beganNanos;
    Turn.requestEnds(meters, /* here= */ true, type, OK, /* cpuNanos= */ 1, wallNanos);
  }
}
