package io.headwaiter.lab.database;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Both servers can be started, killed, suspended, stopped and restarted, and leave nothing behind.
 */
@Tag("once")
@Timeout(120)
class DatabaseServerTest {
  private static final String FIRST_PROCESSOR = firstProcessor();

  /** One of each kind, for the tests that leave it running. */
  private static final Map<DatabaseKind, DatabaseServer> SHARED = new EnumMap<>(DatabaseKind.class);

  private DatabaseServer server;

  /** Returns the first processor that this process may use, from a list such as 0-3 or 2,5. */
  private static String firstProcessor() {
    String allowed = status(ProcessHandle.current().pid(), "Cpus_allowed_list").orElseThrow();
    return allowed.split("[-,]", 2)[0];
  }

  @AfterEach
  void end() throws Exception {
    if (server != null && !SHARED.containsValue(server)) {
      server.close();
    }
  }

  @AfterAll
  static void endShared() throws Exception {
    for (DatabaseServer shared : SHARED.values()) {
      shared.close();
    }
    SHARED.clear();
  }

  private void start(DatabaseKind kind) throws Exception {
    server = DatabaseServer.start(DatabaseSettings.forTests(kind));
  }

  private void useShared(DatabaseKind kind) throws Exception {
    server = SHARED.get(kind);
    if (server == null) {
      start(kind);
      SHARED.put(kind, server);
    } else {
      server.restart(); // undoes what the previous test did
    }
  }

