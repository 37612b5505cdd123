package io.headwaiter.jdbc;

import io.headwaiter.jdbc.TestPools.Database;

/** The contract on H2 in memory. */
class H2DataSourceTest extends DataSourceContract {
  @Override
  protected Database database() {
    return new Database("jdbc:h2:mem:contract;DB_CLOSE_DELAY=-1", "sa", "");
  }
}
