package io.headwaiter.lab.database;

import java.util.concurrent.CountDownLatch;

/** Starts a server, prints its process id, and waits to be killed. */
final class OrphanedServer {
  private OrphanedServer() {}

  public static void main(String[] arguments) throws Exception {
    DatabaseServer server =
        DatabaseServer.start(DatabaseSettings.forTests(DatabaseKind.of(arguments[0])));
    System.out.println(server.pid());
    new CountDownLatch(1).await();
  }
}
