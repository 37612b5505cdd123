package io.headwaiter.jdbc;

import io.headwaiter.core.api.UserApi;
import io.headwaiter.core.holding.HoldingModel;
import io.headwaiter.jdbc.holding.ConnectionValue;
import io.headwaiter.jdbc.holding.HoldingDecider;
import io.headwaiter.jdbc.holding.HoldingDeciders;
import io.headwaiter.jdbc.pool.PoolAdapter;
import io.headwaiter.jdbc.pool.UnfinishedWork;
import io.headwaiter.jdbc.proxy.ConnectionHandle;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A DataSource around a pool that keeps a request's connection to the end of the request if its
 * {@link HoldingPolicy} says so. Then a request that asks for a hundred connections waits for one.
 * Between two uses the state of the connection is restored: the next use cannot distinguish it from
 * a new one of the pool. Two connections open at once are two connections of the pool. Outside of a
 * {@link RequestScope} connections are given back when they are closed.
 *
 * <p>Thread-safe. The code that made the pool closes it.
 */
@UserApi
public final class RequestWideDataSource implements DataSource {
  private final PoolAdapter pool;
  private final HoldingOptions options;
  private final LongSupplier clock;
  private final long timeoutNanos;
  private final long trustNanos;
  private final Reclaimer reclaimer;
  private final LeakReports leakReports;
  private final boolean isAdaptive;
  private final ConnectionValue price;
  private final HoldingDeciders holdings;

  private volatile boolean hasNetworkTimeout = true;
  private final LongAdder takes = new LongAdder();
  private final LongAdder waitNanos = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private final LongAdder refusedWhileHolding = new LongAdder();
  private final LongAdder leaks = new LongAdder();
  private final LongAdder broken = new LongAdder();

  /** Wraps a pool, with these options. */
  public RequestWideDataSource(PoolAdapter pool, HoldingOptions options) {
    this(pool, options, System::nanoTime);
  }

  /**
   * @param clock returns the time in nanoseconds; deadlines of requests are by it
   */
  RequestWideDataSource(PoolAdapter pool, HoldingOptions options, LongSupplier clock) {
    this.pool = pool;
    this.options = options;
    this.clock = clock;
    timeoutNanos = options.timeout().toNanos();
    trustNanos = options.trust().toNanos();
    boolean keeps = options.policy() != HoldingPolicy.TRANSACTION;
    reclaimer = new Reclaimer(keeps ? options.reclaim().toNanos() : 0, clock);
    leakReports = new LeakReports(options.places());
    isAdaptive = options.policy() == HoldingPolicy.ADAPTIVE;
    price = new ConnectionValue(clock, pool::size);
    holdings = new HoldingDeciders(price);
  }

  @Override
  public Connection getConnection() throws SQLException {
    RequestScope scope = RequestScope.current();
    RequestConnections connections = scope == null ? null : scope.lease(this);
    ConnectionHandle handle = connections == null ? null : connections.reopen();
    if (handle == null) {
      handle = take(connections);
    }
    return leakReports.opened(handle);
  }

  private ConnectionHandle take(@Nullable RequestConnections connections) throws SQLException {
    long start = nanoTime();
    long budget = timeoutNanos;
    if (connections != null && connections.scope.hasDeadline()) {
      budget = Math.min(budget, connections.scope.leftNanos(start));
    }
    // The clock is read rarely, because some requests come here a hundred times.
    long now = start;
    BorrowedConnection borrowed = null;
    SQLException failure = null;
    try {
      if (budget > 0) {
        Connection connection = ask(budget);
        now = nanoTime();
        borrowed = holdOrEvict(connections, connection, now);
      }
    } catch (SQLException e) {
      failure = e;
      now = nanoTime();
    }
    long waited = now - start;
    waitNanos.add(waited);
    if (borrowed == null) {
      throw unavailable(connections, waited, failure);
    }
    takes.increment();
    ConnectionHandle handle = borrowed.openFirst(start, now);
    if (connections != null) {
      reclaimer.add(borrowed);
      connections.add(borrowed, waited, start);
    }
    return handle;
  }

  private BorrowedConnection holdOrEvict(
      @Nullable RequestConnections connections, Connection connection, long nowNanos)
      throws SQLException {
    BorrowedConnection borrowed = null;
    try {
      borrowed = hold(connections, connection, nowNanos);
      return borrowed;
    } finally {
      if (borrowed == null) {
        leaving();
        pool.evict(connection);
      }
    }
  }

  private BorrowedConnection hold(
      @Nullable RequestConnections connections, Connection connection, long nowNanos)
      throws SQLException {
    try {
      return new BorrowedConnection(this, connections, connection, nowNanos);
    } catch (AbstractMethodError e) {
      // The driver is older than JDBC 4.1, which brought the network timeout.
      noNetworkTimeout();
      return new BorrowedConnection(this, connections, connection, nowNanos);
    }
  }

  /** Notes that a connection is about to go back to the pool. */
  private void leaving() {
    if (isAdaptive) {
      price.returns();
    }
  }

  private Connection ask(long budgetNanos) throws SQLException {
    reclaimer.asks();
    if (isAdaptive) {
      price.asks();
    }
    Connection connection = null;
    try {
      connection = pool.borrow(budgetNanos);
      return connection;
    } finally {
      reclaimer.answered();
      if (isAdaptive) {
        price.answered(connection != null);
      }
    }
  }

