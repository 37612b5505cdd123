package io.headwaiter.lab.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * The commit from which this program was built, as far as git tells.
 *
 * @param hash abbreviated; {@link #UNKNOWN} outside of a repository
 * @param dirty whether a tracked file differed from it
 */
public record SourceCommit(String hash, boolean dirty) {
  /** Hash of sources that are in no repository. */
  public static final String UNKNOWN = "unknown";

  private static final int PATIENCE_SECONDS = 10;

  /** Asks git about the folder of this program. */
  public static SourceCommit ofThisProgram() throws InterruptedException {
    try {
      return of(
          Path.of(SourceCommit.class.getProtectionDomain().getCodeSource().getLocation().toURI()));
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  static SourceCommit of(Path place) throws InterruptedException {
    String folder = place.toAbsolutePath().getParent().toString();
    String hash = git(folder, "rev-parse", "--short=8", "HEAD");
    if (hash.isEmpty()) {
      return new SourceCommit(UNKNOWN, false);
    }
    // Results are written while it measures; they are no source.
    String changed =
        git(folder, "status", "--porcelain", "--untracked-files=no", "--", ":/", ":!/results");
    return new SourceCommit(hash, !changed.isEmpty());
  }

  /** Returns what git says; nothing if there is no git or no repository. */
  private static String git(String folder, String... arguments) throws InterruptedException {
    String[] command = new String[arguments.length + 3];
    command[0] = "git";
    command[1] = "-C";
    command[2] = folder;
    System.arraycopy(arguments, 0, command, 3, arguments.length);
    try {
      Process git =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      String said = new String(git.getInputStream().readAllBytes(), UTF_8).strip();
      boolean ended = git.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
      return ended && git.exitValue() == 0 ? said : "";
    } catch (IOException e) {
      return "";
    }
  }
}
