package io.headwaiter.lab.database;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipalNotFoundException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The folder of one server, and the programs that run in it. If this process is root, they run as
 * the account of the server's package, because database servers refuse to run as root.
 */
final class DatabaseFolder {
  private static final int PROGRAM_SECONDS_MAX = 120;
  private static final int TAIL_CHARS = 3000;
  private static final String FALLBACK_ACCOUNT = "nobody";
  private static final List<String> STRANGE_SETTINGS =
      List.of("PG", "MYSQL_", "MARIADB_", "LC_", "LANG");

  private final Path path;
  private final String account;
  private final FolderGuard guard;

  private DatabaseFolder(Path path, String account, FolderGuard guard) {
    this.path = path;
    this.account = account;
    this.guard = guard;
  }

  /**
   * Creates a temporary folder, with a guard that removes it if this JVM is killed.
   *
   * @param packageAccount account that runs the programs if this process is root and the account
   *     exists
   * @param guardSignal signal with which the guard ends the server
   */
  static DatabaseFolder create(String packageAccount, String guardSignal) throws IOException {
    Path path = Files.createTempDirectory("headwaiter-db");
    try {
      String account = null;
      if (isRoot(path)) {
        account = exists(packageAccount) ? packageAccount : FALLBACK_ACCOUNT;
        give(path, account);
      }
      return new DatabaseFolder(path, account, FolderGuard.start(path, guardSignal));
    } catch (IOException | RuntimeException e) {
      Files.delete(path);
      throw e;
    }
  }

  private static boolean isRoot(Path own) throws IOException {
    return Integer.valueOf(0).equals(Files.getAttribute(own, "unix:uid"));
  }

  private static boolean exists(String name) throws IOException {
    try {
      FileSystems.getDefault().getUserPrincipalLookupService().lookupPrincipalByName(name);
      return true;
    } catch (UserPrincipalNotFoundException e) {
      return false;
    }
  }

  private static void give(Path file, String account) throws IOException {
    Files.setOwner(
        file,
        FileSystems.getDefault().getUserPrincipalLookupService().lookupPrincipalByName(account));
  }

  Path path() {
    return path;
  }

  Path file(String name) {
    return path.resolve(name);
  }

  /** Writes a file that only the server's account can read. */
  Path write(String name, String text) throws IOException {
    Path file =
        Files.createFile(
            file(name),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(file, text);
    if (account != null) {
      give(file, account);
    }
    return file;
  }

  /**
   * Runs a program to its end.
   *
   * @throws IOException if it fails or takes too long, with the end of its output
   */
  void run(List<String> command, String input) throws IOException, InterruptedException {
    Path output = file("output");
    Process process = start(command, output, /* processors= */ List.of());
    try (var in = process.outputWriter(StandardCharsets.UTF_8)) {
      in.write(input);
    } catch (IOException e) {
      process.destroyForcibly();
      throw new IOException(command.get(0) + " did not read its input" + end(output), e);
    }
    if (!process.waitFor(PROGRAM_SECONDS_MAX, TimeUnit.SECONDS)) {
      new ProcessTree(process).kill();
      throw new IOException(
          command.get(0) + " did not end in " + PROGRAM_SECONDS_MAX + " s" + end(output));
    }
    guard.watch(FolderGuard.NOBODY);
    if (process.exitValue() != 0) {
      throw new IOException(command.get(0) + " failed" + end(output));
    }
  }

  /**
   * Starts a program; the returned process becomes the program itself.
   *
   * @param log overwritten with the program's output
   * @param processors numbers of the processors it is confined to; empty for all
   */
  Process start(List<String> command, Path log, List<Integer> processors) throws IOException {
    List<String> line = new ArrayList<>();
    if (!processors.isEmpty()) {
      String numbers = String.join(",", processors.stream().map(String::valueOf).toList());
      line.addAll(List.of(tool("taskset"), "-c", numbers));
    }
    if (account != null) {
      line.addAll(List.of(tool("setpriv"), "--reuid=" + account, "--regid=" + group()));
      line.add("--clear-groups");
    }
    line.addAll(command);
    ProcessBuilder builder =
        new ProcessBuilder(line)
            .directory(path.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    Map<String, String> environment = builder.environment();
    environment.keySet().removeIf(name -> STRANGE_SETTINGS.stream().anyMatch(name::startsWith));
    environment.put("LC_ALL", "C");
    Process process = builder.start();
    guard.watch(process.pid());
    return process;
  }

  private static String tool(String name) throws IOException {
    Optional<String> found = Programs.findTool(name);
    return found.orElseThrow(
        () ->
            new IOException(
                "The program "
                    + name
                    + " is missing; install it (Debian and Ubuntu: sudo apt-get install util-linux)."));
  }

  /** Returns the number of the account's own group. */
  private String group() throws IOException {
    Process id = new ProcessBuilder("id", "-g", account).start();
    return new String(id.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim();
  }

  /** Returns the end of a log for a message, or a note that the log is empty. */
  static String end(Path log) throws IOException {
    String text =
        Files.exists(log) ? Files.readString(log, StandardCharsets.ISO_8859_1).strip() : "";
    String tail = text.substring(Math.max(0, text.length() - TAIL_CHARS));
    return tail.isEmpty() ? "; it said nothing" : "; it said:\n" + tail.indent(2).stripTrailing();
  }

  /** Tells the guard that the server has ended and there is no process to end. */
  void left() {
    guard.watch(FolderGuard.NOBODY);
  }

  /**
   * Removes the folder with its contents, and ends the guard. If this fails, the guard stays and
   * removes the folder when this JVM ends.
   */
  void delete() throws IOException {
    try (Stream<Path> files = Files.walk(path)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
    guard.close();
  }
}
