package io.headwaiter.cli;

import io.headwaiter.lab.database.DatabaseKind;
import io.headwaiter.lab.database.DatabaseServer;
import io.headwaiter.lab.database.DatabaseSettings;
import io.headwaiter.lab.host.CpuList;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The flags that choose the database. */
final class DatabaseFlags {
  static final String DATABASE = "--db";
  static final String EMBEDDED = "h2"; // within this process

  /** The flag of the database's password, which is kept out of all output. */
  static final String PASSWORD = "--db-password";

  // A pool may open a connection before the database knows that another is closed.
  private static final int CONNECTIONS_SPARE = 10;
  private static final String PASSWORD_VARIABLE = "HEADWAITER_DB_PASSWORD";
  private static final String URL = "jdbc:";

  @Option(
      names = DATABASE,
      defaultValue = EMBEDDED,
      description =
          "h2 (embedded, in memory), postgresql or mariadb (a server of its own, gone with this command),"
              + " or a JDBC URL. Default: h2.")
  private String name;

  @Option(
      names = "--db-cpus",
      defaultValue = "",
      description =
          "Processors of a database that is started here, as 1 or 2-3. Default: those of this command.")
  private String cpus;

  @Option(names = "--db-user", defaultValue = "", description = "User of the database.")
  private String user;

  @Option(
      names = PASSWORD,
      description =
          "Password of the database. Others on this machine can read it here; better is the environment"
              + " variable HEADWAITER_DB_PASSWORD. Default: what that says.")
  private String password;

  /** How a pool reaches the database. */
  record Login(String url, String user, String password) {}

  /** Checks the flags, before any work is done. */
  void check(CommandLine line, boolean hasDriver) {
    if (hasDriver && !isUrl()) {
      throw new ParameterException(
          line,
          "--db-driver is for a database with a JDBC URL; those of --db "
              + name
              + " are here. Leave it out.");
    }
    if (!isUrl() && (!user.isEmpty() || (password != null && !password.isEmpty()))) {
      throw new ParameterException(
          line,
          "--db-user and --db-password are for a database with a JDBC URL; --db "
              + name
              + " makes its own.");
    }
    if ((isUrl() || isEmbedded()) && !cpus.isEmpty()) {
      throw new ParameterException(
          line,
          "--db-cpus is for --db postgresql or mariadb, which this command starts. Leave it out.");
    }
    checkKind(line);
  }

  private void checkKind(CommandLine line) {
    try {
      if (!isUrl() && !isEmbedded()) {
        DatabaseKind.of(name);
      }
    } catch (IllegalArgumentException e) {
      throw new ParameterException(
          line, "--db must be h2, postgresql, mariadb or a JDBC URL, got " + name + ".", e);
    }
  }

  boolean isEmbedded() {
    return name.equals(EMBEDDED);
  }

  private boolean isUrl() {
    return name.startsWith(URL);
  }

  /** Returns how the database is reached, after starting it if that is to be done here. */
  Login login(int connections) throws IOException, InterruptedException {
    if (isUrl()) {
      String given = password == null ? System.getenv(PASSWORD_VARIABLE) : password;
      return new Login(name, user, given == null ? "" : given);
    }
    DatabaseSettings settings = DatabaseSettings.forExperiments(DatabaseKind.of(name));
    int room = Math.max(settings.connectionsMax(), connections + CONNECTIONS_SPARE);
    List<Integer> processors = cpus.isEmpty() ? List.of() : CpuList.parse(cpus);
    // It is not closed: it ends with this process.
    DatabaseServer server = DatabaseServer.start(settings.withConnectionsMax(room).on(processors));
    return new Login(server.jdbcUrl(), server.user(), server.password());
  }

  /** Returns the environment of a server started with these flags: the database's password. */
  Map<String, String> environment() {
    return password == null ? Map.of() : Map.of(PASSWORD_VARIABLE, password);
  }

  /** Returns what is used, for messages, without a password. */
  @Override
  public String toString() {
    return Secrets.masked(name);
  }
}
