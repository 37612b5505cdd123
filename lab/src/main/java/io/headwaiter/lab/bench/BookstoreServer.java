package io.headwaiter.lab.bench;

import static io.headwaiter.lab.model.ServerSpec.HEADWAITER;

import io.headwaiter.lab.database.DatabaseKind;
import io.headwaiter.lab.database.DatabaseServer;
import io.headwaiter.lab.database.DatabaseSettings;
import io.headwaiter.lab.server.Contender;
import io.headwaiter.lab.server.ServedPools;
import io.headwaiter.lab.server.ServerProcess;
import io.headwaiter.lab.server.ShopControl;
import io.headwaiter.load.LoadOptions;
import io.headwaiter.load.LoadOptionsBuilder;
import io.headwaiter.load.SourceAddresses;
import io.headwaiter.load.workload.Mix;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/**
 * A bookstore of eight request types with entity access, in a process on the servers' processor,
 * whose policy and pools are changed from run to run: all runs are of one process, so what differs
 * between two of them is not how it was compiled.
 *
 * <p>The database's server has the load's processor: then the shop's processor does what an
 * application server's does, and the two work at the same time, so that connections can be what is
 * short. On the shop's processor the database would only make every query dearer, and the processor
 * would be short whatever N is. Admission is off: a gate that refuses visits would keep the pools
 * from being overloaded. Belongs to one thread.
 *
 * @param process of the shop
 * @param database null for H2 within the shop's process
 */
public record BookstoreServer(
    ServerProcess process, DatabaseServer database, Contender contender, ShopControl control)
    implements AutoCloseable {
  private static final int CUSTOMERS = 2880;
  private static final int ITEMS = 100;
  private static final double RESUME_SHARE = 0.95;

  /**
   * Starts both.
   *
   * @param label names the log
   * @param kind of the database; null for H2 within the shop's process
   * @param flags of {@code serve}: pools and pages
   */
  public static BookstoreServer start(
      ExperimentSetting setting, String label, DatabaseKind kind, List<String> flags)
      throws IOException, InterruptedException {
    DatabaseServer database = kind == null ? null : database(setting, kind);
    ServerProcess process = null;
    try {
      process = setting.launch(label, command(setting, database, flags));
      return new BookstoreServer(
          process,
          database,
          Contender.of(HEADWAITER, setting.pinning(), process),
          ShopControl.of(process));
    } catch (IOException | InterruptedException | RuntimeException e) {
      end(process, database);
      throw e;
    }
  }

  private static DatabaseServer database(ExperimentSetting setting, DatabaseKind kind)
      throws IOException, InterruptedException {
    setting.progress().step("starting " + kind.label());
    return DatabaseServer.start(
        DatabaseSettings.forExperiments(kind).withDurable(false).on(setting.pinning().loadCpus()));
  }

  /** The command line of the shop. */
  public static List<String> command(
      ExperimentSetting setting, DatabaseServer database, List<String> flags) {
    List<String> command = new ArrayList<>(setting.serve());
    command.addAll(List.of("--server", HEADWAITER, "--port", "0", "--admin-port", "0"));
    command.addAll(ShopControl.arguments());
    command.addAll(List.of("--keystore", setting.keystore().file().toString()));
    command.addAll(List.of("--keystore-password", setting.keystore().password()));
    command.addAll(List.of("--admission", "off"));
    command.addAll(ServedPools.NOBODY_IS_LATE_TO_WORK);
    command.addAll(List.of("--app", "bookstore", "--request-types", "8", "--entity-access"));
    command.addAll(flags);
    if (database != null) {
      command.addAll(List.of("--db", database.jdbcUrl()));
      command.addAll(List.of("--db-user", database.user()));
      command.addAll(List.of("--db-password", database.password()));
    }
    return command;
  }

  /** Customers of the bookstore. */
  public LoadOptionsBuilder load() {
    return LoadOptions.builder(process.target())
        .mix(Mix.BOOKSTORE_PROFILING)
        .users(CUSTOMERS)
        .items(ITEMS)
        .resumeShare(RESUME_SHARE)
        .sourceAddresses(SourceAddresses.count());
  }

  /** Where it tells of itself. */
  public URI admin() throws IOException {
    return process.requireAdmin();
  }

  @Override
  public void close() throws IOException {
    end(process, database);
  }

  private static void end(ServerProcess process, DatabaseServer database) throws IOException {
    if (process != null) {
      process.close();
    }
    if (database != null) {
      database.close();
    }
  }
}
