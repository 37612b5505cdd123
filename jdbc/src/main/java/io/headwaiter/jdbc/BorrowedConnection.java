package io.headwaiter.jdbc;

import io.headwaiter.jdbc.pool.Adapters;
import io.headwaiter.jdbc.pool.UnfinishedWork;
import io.headwaiter.jdbc.proxy.ConnectionHandle;
import io.headwaiter.jdbc.proxy.ConnectionState;
import io.headwaiter.jdbc.proxy.LentConnection;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import org.jspecify.annotations.Nullable;

/**
 * One connection of the pool, from borrowing it to giving it back. Its state says which thread may
 * use it, and changes by compare-and-set. So the end of a request, a handle that is closed late and
 * the {@link Reclaimer} never act on it at the same time:
 *
 * <pre>{@code
 *           open                close (nothing to clean)
 * IDLE  ----------->  handle  -------------------------->  IDLE
 *   |                  |   \  close                          ^
 *   |                  |    `-------->  RETURNING  ----------'   kept
 *   v                  v                   |
 * GONE  <------------------------------------                    given back or evicted
 * }</pre>
 *
 * <p>The thread that moves it out of a state owns it and its counters.
 */
final class BorrowedConnection implements LentConnection {
  private static final int NOT_ASKED = -1;
  private static final Object IDLE = "idle";
  private static final Object RETURNING = "returning";
  private static final Object GONE = "gone";
  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(BorrowedConnection.class, "state", Object.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  final RequestWideDataSource source;
  final Connection connection;
  final @Nullable RequestConnections connections;
  private final boolean autoCommitAtFirst;

  @SuppressWarnings("UnusedVariable") // Read and written through STATE.
  private volatile @Nullable Object state;

  private volatile boolean broken;
  private long askedNanos;
  private long takenNanos;
  private long idleSinceNanos;
  private long idleNanos;
  private int uses = 1;
  // The network timeout now, and when the pool lent the connection.
  private int networkTimeoutMillis = NOT_ASKED;
  private int poolsTimeoutMillis = NOT_ASKED;
  private boolean autoCommit;

  /**
   * Wraps a connection that was just borrowed.
   *
   * @param connections the lease it belongs to; null outside of a request
   */
  BorrowedConnection(
      RequestWideDataSource source,
      @Nullable RequestConnections connections,
      Connection connection,
      long nowNanos)
      throws SQLException {
    this.source = source;
    this.connections = connections;
    this.connection = connection;
    autoCommitAtFirst = connection.getAutoCommit();
    autoCommit = autoCommitAtFirst;
    shortenNetworkTimeout(nowNanos);
  }

  /**
   * Shortens the network timeout, so that a query to a database that hangs ends about when the
   * request's time does. Kept connections are used many times, so a timeout that is less than a
   * tenth too long stays.
   */
  private void shortenNetworkTimeout(long nowNanos) throws SQLException {
    if (connections == null || !connections.scope.hasDeadline() || !source.hasNetworkTimeout()) {
      return;
    }
    try {
      if (poolsTimeoutMillis == NOT_ASKED) {
        poolsTimeoutMillis = connection.getNetworkTimeout();
        networkTimeoutMillis = poolsTimeoutMillis;
      }
      long left = Adapters.millis(connections.scope.leftNanos(nowNanos));
      int now = networkTimeoutMillis == 0 ? Integer.MAX_VALUE : networkTimeoutMillis;
      if (left < now - now / 10) {
        ConnectionState.NETWORK_TIMEOUT.write(connection, (int) left);
        networkTimeoutMillis = (int) left;
      }
    } catch (SQLFeatureNotSupportedException e) {
      source.noNetworkTimeout();
    }
  }

  @Override
  public Connection connection() {
    return connection;
  }

  @Override
  public UnfinishedWork unfinishedWork() {
    return source.unfinishedWork();
  }

  private boolean isShortened() {
    return networkTimeoutMillis != poolsTimeoutMillis;
  }

  /** Returns the network timeout that the pool had set; the request's deadline does not show. */
  @Override
  public int networkTimeoutMillis() throws SQLException {
    return isShortened() ? poolsTimeoutMillis : connection.getNetworkTimeout();
  }

  /**
   * Opens the first handle. No other thread knows this connection yet; from now on it is held.
   *
   * @param began when the request asked for it
   */
  ConnectionHandle openFirst(long began, long nowNanos) {
    askedNanos = began;
    takenNanos = nowNanos;
    ConnectionHandle handle = new ConnectionHandle(this);
    state = handle;
    return handle;
  }

  /** Opens a further handle. Returns null if the connection is not idle or turns out to be dead. */
  @Nullable ConnectionHandle open(long nowNanos) {
    if (state != IDLE) {
      return null;
    }
    ConnectionHandle handle = new ConnectionHandle(this);
    if (!STATE.compareAndSet(this, IDLE, handle)) {
      return null;
    }
    long idle = nowNanos - idleSinceNanos;
    idleNanos += idle;
    if (!isFit(idle, nowNanos)) {
      broken = true;
      if (STATE.compareAndSet(this, handle, GONE)) {
        giveBack(nowNanos);
      }
      return null;
    }
    uses++;
    return handle;
  }

  /** Returns whether it can be used, and bounds its network timeout by the request's time. */
  private boolean isFit(long itsIdleNanos, long nowNanos) {
    try {
      shortenNetworkTimeout(nowNanos);
    } catch (SQLException | RuntimeException e) {
      return false;
    }
    return itsIdleNanos <= source.trustNanos() || isAlive();
  }

  private boolean isAlive() {
    try {
      return connection.isValid(source.validationSeconds());
    } catch (SQLException | RuntimeException | LinkageError e) { // old drivers lack the method
      return false;
    }
  }

  @Override
  public boolean autoCommit() {
    return autoCommit;
  }

  @Override
  public void autoCommit(boolean on) {
    autoCommit = on;
  }

  @Override
  public void markBroken() {
    broken = true;
  }

  @Override
  public boolean isBroken() {
    return broken;
  }

  /** Takes the connection from the handle. Returns false if the handle has lost it. */
  @Override
  public boolean startReturning(ConnectionHandle handle) {
    return STATE.compareAndSet(this, handle, RETURNING);
  }

  /** Completes {@link #startReturning}: keeps the connection or gives it back. */
  @Override
  public void finishReturning() throws SQLException {
    autoCommit = autoCommitAtFirst;
    settle(RETURNING, source.nanoTime());
  }

  /** Closes a handle that was never used, so that there is nothing to clean. */
  @Override
  public void returnUntouched(ConnectionHandle handle) throws SQLException {
    settle(handle, source.nanoTime());
  }

  private void settle(Object from, long nowNanos) throws SQLException {
    if (connections != null && !broken && connections.keeps(this, nowNanos)) {
      idleSinceNanos = nowNanos;
      if (STATE.compareAndSet(this, from, IDLE)) {
        // A thread that just ended or parked the request may have read the state before this.
        if (connections.isParked()) {
          recall();
        }
        return;
      }
    } else if (STATE.compareAndSet(this, from, GONE)) {
      giveBackOrThrow(nowNanos);
      return;
    }
    if (from == RETURNING) {
      // The request ended meanwhile and left the rest to this thread.
      giveBackOrThrow(nowNanos);
    }
  }

  /** Gives the connection back if it is idle, and returns whether it was. */
  boolean recall() {
    if (state == IDLE && STATE.compareAndSet(this, IDLE, GONE)) {
      giveBackIdle();
      return true;
    }
    return false;
  }

  /** Notes that any thread may use an open handle from now on, because the request waits. */
  void carry() {
    if (state instanceof ConnectionHandle handle) {
      handle.carry();
    }
  }

  /** Returns whether it has been idle since before an instant. */
  boolean isIdleSince(long beforeNanos) {
    return state == IDLE && idleSinceNanos - beforeNanos < 0;
  }

  boolean isIdle() {
    return state == IDLE;
  }

  boolean isOpen() {
    return state instanceof ConnectionHandle;
  }

  /**
   * Ends the request. Gives an idle connection back; takes an open one back and returns its handle,
   * which leaked.
   */
  @Nullable ConnectionHandle end() {
    Object before = STATE.getAndSet(this, GONE);
    if (before == IDLE) {
      giveBackIdle();
    } else if (before instanceof ConnectionHandle leaked) {
      // A call of another thread may be under way on it: then it is not lent again.
      broken |= leaked.mayBeInUse();
      long now = source.nanoTime();
      leaked.cleanUpAtEnd();
      giveBack(now);
      return leaked;
    }
    return null;
  }

  /**
   * Gives an idle connection back, after a test if it was idle for long. The pool takes it as just
   * used and would lend it untested, although it may have died while it was kept.
   */
  private void giveBackIdle() {
    long now = source.nanoTime();
    long idle = now - idleSinceNanos;
    idleNanos += idle;
    broken |= idle > source.trustNanos() && !isAlive();
    giveBack(now);
  }

  private void giveBack(long nowNanos) {
    try {
      giveBackOrThrow(nowNanos);
    } catch (SQLException | RuntimeException | LinkageError e) {
      source.failedToGiveBack(e);
    }
  }

  private void giveBackOrThrow(long nowNanos) throws SQLException {
    String type = connections == null ? null : connections.scope.type();
    DatabaseUseEvent.report(type, askedNanos, takenNanos, nowNanos);
    if (connections != null) {
      connections.gone(this, uses, nowNanos - takenNanos, idleNanos);
    }
    try {
      if (isShortened() && !broken) {
        ConnectionState.NETWORK_TIMEOUT.write(connection, poolsTimeoutMillis);
      }
    } catch (SQLException | RuntimeException e) {
      broken = true;
    } finally {
      source.giveBack(this, broken);
    }
  }
}
