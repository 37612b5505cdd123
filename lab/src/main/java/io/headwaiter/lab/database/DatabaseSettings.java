package io.headwaiter.lab.database;

import java.util.List;
import java.util.Objects;

/**
 * The settings of a private server.
 *
 * @param kind the kind of server
 * @param durable whether a commit waits for the disk. If it does not, committed data survive the
 *     end of the server's process, but not that of the machine
 * @param bufferMebibytes memory for pages of tables and indexes, 16 to 65,536
 * @param connectionsMax connections for users, 10 to 1000; the server refuses further ones
 * @param processors numbers of the processors it is confined to; empty for those of this process
 */
public record DatabaseSettings(
    DatabaseKind kind,
    boolean durable,
    int bufferMebibytes,
    int connectionsMax,
    List<Integer> processors) {
  private static final int TEST_BUFFER = 32;
  private static final int TEST_CONNECTIONS = 50;
  private static final int EXPERIMENT_BUFFER = 512;
  private static final int EXPERIMENT_CONNECTIONS = 200;

  /** Checks the ranges. */
  public DatabaseSettings {
    Objects.requireNonNull(kind, "kind");
    check("bufferMebibytes", bufferMebibytes, 16, 65_536);
    check("connectionsMax", connectionsMax, 10, 1000);
    processors = List.copyOf(processors);
    for (int processor : processors) {
      check("processors", processor, 0, 65_535);
    }
  }

  /** Returns small settings for a quick start; commits do not wait for the disk. */
  public static DatabaseSettings forTests(DatabaseKind kind) {
    return new DatabaseSettings(kind, false, TEST_BUFFER, TEST_CONNECTIONS, List.of());
  }

  /** Returns settings that hold a benchmark's tables in memory; commits wait for the disk. */
  public static DatabaseSettings forExperiments(DatabaseKind kind) {
    return new DatabaseSettings(kind, true, EXPERIMENT_BUFFER, EXPERIMENT_CONNECTIONS, List.of());
  }

  /** Returns the same settings with or without waiting for the disk. */
  public DatabaseSettings withDurable(boolean value) {
    return new DatabaseSettings(kind, value, bufferMebibytes, connectionsMax, processors);
  }

  /** Returns the same settings with another bound of connections. */
  public DatabaseSettings withConnectionsMax(int value) {
    return new DatabaseSettings(kind, durable, bufferMebibytes, value, processors);
  }

  /** Returns the same settings, confined to these processors. */
  public DatabaseSettings on(List<Integer> value) {
    return new DatabaseSettings(kind, durable, bufferMebibytes, connectionsMax, value);
  }

  private static void check(String name, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + " must be from " + least + " to " + most + ", got " + value);
    }
  }
}
