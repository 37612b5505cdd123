package io.headwaiter.e2e.holding;

import io.headwaiter.lab.database.DatabaseKind;

class PostgresqlDataSourceTest extends ServerDataSourceContract {
  PostgresqlDataSourceTest() {
    super(DatabaseKind.POSTGRESQL);
  }
}
