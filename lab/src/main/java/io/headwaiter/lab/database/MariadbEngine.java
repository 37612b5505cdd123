package io.headwaiter.lab.database;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** MariaDB, as in Debian's package mariadb-server. */
final class MariadbEngine implements Engine {
  private static final String PACKAGE = "mariadb-server";
  private static final List<String> PLACES =
      List.of("/usr/sbin", "/usr/bin", "/usr/libexec", "/opt/homebrew/opt/mariadb/bin");
  private static final Pattern READY = Pattern.compile("ready for connections");
  private static final Pattern PORT_TAKEN =
      Pattern.compile("Can't start server: Bind on TCP/IP port");
  private static final String RIGHTS =
      "SELECT, INSERT, UPDATE, DELETE, CREATE, DROP, ALTER, INDEX, REFERENCES, LOCK TABLES,"
          + " CREATE VIEW, CREATE TEMPORARY TABLES, PROCESS";

  @Override
  public String account() {
    return "mysql";
  }

  @Override
  public void initialise(DatabaseFolder folder, String password)
      throws IOException, InterruptedException {
    folder.run(
        List.of(
            Programs.find("mariadb-install-db", PLACES, PACKAGE),
            "--no-defaults",
            "--datadir=" + folder.file("data"),
            "--skip-test-db",
            "--skip-name-resolve",
            "--innodb-flush-method=nosync"),
        "");
    // The server itself reads this at every start; one command a line.
    folder.write(
        "first.sql",
        "CREATE DATABASE IF NOT EXISTS "
            + NAME
            + ";\n"
            + "CREATE USER IF NOT EXISTS '"
            + NAME
            + "'@'127.0.0.1' IDENTIFIED BY '"
            + password
            + "';\n"
            + "GRANT "
            + RIGHTS
            + " ON *.* TO '"
            + NAME
            + "'@'127.0.0.1';\n");
  }

  @Override
  public List<String> command(DatabaseFolder folder, DatabaseSettings settings, int port)
      throws IOException {
    List<String> command = new ArrayList<>(List.of(Programs.find("mariadbd", PLACES, PACKAGE)));
    command.addAll(
        List.of(
            "--no-defaults",
            "--datadir=" + folder.file("data"),
            "--init-file=" + folder.file("first.sql"),
            "--tmpdir=" + folder.path(),
            "--bind-address=127.0.0.1",
            "--port=" + port,
            // In the data folder: a longer path would not fit into the address of a socket.
            "--socket=socket",
            "--pid-file=pid",
            "--skip-name-resolve",
            "--skip-log-bin",
            "--performance-schema=OFF",
            "--log-warnings=1",
            "--character-set-server=utf8mb4",
            "--max-connections=" + settings.connectionsMax(),
            "--innodb-buffer-pool-size=" + settings.bufferMebibytes() + "M"));
    if (!settings.durable()) {
      command.addAll(List.of("--innodb-flush-log-at-trx-commit=2", "--innodb-flush-method=nosync"));
    }
    return command;
  }

  @Override
  public Pattern ready() {
    return READY;
  }

  @Override
  public Pattern portTaken() {
    return PORT_TAKEN;
  }

  @Override
  public String stopSignal() {
    return "TERM";
  }

  @Override
  public String abandonSignal() {
    return "KILL";
  }
}