  private ConnectionUnavailableException unavailable(
      @Nullable RequestConnections connections, long waited, @Nullable SQLException cause) {
    int borrowed = connections == null ? 0 : connections.open();
    refused.increment();
    if (connections != null) {
      connections.failed(waited);
    }
    StringBuilder reason = new StringBuilder(pool.name());
    reason.append(" - no connection after ").append(TimeUnit.NANOSECONDS.toMillis(waited));
    reason.append(" ms");
    if (cause == null) {
      reason.append("; the request's time is over");
    } else {
      reason.append(" (").append(pool.counts()).append(')');
    }
    if (borrowed > 0) {
      refusedWhileHolding.increment();
      reason
          .append("; the request holds ")
          .append(borrowed)
          .append(
              " open and waits for one more: requests that do so can wait for each other."
                  + " Close the first before taking the second, or give the pool more than ")
          .append(borrowed)
          .append(" connections for each request at work");
    }
    String state = cause == null || cause.getSQLState() == null ? "08001" : cause.getSQLState();
    int code = cause == null ? 0 : cause.getErrorCode();
    return new ConnectionUnavailableException(reason.toString(), state, code, borrowed, cause);
  }

  /** Gives back or evicts a connection that its request no longer has. */
  void giveBack(BorrowedConnection borrowed, boolean isBroken) throws SQLException {
    reclaimer.remove(borrowed);
    leaving();
    if (isBroken) {
      broken.increment();
      pool.evict(borrowed.connection);
    } else {
      pool.giveBack(borrowed.connection);
    }
  }

  /** Counts and logs a connection that the pool has dropped; the request need not know. */
  void failedToGiveBack(Throwable error) {
    broken.increment();
    LeakReports.LOG.log(
        System.Logger.Level.DEBUG, pool.name() + " did not take a connection back", error);
  }

  void leaked(String type, @Nullable Throwable place) {
    leaks.increment();
    leakReports.leaked(pool.name(), type, place);
  }

  /** Returns the law for a type of request, or null unless the policy is adaptive. */
  @Nullable HoldingDecider holdings(String type) {
    return isAdaptive ? holdings.of(type) : null;
  }

  /** Notes that a request of this type was served with success. */
  void served(String type) {
    holdings.served(type);
  }

  /**
   * Explains why the adaptive policy keeps connections or gives them back, by type of request: a
   * sentence for each stage of its uses that was seen.
   */
  public Map<String, List<String>> explain() {
    Map<String, List<String>> reasons = new TreeMap<>();
    verdicts()
        .forEach(
            (type, stages) ->
                reasons.put(type, stages.stream().map(HoldingModel.Verdict::toString).toList()));
    return reasons;
  }

  /** Returns what {@link #explain} says, for programs: each stage's decision and both costs. */
  public Map<String, List<HoldingModel.Verdict>> verdicts() {
    Map<String, List<HoldingModel.Verdict>> verdicts = new TreeMap<>();
    holdings.forEach(type -> verdicts.put(type.getKey(), type.getValue().verdicts()));
    return verdicts;
  }

  long nanoTime() {
    return clock.getAsLong();
  }

  Reclaimer reclaimer() {
    return reclaimer;
  }

  HoldingPolicy policy() {
    return options.policy();
  }

  UnfinishedWork unfinishedWork() {
    return pool.unfinishedWork();
  }

  boolean hasNetworkTimeout() {
    return hasNetworkTimeout;
  }

  /** Notes that the driver does not support network timeouts; it is not asked again. */
  void noNetworkTimeout() {
    hasNetworkTimeout = false;
  }

  long trustNanos() {
    return trustNanos;
  }

  /** Returns how long a kept connection may take to answer before it counts as dead, in seconds. */
  int validationSeconds() {
    return 1;
  }

  /** Returns the counts so far. */
  public HoldingCounts counts() {
    return new HoldingCounts(
        takes.sum(),
        waitNanos.sum(),
        refused.sum(),
        refusedWhileHolding.sum(),
        leaks.sum(),
        broken.sum(),
        reclaimer.reclaimed());
  }

  /** Returns the pool, to read and to resize it. */
  public PoolAdapter pool() {
    return pool;
  }

  /** Takes a connection of another user directly from the pool; closing it gives it back. */
  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    return pool.source().getConnection(user, password);
  }

  @Override
  public PrintWriter getLogWriter() throws SQLException {
    return pool.source().getLogWriter();
  }

  @Override
  public void setLogWriter(PrintWriter out) throws SQLException {
    pool.source().setLogWriter(out);
  }

  @Override
  public void setLoginTimeout(int seconds) throws SQLException {
    pool.source().setLoginTimeout(seconds);
  }

  @Override
  public int getLoginTimeout() throws SQLException {
    return pool.source().getLoginTimeout();
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    return pool.source().getParentLogger();
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    if (type.isInstance(this)) {
      return type.cast(this);
    }
    DataSource source = pool.source();
    return type.isInstance(source) ? type.cast(source) : source.unwrap(type);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) throws SQLException {
    DataSource source = pool.source();
    return type.isInstance(this) || type.isInstance(source) || source.isWrapperFor(type);
  }
}
