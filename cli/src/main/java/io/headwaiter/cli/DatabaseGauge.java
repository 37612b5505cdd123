package io.headwaiter.cli;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import io.headwaiter.core.capacity.Resource;
import io.headwaiter.front.ResourceGauge;
import java.util.function.ToIntFunction;

/** The shop's connections to its database. */
final class DatabaseGauge implements ResourceGauge {
  private final HikariDataSource source;

  DatabaseGauge(HikariDataSource source) {
    this.source = source;
  }

  @Override
  public Resource resource() {
    return Resource.DATABASE_CONNECTIONS;
  }

  @Override
  public int capacity() {
    return source.getMaximumPoolSize();
  }

  @Override
  public int busy() {
    return ask(HikariPoolMXBean::getActiveConnections);
  }

  @Override
  public int waiting() {
    return ask(HikariPoolMXBean::getThreadsAwaitingConnection);
  }

  /** There is no pool before somebody has taken the first connection. */
  private int ask(ToIntFunction<HikariPoolMXBean> question) {
    HikariPoolMXBean pool = source.getHikariPoolMXBean();
    return pool == null ? 0 : question.applyAsInt(pool);
  }
}
