package io.headwaiter.lab.host;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds installed programs. */
public final class ProgramPath {
  private ProgramPath() {}

  /** Returns the folders of the PATH, in their order. */
  public static Stream<Path> folders() {
    String path = System.getenv("PATH");
    return path == null
        ? Stream.empty()
        : Stream.of(path.split(":", -1)).filter(folder -> !folder.isEmpty()).map(Path::of);
  }

  /**
   * Returns where a program is installed, if it is.
   *
   * @param also folders to look in after those of the PATH
   */
  public static Optional<Path> find(String program, String... also) {
    return Stream.concat(folders(), List.of(also).stream().map(Path::of))
        .map(folder -> folder.resolve(program))
        .filter(Files::isExecutable)
        .findFirst();
  }
}
