package io.headwaiter.lab.database;

import io.headwaiter.lab.host.ProgramPath;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Finds programs. */
final class Programs {
  private static final Pattern NO_NUMBERS = Pattern.compile("\\D+");

  private Programs() {}

  /**
   * Returns the path of a server's program: in one of the places, the newest version first, or on
   * the PATH.
   *
   * @param places folders; one part of each may have a star
   * @param inPackage Debian's package that contains the program, for the message
   * @throws IOException with one sentence if the program is missing
   */
  static String find(String name, List<String> places, String inPackage) throws IOException {
    List<Path> folders = new ArrayList<>();
    for (String place : places) {
      folders.addAll(folders(place));
    }
    ProgramPath.folders().forEach(folders::add);
    return first(name, folders)
        .orElseThrow(
            () ->
                new IOException(
                    "The program "
                        + name
                        + " is missing; install it (Debian and Ubuntu: sudo apt-get install "
                        + inPackage
                        + ")."));
  }

  /** Returns the path of a program on the PATH or in the system's folders, if there is one. */
  static Optional<String> findTool(String name) {
    List<Path> folders = new ArrayList<>(ProgramPath.folders().toList());
    folders.addAll(
        List.of(Path.of("/usr/bin"), Path.of("/bin"), Path.of("/usr/sbin"), Path.of("/sbin")));
    return first(name, folders);
  }

  private static Optional<String> first(String name, List<Path> folders) {
    return folders.stream()
        .map(folder -> folder.resolve(name))
        .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
        .map(Path::toString)
        .findFirst();
  }

  /** Returns the folders that match a pattern, the highest version first. */
  private static List<Path> folders(String place) throws IOException {
    int star = place.indexOf('*');
    if (star < 0) {
      return List.of(Path.of(place));
    }
    int slash = place.lastIndexOf('/', star);
    int next = place.indexOf('/', star);
    Path parent = Path.of(place.substring(0, slash));
    List<Path> found = new ArrayList<>();
    if (Files.isDirectory(parent)) {
      try (DirectoryStream<Path> children =
          Files.newDirectoryStream(parent, place.substring(slash + 1, next))) {
        children.forEach(found::add);
      }
    }
    found.sort(Comparator.comparingInt(Programs::version).reversed());
    return found.stream().map(child -> child.resolve(place.substring(next + 1))).toList();
  }

  /** Returns the first number in a folder's name, here a major version; 0 if there is none. */
  private static int version(Path folder) {
    return NO_NUMBERS
        .splitAsStream(folder.getFileName().toString())
        .filter(number -> !number.isEmpty() && number.length() < 9)
        .mapToInt(Integer::parseInt)
        .findFirst()
        .orElse(0);
  }
}
