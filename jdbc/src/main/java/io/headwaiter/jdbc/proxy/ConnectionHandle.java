package io.headwaiter.jdbc.proxy;

import io.headwaiter.jdbc.pool.UnfinishedWork;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The connection that the application gets, a new object for each use. Closing it cleans up and
 * ends the use; the connection of the pool may stay with the request.
 */
public final class ConnectionHandle extends ChangingConnection {
  private static final System.Logger LOG = System.getLogger(ConnectionHandle.class.getName());

  private final Thread user = Thread.currentThread();
  private volatile boolean carried;
  private volatile boolean closed;
  private boolean touched;
  private @Nullable TrackedStatement<?> statements;
  // Results without a statement of this handle, as those of metadata; null before the first.
  private @Nullable Set<TrackedResultSet> results;
  private @Nullable Throwable place;

  public ConnectionHandle(LentConnection borrowed) {
    super(borrowed);
  }

  /** Records where the application took this connection, in case it leaks. */
  public void rememberPlace() {
    place = new Throwable("The connection was taken here");
  }

  /** Returns where it was taken, or null if that was not recorded. */
  public @Nullable Throwable place() {
    return place;
  }

  /** Notes that another thread may use this, because the request goes on elsewhere. */
  public void carry() {
    carried = true;
  }

  /** Returns whether another thread may use it at this instant. */
  public boolean mayBeInUse() {
    return carried || user != Thread.currentThread();
  }

  // ---- for the handles of statements and results ----

  void check() throws SQLException {
    if (closed) {
      throw new SQLNonTransientConnectionException(
          "This connection was closed; take a new one from the DataSource", "08003");
    }
  }

  @Override
  public Connection live() throws SQLException {
    check();
    touched = true;
    // Some drivers run a query even for a getter, and a query begins a transaction.
    markWork();
    return held().connection();
  }

  /** Checks that this is open, and notes that the call may begin a transaction. */
  void running() throws SQLException {
    check();
    markWork();
  }

  @Override
  public SQLException failed(SQLException error) {
    if (!closed && FatalErrors.includes(error)) {
      held().markBroken();
    }
    return error;
  }

  @Override
  public Statement tracked(Statement statement) {
    TrackedStatement<Statement> tracked = new TrackedStatement<>(this, statement);
    link(tracked);
    return tracked;
  }

  @Override
  public PreparedStatement tracked(PreparedStatement statement) {
    TrackedPreparedStatement tracked = new TrackedPreparedStatement(this, statement);
    link(tracked);
    return tracked;
  }

  @Override
  public CallableStatement tracked(CallableStatement statement) {
    TrackedPreparedStatement tracked = new TrackedPreparedStatement(this, statement);
    link(tracked);
    return CallableCalls.proxy(tracked, statement);
  }

  private synchronized void link(TrackedStatement<?> statement) {
    statement.next = statements;
    if (statements != null) {
      statements.previous = statement;
    }
    statements = statement;
  }

  synchronized void unlink(TrackedStatement<?> statement) {
    if (statement.previous != null) {
      statement.previous.next = statement.next;
    } else if (statements == statement) {
      statements = statement.next;
    }
    if (statement.next != null) {
      statement.next.previous = statement.previous;
    }
    statement.next = null;
    statement.previous = null;
  }

  /** Returns the handle of a result that the driver has made by itself. */
  synchronized ResultSet tracked(ResultSet result) {
    TrackedResultSet tracked = new TrackedResultSet(this, /* statement= */ null, result);
    if (results == null) {
      results = new HashSet<>();
    }
    results.add(tracked);
    return tracked;
  }

  synchronized void unlink(TrackedResultSet result) {
    if (results != null) {
      results.remove(result);
    }
  }

  // ---- the end of the use ----

  @Override
  public void close() throws SQLException {
    if (closed) {
      return;
    }
    if (!touched) {
      closed = true;
      held().returnUntouched(this);
      return;
    }
    if (!held().startReturning(this)) {
      return;
    }
    try {
      cleanUp();
    } finally {
      closed = true;
      held().finishReturning();
    }
  }

