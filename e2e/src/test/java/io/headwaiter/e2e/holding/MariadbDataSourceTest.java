package io.headwaiter.e2e.holding;

import io.headwaiter.lab.database.DatabaseKind;

class MariadbDataSourceTest extends ServerDataSourceContract {
  MariadbDataSourceTest() {
    super(DatabaseKind.MARIADB);
  }

  @Override
  protected String callable() {
    return "{call contract()}";
  }
}
