package io.headwaiter.lab.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** PostgreSQL, as in Debian's package postgresql. */
final class PostgresqlEngine implements Engine {
  private static final String PACKAGE = "postgresql";
  // Debian keeps the server's programs of each version in a folder of its own, off the PATH.
  private static final List<String> PLACES =
      List.of("/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/opt/homebrew/opt/postgresql*/bin");
  // Connections for a superuser only, so that connectionsMax counts those of the user.
  private static final int RESERVED = 3;
  private static final Pattern READY = Pattern.compile("ready to accept connections");
  private static final int SHARED_MEMORY_LINE = 6;
  // The key and the number of a segment.
  private static final Pattern SEGMENT = Pattern.compile("\\s*\\d+\\s+(\\d+)\\s*");
  private static final Pattern PORT_TAKEN = Pattern.compile("could not bind IPv4 address");

  @Override
  public String account() {
    return "postgres";
  }

  @Override
  public void initialise(DatabaseFolder folder, String password)
      throws IOException, InterruptedException {
    Path secret = folder.write("superuser-password", password + "\n");
    Path data = folder.file("data");
    List<String> initdb = new ArrayList<>(List.of(program("initdb")));
    initdb.addAll(List.of("-D", data.toString(), "-U", "postgres", "--pwfile=" + secret));
    initdb.addAll(List.of("--auth=scram-sha-256", "--encoding=UTF8", "--no-locale", "--no-sync"));
    folder.run(initdb, "");
    Files.delete(secret);
    // One command a line, as the single-user mode reads them; this mode needs no server and no
    // client.
    String commands =
        "CREATE ROLE "
            + NAME
            + " LOGIN PASSWORD '"
            + password
            + "'\n"
            + "CREATE DATABASE "
            + NAME
            + " OWNER "
            + NAME
            + "\n";
    List<String> single = new ArrayList<>(List.of(program("postgres"), "--single", "-F"));
    single.addAll(List.of("-c", "exit_on_error=on", "-D", data.toString(), "postgres"));
    folder.run(single, commands);
  }

  @Override
  public List<String> command(DatabaseFolder folder, DatabaseSettings settings, int port)
      throws IOException {
    List<String> command = new ArrayList<>(List.of(program("postgres")));
    command.addAll(List.of("-D", folder.file("data").toString(), "-p", Integer.toString(port)));
    int connections = settings.connectionsMax() + RESERVED;
    List<String> options =
        List.of(
            "listen_addresses=127.0.0.1",
            "unix_socket_directories=",
            "max_connections=" + connections,
            "superuser_reserved_connections=" + RESERVED,
            "shared_buffers=" + settings.bufferMebibytes() + "MB",
            "fsync=" + (settings.durable() ? "on" : "off"),
            // In the data folder, so that nothing stays in /dev/shm.
            "dynamic_shared_memory_type=mmap",
            // A statement uses one processor, and takes as long as the last time.
            "max_parallel_workers_per_gather=0",
            "max_logical_replication_workers=0",
            "jit=off",
            // A failing test may fail a million times: only the client gets its errors.
            "log_min_messages=log",
            // A checkpoint in the middle of a run would be attributed to the load.
            "checkpoint_timeout=1h",
            "log_checkpoints=off",
            "logging_collector=off",
            "log_destination=stderr");
    options.forEach(option -> command.addAll(List.of("-c", option)));
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
    return "INT";
  }

  /** Returns QUIT; after SIGKILL the server would leave its shared memory behind. */
  @Override
  public String abandonSignal() {
    return "QUIT";
  }

  /**
   * Removes the segment of shared memory that a killed server leaves; its lock file has the number.
   */
  @Override
  public void sweep(DatabaseFolder folder) throws IOException, InterruptedException {
    Path lock = folder.file("data").resolve("postmaster.pid");
    if (!Files.isReadable(lock)) {
      return;
    }
    List<String> lines = Files.readAllLines(lock);
    if (lines.size() > SHARED_MEMORY_LINE) {
      Matcher segment = SEGMENT.matcher(lines.get(SHARED_MEMORY_LINE));
      if (segment.matches()) {
        folder.run(List.of("ipcrm", "-m", segment.group(1)), "");
      }
    }
  }

  private static String program(String name) throws IOException {
    return Programs.find(name, PLACES, PACKAGE);
  }
}
