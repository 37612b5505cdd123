package io.headwaiter.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.lab.database.DatabaseKind;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Tag;

@Tag("slow")
@Tag("once")
class MariadbDataSourceTest extends ServerDataSourceContract {
  MariadbDataSourceTest() {
    super(DatabaseKind.MARIADB);
  }

  @Override
  protected void changeSchema(Connection connection) throws SQLException {
    connection.setCatalog("information_schema");
  }

  /** The driver has no type map. */
  @Override
  protected void changeMore(Connection connection) throws SQLException {
    connection.setClientInfo("ApplicationName", "contract");
    assertThat(connection.getClientInfo("ApplicationName")).isEqualTo("contract");
    try (Statement statement = connection.createStatement()) {
      statement.execute("DROP TABLE IF EXISTS contract_none");
    }
    assertThat((Object) connection.getWarnings()).isNotNull();
  }

  @Override
  protected String callable() {
    return "{call contract()}";
  }
}
