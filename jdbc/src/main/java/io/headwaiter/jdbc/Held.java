package io.headwaiter.jdbc;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;

/**
 * One connection of the pool from its borrowing to its giving back. Its state says who may touch
 * it, and changes by compare-and-set, so that the end of a request, a handle that is closed late
 * and somebody who needs the connection more never act on it both:
 *
 * <pre>
 *             open                close (nothing to clean)
 *   IDLE  ----------->  handle  -------------------------->  IDLE
 *     |                  |   \  close                          ^
 *     |                  |    `-------->  RETURNING  ----------'   kept
 *     v                  v                   |
 *   GONE  <------------------------------------                    given back or evicted
 * </pre>
 *
 * Whoever moves it out of a state owns it and what it counts.
 */
final class Held {
  private static final int NOT_ASKED = -1;
  private static final Object IDLE = "idle";
  private static final Object RETURNING = "returning";
  private static final Object GONE = "gone";
  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(Held.class, "state", Object.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  final RequestWideDataSource source;
  final Connection connection;
  final Lease lease;
  private final boolean autoCommitAtFirst;

  @SuppressWarnings("UnusedVariable") // Read and written through STATE.
  private volatile Object state;

  private volatile boolean broken;
  private long takenNanos;
  private long idleSinceNanos;
  private long idleNanos;
  private int uses = 1;
  // What it is, and what it was when the pool lent the connection.
  private int networkTimeoutMillis = NOT_ASKED;
  private int poolsTimeoutMillis = NOT_ASKED;
  private boolean autoCommit;

  /**
   * A connection that was just borrowed.
   *
   * @param lease whose it is; null outside of a request
   */
  Held(RequestWideDataSource source, Lease lease, Connection connection, long nowNanos)
      throws SQLException {
    this.source = source;
    this.lease = lease;
    this.connection = connection;
    autoCommitAtFirst = connection.getAutoCommit();
    autoCommit = autoCommitAtFirst;
    shortenNetworkTimeout(nowNanos);
  }

  /**
   * A query to a database that hangs is to end about when the request's time does. Kept connections
   * are used many times, so what is less than a tenth too long is left as it is.
   */
  private void shortenNetworkTimeout(long nowNanos) throws SQLException {
    if (lease == null || !lease.scope.hasDeadline() || !source.hasNetworkTimeout()) {
      return;
    }
    try {
      if (poolsTimeoutMillis == NOT_ASKED) {
        poolsTimeoutMillis = connection.getNetworkTimeout();
        networkTimeoutMillis = poolsTimeoutMillis;
      }
      long left = Adapters.millis(lease.scope.leftNanos(nowNanos));
      int now = networkTimeoutMillis == 0 ? Integer.MAX_VALUE : networkTimeoutMillis;
      if (left < now - now / 10) {
        ConnectionState.NETWORK_TIMEOUT.write(connection, (int) left);
        networkTimeoutMillis = (int) left;
      }
    } catch (SQLFeatureNotSupportedException e) {
      source.noNetworkTimeout();
    }
  }

  private boolean isShortened() {
    return networkTimeoutMillis != poolsTimeoutMillis;
  }

  /** The network timeout as the pool had it; the request's deadline is nothing to be seen. */
  int networkTimeoutMillis() throws SQLException {
    return isShortened() ? poolsTimeoutMillis : connection.getNetworkTimeout();
  }

  /** The first handle; nobody else knows this connection yet. From now on it is held. */
  ConnectionHandle openFirst(long nowNanos) {
    takenNanos = nowNanos;
    ConnectionHandle handle = new ConnectionHandle(this);
    state = handle;
    return handle;
  }

  /** A further handle, or null if the connection is not idle any more or turned out to be dead. */
  ConnectionHandle open(long nowNanos) {
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
        leave(nowNanos);
      }
      return null;
    }
    uses++;
    return handle;
  }

  /** Whether it can be used, to the end of the request's time at the longest. */
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

  boolean autoCommit() {
    return autoCommit;
  }

  void autoCommit(boolean on) {
    autoCommit = on;
  }

  void markBroken() {
    broken = true;
  }

  boolean isBroken() {
    return broken;
  }

  /** Takes the connection out of the handle's hands. False if the handle has it no more. */
  boolean startReturning(ConnectionHandle handle) {
    return STATE.compareAndSet(this, handle, RETURNING);
  }

  /** The end of {@link #startReturning}: keeps the connection or gives it back. */
  void finishReturning(long nowNanos) throws SQLException {
    autoCommit = autoCommitAtFirst;
    settle(RETURNING, nowNanos);
  }

  /** Closes a handle that was never used, so that there is nothing to clean. */
  void returnUntouched(ConnectionHandle handle) throws SQLException {
    settle(handle, source.nanoTime());
  }

  private void settle(Object from, long nowNanos) throws SQLException {
    if (lease != null && !broken && lease.keeps(this, nowNanos)) {
      idleSinceNanos = nowNanos;
      if (STATE.compareAndSet(this, from, IDLE)) {
        // Whoever ended or parked the request in this instant may have looked before.
        if (lease.isParked()) {
          recall();
        }
        return;
      }
    } else if (STATE.compareAndSet(this, from, GONE)) {
      leaveLoudly(nowNanos);
      return;
    }
    if (from == RETURNING) {
      // The request ended meanwhile and left the rest to us.
      leaveLoudly(nowNanos);
    }
  }

  /** Gives the connection back if it lies idle. */
  boolean recall() {
    if (state == IDLE && STATE.compareAndSet(this, IDLE, GONE)) {
      leaveIdle();
      return true;
    }
    return false;
  }

  /** What is open when its request waits may be used by anybody from now on. */
  void carry() {
    if (state instanceof ConnectionHandle handle) {
      handle.carry();
    }
  }

  /** Whether it has been idle since before an instant. */
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
   * The request is over. Gives back what is idle, takes back what is open and returns its handle,
   * which leaked.
   */
  ConnectionHandle end() {
    Object before = STATE.getAndSet(this, GONE);
    if (before == IDLE) {
      leaveIdle();
    } else if (before instanceof ConnectionHandle leaked) {
      // A call of another thread may be under way on it: then nobody may get it again.
      broken |= leaked.mayBeInUse();
      long now = source.nanoTime();
      leaked.cleanUpAtEnd();
      leave(now);
      return leaked;
    }
    return null;
  }

  /**
   * To the pool it looks just used, so that it would be lent again untried, though it may have died
   * while it was kept.
   */
  private void leaveIdle() {
    long now = source.nanoTime();
    long idle = now - idleSinceNanos;
    idleNanos += idle;
    broken |= idle > source.trustNanos() && !isAlive();
    leave(now);
  }

  private void leave(long nowNanos) {
    try {
      leaveLoudly(nowNanos);
    } catch (SQLException | RuntimeException | LinkageError e) {
      source.failedToGiveBack(e);
    }
  }

  private void leaveLoudly(long nowNanos) throws SQLException {
    if (lease != null) {
      lease.gone(this, uses, nowNanos - takenNanos, idleNanos);
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
