package io.headwaiter.lab.database;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The servers that can be started. */
public enum DatabaseKind {
  /** PostgreSQL 13 or newer. */
  POSTGRESQL("postgresql"),
  /** MariaDB 10.6 or newer. */
  MARIADB("mariadb");

  private final String label;

  DatabaseKind(String label) {
    this.label = label;
  }

  /** Returns its name on a command line and in a JDBC URL. */
  public String label() {
    return label;
  }

  /**
   * Returns the kind with this label.
   *
   * @throws IllegalArgumentException if there is none; the message names the known labels
   */
  public static DatabaseKind of(String label) {
    for (DatabaseKind kind : values()) {
      if (kind.label.equals(label.toLowerCase(Locale.ROOT))) {
        return kind;
      }
    }
    String known =
        Arrays.stream(values()).map(DatabaseKind::label).collect(Collectors.joining(" or "));
    throw new IllegalArgumentException("The database is \"" + label + "\"; give " + known + ".");
  }

  Engine engine() {
    return this == POSTGRESQL ? new PostgresqlEngine() : new MariadbEngine();
  }
}
