package io.headwaiter.jdbc;

import io.headwaiter.lab.database.DatabaseKind;

class PostgresqlDataSourceTest extends ServerDataSourceContract {
  PostgresqlDataSourceTest() {
    super(DatabaseKind.POSTGRESQL);
  }
}