  /** Timeouts in the unit of each driver: PostgreSQL's seconds, MariaDB's milliseconds. */
  private Connection connect() throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", server.user());
    properties.setProperty("password", server.password());
    boolean seconds = server.kind() == DatabaseKind.POSTGRESQL;
    properties.setProperty("socketTimeout", seconds ? "30" : "30000");
    properties.setProperty("connectTimeout", seconds ? "10" : "10000");
    return DriverManager.getConnection(server.jdbcUrl(), properties);
  }

  private void execute(String... commands) throws SQLException {
    try (Connection c = connect();
        Statement statement = c.createStatement()) {
      for (String command : commands) {
        statement.execute(command);
      }
    }
  }

  private long number(String query) throws SQLException {
    try (Connection c = connect()) {
      return number(c, query);
    }
  }

  private static long number(Connection c, String query) throws SQLException {
    try (Statement statement = c.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getLong(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void answersUntilClosedAndLeavesNothing(DatabaseKind kind) throws Exception {
    start(kind);
    execute("CREATE TABLE t (id INTEGER)", "INSERT INTO t VALUES (7)", "CREATE SCHEMA another");
    assertThat(number("SELECT id FROM t")).isEqualTo(7);
    Path folder = folderOf(server.pid());
    assertThat(folder).exists();
    List<ProcessHandle> processes = processesOf(server.pid());
    server.close();
    server.close();
    assertThat(folder).doesNotExist();
    assertThat(processes).isNotEmpty().noneMatch(ProcessHandle::isAlive);
    assertThatThrownBy(this::connect).isInstanceOf(SQLException.class);
    assertThatThrownBy(server::restart)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("closed");
  }

  @ParameterizedTest
  @EnumSource
  void keepsDataAfterKillAndRestart(DatabaseKind kind) throws Exception {
    useShared(kind);
    execute("CREATE TABLE t (id INTEGER)");
    int port = server.port();
    for (int life = 1; life <= 2; life++) {
      execute("INSERT INTO t VALUES (" + life + ")");
      try (Connection open = connect()) {
        server.kill();
        assertThat(server.isAlive()).isFalse();
        assertThatThrownBy(() -> number(open, "SELECT 1")).isInstanceOf(SQLException.class);
      }
      assertThatThrownBy(this::connect).isInstanceOf(SQLException.class);
      server.restart();
      assertThat(server.port()).isEqualTo(port);
      assertThat(number("SELECT COUNT(*) FROM t")).isEqualTo(life);
    }
  }

  @ParameterizedTest
  @EnumSource
  void refusesWhileStoppedAndHangsWhileSuspended(DatabaseKind kind) throws Exception {
    useShared(kind);
    try (Connection open = connect()) {
      server.stop(); // does not wait for this connection
      assertThatThrownBy(() -> number(open, "SELECT 1")).isInstanceOf(SQLException.class);
    }
    assertThatThrownBy(this::connect).isInstanceOf(SQLException.class);
    server.restart();
    try (Connection open = connect()) {
      assertThat(number(open, "SELECT 1")).isEqualTo(1);
      server.suspend();
      assertThat(server.isAlive()).isTrue();
      open.setNetworkTimeout(Runnable::run, 1_000);
      // Only the timeout of its socket ends the wait.
      assertThatThrownBy(() -> number(open, "SELECT 1")).isInstanceOf(SQLException.class);
    }
    server.resume();
    server.resume();
    assertThat(number("SELECT 1")).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource
  void closesWhileSuspendedOrKilled(DatabaseKind kind) throws Exception {
    start(kind);
    Path suspended = folderOf(server.pid());
    server.suspend();
    server.close();
    assertThat(suspended).doesNotExist();
    start(kind);
    Path dead = folderOf(server.pid());
    List<String> segments = segmentsOf(dead);
    assertThat(segments).hasSize(kind == DatabaseKind.POSTGRESQL ? 1 : 0);
    assertThat(sharedMemory()).containsAll(segments);
    server.kill();
    server.close();
    assertThat(dead).doesNotExist();
    assertThat(sharedMemory()).noneMatch(segments::contains);
  }

  @ParameterizedTest
  @EnumSource
  void limitsResourcesAndDoesNotRunAsRoot(DatabaseKind kind) throws Exception {
    DatabaseSettings bounded = DatabaseSettings.forTests(kind).withConnectionsMax(10);
    server = DatabaseServer.start(bounded.on(List.of(Integer.parseInt(FIRST_PROCESSOR))));
    List<Connection> open = new ArrayList<>();
    try {
      for (int i = 0; i < 10; i++) {
        open.add(connect());
      }
      // A superuser would get one of the reserved connections.
      assertThatThrownBy(() -> open.add(connect())).isInstanceOf(SQLException.class);
      for (ProcessHandle process : processesOf(server.pid())) {
        // A process that has ended has no status.
        assertThat(status(process.pid(), "Cpus_allowed_list").orElse(FIRST_PROCESSOR))
            .isEqualTo(FIRST_PROCESSOR);
        assertThat(status(process.pid(), "Uid").orElse("gone")).doesNotStartWith("0");
      }
    } finally {
      for (Connection c : open) {
        c.close();
      }
    }
    assertThatThrownBy(
            () -> DriverManager.getConnection(server.jdbcUrl(), server.user(), "guessed"))
        .isInstanceOf(SQLException.class);
  }

  @ParameterizedTest
  @EnumSource
  void endsWhenJvmIsKilled(DatabaseKind kind) throws Exception {
    Process jvm = orphan(kind);
    try (BufferedReader out = jvm.inputReader()) {
      long pid = Long.parseLong(out.readLine());
      Path folder = folderOf(pid);
      List<ProcessHandle> processes = processesOf(pid);
      assertThat(folder).exists();
      jvm.destroyForcibly();
      await().atMost(30, SECONDS).until(() -> !Files.exists(folder));
      await()
          .atMost(30, SECONDS)
          .until(() -> processes.stream().noneMatch(DatabaseServerTest::runs));
    } finally {
      jvm.destroyForcibly();
    }
  }

  @ParameterizedTest
  @EnumSource
  void endsWhenJvmIsTerminated(DatabaseKind kind) throws Exception {
    Process jvm = orphan(kind);
    try (BufferedReader out = jvm.inputReader()) {
      long pid = Long.parseLong(out.readLine());
      Path folder = folderOf(pid);
      jvm.destroy();
      assertThat(jvm.waitFor(30, SECONDS)).isTrue();
      assertThat(folder).doesNotExist();
    } finally {
      jvm.destroyForcibly();
    }
  }

  private static Process orphan(DatabaseKind kind) throws Exception {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-Xmx64m",
            "-cp",
            System.getProperty("java.class.path"),
            OrphanedServer.class.getName(),
            kind.label())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  /** A zombie does not run: an orphan that has ended may not have been reaped. */
  private static boolean runs(ProcessHandle process) {
    return status(process.pid(), "State").filter(state -> !state.startsWith("Z")).isPresent();
  }

  private static List<ProcessHandle> processesOf(long pid) {
    ProcessHandle root = ProcessHandle.of(pid).orElseThrow();
    return Stream.concat(Stream.of(root), root.descendants()).toList();
  }

  /** A server's working directory is its data folder, in the folder that it was given. */
  private static Path folderOf(long pid) throws Exception {
    return Files.readSymbolicLink(Path.of("/proc", Long.toString(pid), "cwd")).getParent();
  }

  /** Empty if there is no such process any more. */
  private static Optional<String> status(long pid, String name) {
    try {
      return Files.readAllLines(Path.of("/proc", Long.toString(pid), "status")).stream()
          .filter(line -> line.startsWith(name + ":"))
          .map(line -> line.substring(name.length() + 1).trim())
          .findFirst();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** The numbers of a server's segments of System V's shared memory: PostgreSQL has one. */
  private static List<String> segmentsOf(Path folder) throws Exception {
    Path lock = folder.resolve("data").resolve("postmaster.pid");
    if (!Files.exists(lock)) {
      return List.of();
    }
    return List.of(Files.readAllLines(lock).get(6).trim().split("\\s+", -1)[1]);
  }

  /** The numbers of all segments on this machine. */
  private static List<String> sharedMemory() throws Exception {
    return Files.readAllLines(Path.of("/proc/sysvipc/shm")).stream()
        .map(line -> line.trim().split("\\s+", -1)[1])
        .toList();
  }
}
