package io.headwaiter.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.lab.database.DatabaseKind;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.Tag;

@Tag("slow")
@Tag("once")
class PostgresqlDataSourceTest extends ServerDataSourceContract {
  PostgresqlDataSourceTest() {
    super(DatabaseKind.POSTGRESQL);
  }

  /** The driver adds the server's messages about a commit to the connection as warnings. */
  @Override
  protected void changeMore(Connection connection) throws SQLException {
    connection.setClientInfo("ApplicationName", "contract");
    assertThat(connection.getClientInfo("ApplicationName")).isEqualTo("contract");
    connection.setTypeMap(Map.of("contract_type", String.class));
    assertThat(connection.getTypeMap()).containsKey("contract_type");
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET LOCAL client_min_messages = DEBUG5");
    }
    connection.commit();
    assertThat((Object) connection.getWarnings()).isNotNull();
  }

  @Override
  protected boolean commitsAfterAnError() {
    return false;
  }
}
