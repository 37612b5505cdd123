package io.headwaiter.cli;

import io.headwaiter.core.capacity.Resource;
import io.headwaiter.front.pools.AdjustablePool;
import io.headwaiter.jdbc.pool.PoolAdapter;
import java.util.Optional;

/** The gauge of the shop's connections to its database. */
final class DatabaseGauge implements AdjustablePool {
  private final PoolAdapter pool;

  DatabaseGauge(PoolAdapter pool) {
    this.pool = pool;
  }

  @Override
  public Resource resource() {
    return Resource.DATABASE_CONNECTIONS;
  }

  @Override
  public int capacity() {
    return pool.size();
  }

  @Override
  public int busy() {
    return pool.counts().active();
  }

  @Override
  public int waiting() {
    return pool.counts().waiting();
  }

  @Override
  public Optional<String> whyFixed() {
    return Optional.empty();
  }

  @Override
  public void resize(int units) {
    pool.resize(units);
  }
}
