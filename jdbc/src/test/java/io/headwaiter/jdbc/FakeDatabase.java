package io.headwaiter.jdbc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Logger;

/** A database that dies, hangs, refuses and recovers on demand, behind a real JDBC driver. */
public final class FakeDatabase {
  /** How the database behaves. */
  public enum Mode {
    WELL,
    /** Accepts no connections; existing ones work. */
    REFUSES,
    /** Answers no call. */
    HANGS,
    /** Every call fails as if the network had gone. */
    DEAD
  }

  private static final String URL = "jdbc:fake:";
  private static final String KILL = "kill";
  private static final long HANG_SECONDS = 30;
  private static final Map<String, FakeDatabase> ALL = new ConcurrentHashMap<>();

  static {
    try {
      DriverManager.registerDriver(new FakeDriver());
    } catch (SQLException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final String name;
  private final Set<FakeConnection> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger connects = new AtomicInteger();
  private final AtomicInteger sharedUses = new AtomicInteger();
  private final AtomicInteger timeoutsSet = new AtomicInteger();
  private Mode mode = Mode.WELL;
  private volatile Error networkTimeoutError;
  private volatile Error validityError;
  private volatile String unsupported = "";
  private volatile Runnable autoCommitReader = () -> {};
  private volatile Runnable roller = () -> {};

  public FakeDatabase(String name) {
    this.name = name;
    ALL.put(name, this);
  }

  public String url() {
    return URL + name;
  }

  public synchronized void mode(Mode next) {
    mode = next;
    notifyAll();
  }

  /** Sets the error that the driver throws when a network timeout is read or set. */
  public void networkTimeoutError(Error error) {
    networkTimeoutError = error;
  }

  /** Sets a method of its connections that the driver does not support. */
  public void unsupported(String method) {
    unsupported = method;
  }

  /** Sets the error that the driver throws when it is asked whether a connection is valid. */
  public void validityError(Error error) {
    validityError = error;
  }

  /** Sets work that runs before a connection returns its auto-commit mode. */
  public void whenAutoCommitIsRead(Runnable reader) {
    autoCommitReader = reader;
  }

  /** Sets work that runs while a connection rolls back. */
  public void whenRollingBack(Runnable work) {
    roller = work;
  }

  /** Kills all open connections, as a restart of the database does. */
  public void killAll() {
    open.forEach(FakeConnection::die);
  }

  public int open() {
    return open.size();
  }

  public int connects() {
    return connects.get();
  }

  /** How often two threads had calls under way on one connection at once. */
  public int sharedUses() {
    return sharedUses.get();
  }

  /** How often a network timeout was set. */
  public int timeoutsSet() {
    return timeoutsSet.get();
  }

  private synchronized void answer(long timeoutMillis) throws SQLException {
    long end =
        System.nanoTime()
            + (timeoutMillis > 0
                ? TimeUnit.MILLISECONDS.toNanos(timeoutMillis)
                : TimeUnit.SECONDS.toNanos(HANG_SECONDS));
    while (mode == Mode.HANGS && System.nanoTime() < end) {
      try {
        TimeUnit.NANOSECONDS.timedWait(this, end - System.nanoTime());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new SQLNonTransientConnectionException("interrupted", "08006", e);
      }
    }
    if (mode == Mode.HANGS || mode == Mode.DEAD) {
      throw new SQLNonTransientConnectionException("the network is gone", "08006");
    }
  }

  /** Returns the identity of the database connection behind a handle. */
  static String idOf(Connection connection) throws SQLException {
    return connection.getClientInfo("id");
  }

  /** Kills the connection behind a handle. */
  static void kill(Connection connection) throws SQLException {
    connection.nativeSQL(KILL);
  }

  public Connection connect() throws SQLException {
    answer(0);
    synchronized (this) {
      if (mode == Mode.REFUSES) {
        throw new SQLNonTransientConnectionException("connection refused", "08001");
      }
    }
    connects.incrementAndGet();
    FakeConnection connection = new FakeConnection();
    open.add(connection);
    return connection.proxy;
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(
        Proxy.newProxyInstance(
            FakeDatabase.class.getClassLoader(), new Class<?>[] {type}, handler));
  }

  private static Object nothing(Method method) {
    Class<?> type = method.getReturnType();
    if (type == boolean.class) {
      return false;
    }
    if (type == int.class) {
      return 0;
    }
    return type == long.class ? (Object) 0L : null;
  }

  /** Keeps values that were set; its statements only make a round trip to the database. */
  private final class FakeConnection implements InvocationHandler {
    private final Connection proxy = proxy(Connection.class, this);
    private final Map<String, Object> state = new HashMap<>();
    private final AtomicInteger users = new AtomicInteger();
    private volatile boolean dead;
    private volatile boolean closed;

    FakeConnection() {
      state.put("AutoCommit", true);
      state.put("ReadOnly", false);
      state.put("TransactionIsolation", Connection.TRANSACTION_READ_COMMITTED);
      state.put("NetworkTimeout", 0);
      state.put("Holdability", ResultSet.CLOSE_CURSORS_AT_COMMIT);
    }

    @Override
    public Object invoke(Object self, Method method, Object[] arguments) throws Throwable {
      String call = method.getName();
      return switch (call) {
        case "equals" -> self == arguments[0];
        case "hashCode" -> System.identityHashCode(self);
        case "toString" -> "fake connection";
        case "isClosed" -> closed;
        case "close", "abort" -> close();
        case "isWrapperFor" -> false;
        case "isValid" -> isValid((Integer) arguments[0]);
        case "getClientInfo" -> String.valueOf(System.identityHashCode(self));
        case "nativeSQL" -> die();
        default -> ofOpen(method, arguments);
      };
    }

    private Object close() {
      closed = true;
      open.remove(this);
      return null;
    }

    Object die() {
      dead = true;
      return null;
    }

    private Object ofOpen(Method method, Object[] arguments) throws SQLException {
      String call = method.getName();
      if (closed) {
        throw new SQLException("fake connection is closed", "08003");
      }
      if (call.endsWith("NetworkTimeout") && networkTimeoutError != null) {
        throw networkTimeoutError;
      }
      if (call.equals(unsupported)) {
        throw new SQLFeatureNotSupportedException(call);
      }
      if (call.equals("getAutoCommit")) {
        autoCommitReader.run();
      }
      if (call.startsWith("set") && method.getReturnType() == void.class) {
        state.put(call.substring(3), arguments[arguments.length - 1]);
        if (call.equals("setNetworkTimeout")) {
          timeoutsSet.incrementAndGet();
        }
        return null;
      }
      String property = call.startsWith("is") ? call.substring(2) : call.replaceFirst("get", "");
      if (state.containsKey(property)) {
        return state.get(property);
      }
      return ask(method);
    }

    private boolean isValid(int seconds) {
      if (validityError != null) {
        throw validityError;
      }
      try {
        roundTrip(TimeUnit.SECONDS.toMillis(seconds));
        return !closed;
      } catch (SQLException e) {
        return false;
      }
    }

    private Object ask(Method method) throws SQLException {
      if (method.getReturnType() == Statement.class
          || method.getReturnType() == PreparedStatement.class) {
        return proxy(PreparedStatement.class, new FakeStatement(this));
      }
      if (method.getName().equals("rollback")) {
        roller.run();
      }
      if (method.getName().equals("commit") || method.getName().equals("rollback")) {
        roundTrip((Integer) state.get("NetworkTimeout"));
      }
      return nothing(method);
    }

    void roundTrip(long timeoutMillis) throws SQLException {
      if (users.incrementAndGet() > 1) {
        sharedUses.incrementAndGet();
      }
      try {
        answer(timeoutMillis);
        if (dead) {
          throw new SQLNonTransientConnectionException("the server closed it", "08006");
        }
      } finally {
        users.decrementAndGet();
      }
    }
  }

  private record FakeStatement(FakeConnection connection) implements InvocationHandler {
    @Override
    public Object invoke(Object self, Method method, Object[] arguments) throws Throwable {
      if (method.getDeclaringClass() == Object.class) {
        return method.getName().equals("equals")
            ? self == arguments[0]
            : method.getName().equals("hashCode") ? System.identityHashCode(self) : "fake";
      }
      if (method.getName().startsWith("execute")) {
        connection.roundTrip(((Integer) connection.state.get("NetworkTimeout")).longValue());
      }
      return nothing(method);
    }
  }

  /** Finds the database by its name. */
  private static final class FakeDriver implements Driver {
    @Override
    public Connection connect(String url, Properties info) throws SQLException {
      return acceptsURL(url) ? ALL.get(url.substring(URL.length())).connect() : null;
    }

    @Override
    public boolean acceptsURL(String url) {
      return url.startsWith(URL);
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
      return new DriverPropertyInfo[0];
    }

    @Override
    public int getMajorVersion() {
      return 1;
    }

    @Override
    public int getMinorVersion() {
      return 0;
    }

    @Override
    public boolean jdbcCompliant() {
      return false;
    }

    @Override
    public Logger getParentLogger() {
      return Logger.getGlobal();
    }
  }
}
