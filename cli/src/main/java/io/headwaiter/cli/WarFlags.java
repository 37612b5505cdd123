package io.headwaiter.cli;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.headwaiter.apps.DataSources;
import io.headwaiter.baseline.WarApplication;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Flags of {@code serve} for a user's own application. */
final class WarFlags {
  private static final int SESSION_MINUTES_MAX = 10_000;

  /** Flags of the shops alone. */
  private static final List<String> SHOPS =
      List.of(
          "--app",
          "--scale",
          "--active-scale",
          "--description-chars",
          "--page-work-kib",
          "--data-seed");

  /** The flag of the minutes after which idle HTTP sessions end. */
  static final String SESSION_MINUTES = "--session-minutes";

  @Option(
      names = "--war",
      paramLabel = "FILE",
      description = {
        "An application of your own instead of a shop: a WAR for Jakarta EE (Tomcat 11), or the folder",
        "of one. Where it looks up its DataSource it finds a pool on --db. It needs no DataSource without --db."
      })
  private Path file;

  @Option(
      names = "--context",
      paramLabel = "PATH",
      description =
          "With --war: where it is served, / for the root. Default: as Tomcat does by the file's name,"
              + " /shop for shop.war, the root for ROOT.war.")
  private String contextPath;

  @Option(
      names = "--jndi-name",
      paramLabel = "NAME",
      description =
          "With --war: what its DataSource is called below java:comp/env, as jdbc/shop. Default: the"
              + " only one that it declares.")
  private String jndiName;

  @Option(
      names = SESSION_MINUTES,
      description =
          "With --war: HTTP sessions that are idle end after so many minutes, 1 to 10000. Default:"
              + " what the application says; 1 in tune pools.")
  private Integer sessionMinutes;

  @Option(
      names = "--db-driver",
      paramLabel = "JAR",
      description =
          "Jar with the JDBC driver of --db, where it is none of H2, PostgreSQL and MariaDB.")
  private Path driver;

  boolean isGiven() {
    return file != null;
  }

  /** Throws if flags would have no effect. */
  void check(CommandLine line) {
    if (!isGiven()) {
      if (contextPath != null || jndiName != null || sessionMinutes != null) {
        throw new ParameterException(
            line,
            "--context, --jndi-name and --session-minutes are about the application of --war. Add it,"
                + " or leave them out.");
      }
      return;
    }
    for (String shops : SHOPS) {
      if (line.getParseResult().hasMatchedOption(shops)) {
        throw new ParameterException(
            line, shops + " is about the built-in shops. Leave it out, or --war.");
      }
    }
    if (sessionMinutes != null && (sessionMinutes < 1 || sessionMinutes > SESSION_MINUTES_MAX)) {
      throw new ParameterException(
          line, SESSION_MINUTES + " must be from 1 to 10000, got " + sessionMinutes + ".");
    }
  }

  /**
   * Returns the application to serve. One for which a database is named must use it.
   *
   * @throws IOException with a sentence if the file is no WAR
   */
  WarApplication application(CommandLine line) throws IOException {
    boolean needsSource = line.getParseResult().hasMatchedOption(DatabaseFlags.DATABASE);
    int minutes = sessionMinutes == null ? 0 : sessionMinutes;
    return WarApplication.of(file, contextPath, jndiName, needsSource, minutes);
  }

  /** Returns the file; null if there is none. */
  Path file() {
    return file;
  }

  boolean hasDriver() {
    return driver != null;
  }

  /**
   * Makes a pool for it, which changes no default of the database or the driver.
   *
   * @throws IOException with a sentence if the driver's jar has none for that URL
   */
  HikariDataSource pool(String url, String user, String password, int connections)
      throws IOException {
    HikariConfig config = new HikariConfig();
    if (driver == null) {
      config.setJdbcUrl(url);
      config.setUsername(user);
      config.setPassword(password);
    } else {
      config.setDataSource(DriverJar.source(driver, url, user, password));
    }
    config.setMaximumPoolSize(connections);
    config.setConnectionTimeout(DataSources.CONNECTION_PATIENCE.toMillis());
    config.setInitializationFailTimeout(-1);
    return new HikariDataSource(config);
  }
}
