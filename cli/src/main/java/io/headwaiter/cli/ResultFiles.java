package io.headwaiter.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Files that a command writes at its end. */
final class ResultFiles {
  private ResultFiles() {}

  /**
   * Checks, before any work, that the folder of a file is there.
   *
   * @param flag that names the file
   * @param file null if none is written
   */
  static void check(CommandLine line, String flag, @Nullable Path file) {
    Path folder = file == null ? null : file.toAbsolutePath().getParent();
    if (folder != null && !Files.isDirectory(folder)) {
      throw new ParameterException(
          line, flag + " is " + file + ", but there is no folder " + folder + ". Make it first.");
    }
  }
}
