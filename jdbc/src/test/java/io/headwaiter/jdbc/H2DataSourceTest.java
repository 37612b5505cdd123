package io.headwaiter.jdbc;

import io.headwaiter.jdbc.TestPools.Database;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Tag;

/** The contract on H2 in memory. */
@Tag("slow")
@Tag("once")
class H2DataSourceTest extends DataSourceContract {
  @Override
  protected Database database() {
    return new Database("jdbc:h2:mem:contract;DB_CLOSE_DELAY=-1", "sa", "");
  }

  @Override
  protected void changeSchema(Connection connection) throws SQLException {
    connection.setSchema("INFORMATION_SCHEMA");
  }
}
