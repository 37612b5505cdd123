package io.headwaiter.lab.database;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * A private PostgreSQL or MariaDB from the system's packages, with a temporary data folder of its
 * own, on a port of the loopback address, with one user and one database. It can be killed,
 * suspended, stopped and restarted.
 *
 * <p>It does not outlive this process. {@link #close()} and the end of this JVM, also by a signal,
 * end it and remove its folder. If this JVM is killed outright, a guard does so within some
 * seconds. Every end is bounded in time and uses the process id. Thread-safe.
 */
public final class DatabaseServer implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(DatabaseServer.class.getName());
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int PASSWORD_BITS = 120;
  private static final int PORTS_TRIED_MAX = 10;
  private static final long START_NANOS_MAX = TimeUnit.SECONDS.toNanos(60);
  private static final int STOP_SECONDS_MAX = 30;
  private static final int ABANDON_SECONDS_MAX = 5;
  private static final long STEP_MILLIS = 20;

  private final DatabaseSettings settings;
  private final Engine engine;
  private final DatabaseFolder folder;
  private final Path log;
  private final String password = new BigInteger(PASSWORD_BITS, RANDOM).toString(36);
  private final Thread hook;
  private int port;
  private Process process;
  private boolean suspended;
  private boolean closed;

  private DatabaseServer(DatabaseSettings settings, DatabaseFolder folder) {
    this.settings = settings;
    this.engine = settings.kind().engine();
    this.folder = folder;
    this.log = folder.file("server.log");
    this.hook = new Thread(this::closeQuietly, "end-" + settings.kind().label());
  }

  /**
   * Creates and starts a server, in two to four seconds; when this returns it accepts connections.
   *
   * @throws IOException if its programs are missing or it does not start; the message says what to
   *     do, with the end of the server's output; nothing is left behind
   */
  public static DatabaseServer start(DatabaseSettings settings)
      throws IOException, InterruptedException {
    Engine engine = settings.kind().engine();
    DatabaseFolder folder = DatabaseFolder.create(engine.account(), engine.abandonSignal());
    DatabaseServer server = new DatabaseServer(settings, folder);
    Runtime.getRuntime().addShutdownHook(server.hook);
    try {
      engine.initialise(folder, server.password);
      server.launchOnFreePort();
    } catch (IOException | InterruptedException | RuntimeException e) {
      server.close();
      throw e;
    }
    return server;
  }

  /** Returns the kind of the server. */
  public DatabaseKind kind() {
    return settings.kind();
  }

  /** Returns the URL of its database, without user and password. */
  public synchronized String jdbcUrl() {
    return "jdbc:" + kind().label() + "://127.0.0.1:" + port + "/" + Engine.NAME;
  }

  /**
   * Returns the user, which owns the database on PostgreSQL and may read and change all databases
   * of the server on MariaDB.
   */
  public String user() {
    return Engine.NAME;
  }

  /** Returns the user's password, a different one for each server. */
  public String password() {
    return password;
  }

  /** Returns its port on 127.0.0.1; the same for its whole life. */
  public synchronized int port() {
    return port;
  }

  /** Returns the process id of the server that runs or ran last. */
  public synchronized long pid() {
    return process.pid();
  }

  /** Returns whether its process exists, suspended or not. */
  public synchronized boolean isAlive() {
    return process != null && process.isAlive();
  }

  /** Kills all its processes at once. Its data stay. */
  public synchronized void kill() throws IOException, InterruptedException {
    requireOpen();
    if (process.isAlive()) {
      new ProcessTree(process).kill();
    }
    left();
  }

  /** Stops it in order, without waiting for its clients; it then refuses connections. */
  public synchronized void stop() throws IOException, InterruptedException {
    requireOpen();
    resume();
    end(engine.stopSignal(), STOP_SECONDS_MAX);
  }

  /** Suspends it: the kernel accepts connections, and nothing answers. */
  public synchronized void suspend() throws IOException, InterruptedException {
    requireOpen();
    suspended = true;
    new ProcessTree(process).suspend();
  }

  /** Resumes it after {@link #suspend()}; does nothing if it was not suspended. */
  public synchronized void resume() throws IOException, InterruptedException {
    requireOpen();
    if (suspended) {
      new ProcessTree(process).resume();
      suspended = false;
    }
  }

  /**
   * Starts it again with its data on its port, and stops it before if it runs.
   *
   * @throws IOException if it does not start, with the end of its output
   */
  public synchronized void restart() throws IOException, InterruptedException {
    requireOpen();
    if (process.isAlive()) {
      stop();
    }
    if (!launch(port)) {
      throw new IOException(
          "Somebody else listens on the port " + port + " of " + kind().label() + ".");
    }
  }

  /** Ends it at once, whatever its state, and removes everything that belongs to it. */
  @Override
  public void close() throws IOException {
    // The end is bounded in time, and an interrupt would leave something behind.
    boolean interrupted = Thread.interrupted();
    try {
      closeOnce();
    } catch (InterruptedException e) {
      interrupted = true;
      process.destroyForcibly();
      folder.delete();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      LOG.log(System.Logger.Level.TRACE, "The JVM ends, and its hook does the same", e);
    }
  }

  private synchronized void closeOnce() throws IOException, InterruptedException {
    if (closed) {
      return;
    }
    closed = true;
    try {
      if (isAlive()) {
        resumeForTheEnd();
        end(engine.abandonSignal(), ABANDON_SECONDS_MAX);
      }
      engine.sweep(folder);
    } finally {
      folder.delete();
    }
  }

  private void resumeForTheEnd() throws IOException, InterruptedException {
    if (suspended) {
      new ProcessTree(process).resume();
    }
  }

  private void closeQuietly() {
    try {
      close();
    } catch (IOException e) {
      LOG.log(System.Logger.Level.WARNING, "A database server was not removed in full", e);
    }
  }

  private void end(String signal, int secondsMax) throws IOException, InterruptedException {
    ProcessTree tree = new ProcessTree(process);
    tree.signal(signal);
    if (!tree.awaitEnd(secondsMax)) {
      tree.kill();
    }
    left();
  }

  private void left() {
    suspended = false;
    folder.left();
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("This database server is closed; start another one.");
    }
  }

  private synchronized void launchOnFreePort() throws IOException, InterruptedException {
    FreePort ports = FreePort.ofThisHost();
    for (int i = 0; i < PORTS_TRIED_MAX; i++) {
      port = ports.next();
      if (launch(port)) {
        return;
      }
    }
    throw new IOException(
        "All of "
            + PORTS_TRIED_MAX
            + " free ports were taken before "
            + kind().label()
            + " had them.");
  }

  /** Starts the server; returns false if another process has the port. */
  private boolean launch(int onPort) throws IOException, InterruptedException {
    process = folder.start(engine.command(folder, settings, onPort), log, settings.processors());
    process.getOutputStream().close();
    long end = System.nanoTime() + START_NANOS_MAX;
    while (!said(engine.ready())) {
      if (!process.isAlive()) {
        left();
        if (said(engine.portTaken())) {
          return false;
        }
        throw new IOException(
            kind().label() + " ended before it was ready" + DatabaseFolder.end(log));
      }
      if (System.nanoTime() - end > 0) {
        new ProcessTree(process).kill();
        throw new IOException(kind().label() + " was not ready in time" + DatabaseFolder.end(log));
      }
      Thread.sleep(STEP_MILLIS);
    }
    return true;
  }

  private boolean said(Pattern line) throws IOException {
    return line.matcher(Files.readString(log, StandardCharsets.ISO_8859_1)).find();
  }
}
