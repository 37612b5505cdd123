package io.headwaiter.jdbc.proxy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The state of a connection that outlasts a use, in the order in which it is restored. */
public enum ConnectionState {
  READ_ONLY(Connection::isReadOnly, (c, v) -> c.setReadOnly((Boolean) v)),
  AUTO_COMMIT(Connection::getAutoCommit, (c, v) -> c.setAutoCommit((Boolean) v)),
  ISOLATION(Connection::getTransactionIsolation, (c, v) -> c.setTransactionIsolation((Integer) v)),
  CATALOG(Connection::getCatalog, (c, v) -> c.setCatalog((String) v)),
  SCHEMA(Connection::getSchema, (c, v) -> c.setSchema((String) v)),
  NETWORK_TIMEOUT(
      Connection::getNetworkTimeout,
      (c, v) -> c.setNetworkTimeout(Holder.SAME_THREAD, (Integer) v)),
  HOLDABILITY(Connection::getHoldability, (c, v) -> c.setHoldability((Integer) v)),
  TYPE_MAP(c -> copy(c.getTypeMap()), (c, v) -> c.setTypeMap(typeMap(v))),
  CLIENT_INFO(c -> copy(c.getClientInfo()), (c, v) -> putBackInfo(c, (Properties) v));

  @SuppressWarnings("ImmutableEnumChecker") // A method reference without state.
  private final Reader reader;

  @SuppressWarnings("ImmutableEnumChecker") // As above.
  private final Writer writer;

  ConnectionState(Reader reader, Writer writer) {
    this.reader = reader;
    this.writer = writer;
  }

  /** Reads the value; for some values of some drivers this costs a round trip to the database. */
  @Nullable Object read(Connection connection) throws SQLException {
    return reader.read(connection);
  }

  @SuppressWarnings("NullAway") // Null is what the driver gave, or what the application gives it.
  public void write(Connection connection, @Nullable Object value) throws SQLException {
    writer.write(connection, value);
  }

  /**
   * Returns whether a change can be part of the transaction it is made in, and is rolled back with
   * it.
   */
  boolean isTransactional() {
    return this == CATALOG || this == SCHEMA || this == CLIENT_INFO;
  }

  static @Nullable Map<String, Class<?>> copy(@Nullable Map<String, Class<?>> map) {
    return map == null ? null : new HashMap<>(map);
  }

  static Properties copy(@Nullable Properties info) {
    Properties copy = new Properties();
    if (info != null) {
      copy.putAll(info);
    }
    return copy;
  }

  /** Restores client info. MariaDB's driver adds values to its old ones, and accepts no null. */
  private static void putBackInfo(Connection connection, Properties before) throws SQLException {
    for (String name : copy(connection.getClientInfo()).stringPropertyNames()) {
      if (!before.containsKey(name)) {
        connection.setClientInfo(name, "");
      }
    }
    connection.setClientInfo(before);
  }

  @SuppressWarnings("unchecked")
  private static @Nullable Map<String, Class<?>> typeMap(@Nullable Object value) {
    return (Map<String, Class<?>>) value;
  }

  private interface Reader {
    @Nullable Object read(Connection connection) throws SQLException;
  }

  private interface Writer {
    void write(Connection connection, Object value) throws SQLException;
  }

  private static final class Holder {
    /** Some drivers require an executor even for a timeout that they set without it. */
    static final Executor SAME_THREAD = Runnable::run;

    private Holder() {}
  }
}
