package io.headwaiter.jdbc.pool;

import io.headwaiter.core.api.UserApi;
import javax.sql.DataSource;

/** Finds the adapter for a pool. */
@UserApi
public final class PoolAdapters {
  private PoolAdapters() {}

  /**
   * Returns the adapter for this pool.
   *
   * @throws IllegalArgumentException if there is none, or if this class does not see those of the
   *     pool
   */
  public static PoolAdapter around(DataSource pool) {
    try {
      return adapter(pool);
    } catch (NoClassDefFoundError | ClassCastException e) {
      throw new IllegalArgumentException(
          "The classes of "
              + pool.getClass().getName()
              + " are not visible from here: this jar and the pool's have different class loaders."
              + " Put both into the server's lib, or both into WEB-INF/lib.",
          e);
    }
  }

  private static PoolAdapter adapter(DataSource pool) {
    // By name, because the other two libraries may be missing.
    if (is(pool, "com.zaxxer.hikari.HikariDataSource")) {
      return Hikari.adapter(pool);
    }
    if (is(pool, "org.apache.tomcat.jdbc.pool.DataSource")) {
      return TomcatJdbc.adapter(pool);
    }
    if (is(pool, "io.agroal.api.AgroalDataSource")) {
      return Agroal.adapter(pool);
    }
    throw new IllegalArgumentException(
        "The pool is a "
            + (pool == null ? "null" : pool.getClass().getName())
            + "; give a HikariDataSource, Tomcat's org.apache.tomcat.jdbc.pool.DataSource or an"
            + " AgroalDataSource, or write a PoolAdapter for it.");
  }

  private static boolean is(DataSource pool, String name) {
    for (Class<?> type = pool == null ? null : pool.getClass();
        type != null;
        type = type.getSuperclass()) {
      if (type.getName().equals(name)) {
        return true;
      }
      for (Class<?> implemented : type.getInterfaces()) {
        if (implemented.getName().equals(name)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Loaded only if HikariCP is on the class path. */
  private static final class Hikari {
    private Hikari() {}

    static PoolAdapter adapter(DataSource pool) {
      return new HikariAdapter((com.zaxxer.hikari.HikariDataSource) pool);
    }
  }

  /** Loaded only if Tomcat's JDBC pool is on the class path. */
  private static final class TomcatJdbc {
    private TomcatJdbc() {}

    static PoolAdapter adapter(DataSource pool) {
      return new TomcatJdbcAdapter((org.apache.tomcat.jdbc.pool.DataSource) pool);
    }
  }

  /** Loaded only if Agroal is on the class path. */
  private static final class Agroal {
    private Agroal() {}

    static PoolAdapter adapter(DataSource pool) {
      return new AgroalAdapter((io.agroal.api.AgroalDataSource) pool);
    }
  }
}
