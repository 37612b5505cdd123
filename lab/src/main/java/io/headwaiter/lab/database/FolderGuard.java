package io.headwaiter.lab.database;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A shell that reads from a pipe of this JVM. When this JVM has ended, in any way, the shell ends
 * the server and removes its folder. It has a session of its own if setsid is there, so that a
 * signal to this JVM's process group does not end it. Thread-safe.
 */
final class FolderGuard {
  /** In place of a process id: there is no process to end. */
  static final long NOBODY = 0;

  private static final System.Logger LOG = System.getLogger(FolderGuard.class.getName());

  // The last number read is the process to end. A stopped process handles no signal before it
  // continues. If another process has the number now, its command line does not name the folder.
  private static final String SCRIPT =
      """
      trap '' HUP INT TERM
      pid=0
      while read -r line; do pid=$line; done
      if [ -r "/proc/$pid/cmdline" ] && ! tr '\\0' ' ' <"/proc/$pid/cmdline" | grep -qF -- "$1"; then
        pid=0
      fi
      if [ "$pid" -gt 1 ] && kill -s "$2" "$pid" 2>/dev/null; then
        kill -s CONT "$pid" 2>/dev/null
        waited=0
        while [ "$waited" -lt 80 ] && kill -0 "$pid" 2>/dev/null; do
          sleep 0.1
          waited=$((waited + 1))
        done
        kill -s KILL "$pid" 2>/dev/null
      fi
      rm -rf -- "$1"
      """;

  private final Process shell;
  private final Writer pipe;

  private FolderGuard(Process shell) {
    this.shell = shell;
    this.pipe = shell.outputWriter(StandardCharsets.US_ASCII);
  }

  static FolderGuard start(Path folder, String signal) throws IOException {
    List<String> command = new ArrayList<>();
    Optional<String> ownSession = Programs.findTool("setsid");
    ownSession.ifPresent(command::add);
    command.addAll(List.of("sh", "-c", SCRIPT, "headwaiter-guard", folder.toString(), signal));
    return new FolderGuard(
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start());
  }

  /** Sets the process to end. */
  synchronized void watch(long pid) {
    try {
      pipe.write(pid + "\n");
      pipe.flush();
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, "The guard of a database has gone", e);
    }
  }

  /** Ends the guard after the folder is removed. */
  void close() {
    shell.destroyForcibly();
  }
}
