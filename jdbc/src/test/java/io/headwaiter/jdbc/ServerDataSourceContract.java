package io.headwaiter.jdbc;

import io.headwaiter.jdbc.TestPools.Database;
import io.headwaiter.lab.database.DatabaseKind;
import io.headwaiter.lab.database.DatabaseServer;
import io.headwaiter.lab.database.TestDatabases;
import java.io.IOException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** The contract of the DataSource on a database server. */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ServerDataSourceContract extends DataSourceContract {
  private final DatabaseKind kind;
  private DatabaseServer server;

  ServerDataSourceContract(DatabaseKind kind) {
    this.kind = kind;
  }

  @BeforeAll
  void start() throws IOException, InterruptedException {
    server = TestDatabases.running(kind);
  }

  @Override
  protected Database database() {
    return new Database(server.jdbcUrl(), server.user(), server.password());
  }
}
