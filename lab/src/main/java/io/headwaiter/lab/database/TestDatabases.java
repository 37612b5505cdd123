package io.headwaiter.lab.database;

import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;

/**
 * One database server of each kind for all tests of this JVM; the servers end with it. Thread-safe.
 */
public final class TestDatabases {
  private static final Map<DatabaseKind, DatabaseServer> STARTED =
      new EnumMap<>(DatabaseKind.class);

  private TestDatabases() {}

  /**
   * Returns a server that runs, even if an earlier test stopped it; it may hold earlier tests'
   * data.
   *
   * @throws IOException with a sentence if it does not start
   */
  public static synchronized DatabaseServer running(DatabaseKind kind)
      throws IOException, InterruptedException {
    DatabaseServer server = STARTED.get(kind);
    if (server == null) {
      server = DatabaseServer.start(DatabaseSettings.forTests(kind));
      STARTED.put(kind, server);
    }
    server.resume();
    if (!server.isAlive()) {
      server.restart();
    }
    return server;
  }
}