  /** Cleans up as {@link #close} does, after the request ended and took the connection back. */
  public void cleanUpAtEnd() {
    closed = true;
    try {
      cleanUp();
    } catch (SQLException | RuntimeException | LinkageError e) {
      held().markBroken();
      LOG.log(System.Logger.Level.DEBUG, "A leaked connection could not be put in order", e);
    }
  }

  private void cleanUp() throws SQLException {
    // No further call to a broken connection: it could take as long as the network allows.
    if (held().isBroken()) {
      return;
    }
    boolean clean = false;
    try {
      Connection connection = held().connection();
      if (connection.isClosed() || !closeStatements()) {
        return;
      }
      if (hasWork()) {
        finishWork(connection);
      }
      boolean asBefore = putBack(connection);
      connection.clearWarnings();
      clean = asBefore;
    } finally {
      if (!clean) {
        held().markBroken();
      }
    }
  }

  private void finishWork(Connection connection) throws SQLException {
    if (held().unfinishedWork() != UnfinishedWork.COMMITTED || !tryCommit(connection)) {
      connection.rollback();
    }
  }

  /**
   * Commits. Returns false if the database refuses, as after a statement that failed; pools that
   * commit do not report that either.
   */
  private boolean tryCommit(Connection connection) throws SQLException {
    try {
      connection.commit();
      return true;
    } catch (SQLException e) {
      if (FatalErrors.includes(e)) {
        throw e;
      }
      LOG.log(System.Logger.Level.DEBUG, "An unfinished transaction could not be committed", e);
      return false;
    }
  }

  private boolean closeStatements() {
    boolean all = true;
    for (TrackedStatement<?> statement : takeStatements()) {
      all &= statement.closeQuietly();
    }
    for (TrackedResultSet result : takeResults()) {
      all &= result.closeQuietly();
    }
    return all;
  }

  private synchronized Set<TrackedResultSet> takeResults() {
    Set<TrackedResultSet> open = results == null ? Set.of() : results;
    results = null;
    return open;
  }

  /** Removes the open statements, to close them without the lock: that can mean a round trip. */
  private synchronized List<TrackedStatement<?>> takeStatements() {
    if (statements == null) {
      return List.of();
    }
    List<TrackedStatement<?>> open = new ArrayList<>();
    while (statements != null) {
      TrackedStatement<?> statement = statements;
      unlink(statement);
      open.add(statement);
    }
    return open;
  }

  @Override
  public boolean isClosed() throws SQLException {
    return closed || held().connection().isClosed();
  }

  @Override
  public boolean isValid(int timeoutSeconds) throws SQLException {
    if (timeoutSeconds < 0) {
      throw new SQLException(
          "The timeout is " + timeoutSeconds + " s; give 0 (no limit) or more.", "HY024");
    }
    if (closed) {
      return false;
    }
    boolean valid = live().isValid(timeoutSeconds);
    if (!valid) {
      held().markBroken();
    }
    return valid;
  }

  @Override
  public void abort(Executor executor) throws SQLException {
    if (executor == null) {
      throw new SQLException("The executor is null; give one that closes the connection.", "HY024");
    }
    if (closed || !held().startReturning(this)) {
      return;
    }
    closed = true;
    held().markBroken();
    try {
      held().connection().abort(executor);
    } finally {
      held().finishReturning();
    }
  }

  // ---- the rest ----

  @Override
  public DatabaseMetaData getMetaData() throws SQLException {
    Connection connection = live();
    DatabaseMetaData metaData = connection.getMetaData();
    return (DatabaseMetaData)
        Proxy.newProxyInstance(
            ConnectionHandle.class.getClassLoader(),
            new Class<?>[] {DatabaseMetaData.class},
            new MetaDataCalls(this, metaData));
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    if (type.isInstance(this)) {
      return type.cast(this);
    }
    return live().unwrap(type);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) throws SQLException {
    return type.isInstance(this) || live().isWrapperFor(type);
  }

  @Override
  public String toString() {
    return "headwaiter connection" + (closed ? " (closed)" : " on " + held().connection());
  }
}
