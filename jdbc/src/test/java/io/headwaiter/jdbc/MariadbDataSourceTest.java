package io.headwaiter.jdbc;

import io.headwaiter.lab.database.DatabaseKind;
import java.sql.Connection;
import java.sql.SQLException;

class MariadbDataSourceTest extends ServerDataSourceContract {
  MariadbDataSourceTest() {
    super(DatabaseKind.MARIADB);
  }

  @Override
  protected void changeSchema(Connection connection) throws SQLException {
    connection.setCatalog("information_schema");
  }

  @Override
  protected String callable() {
    return "{call contract()}";
  }
}
