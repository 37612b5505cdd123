package io.headwaiter.lab.server;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The JVM flags of every server under test: the same for all, and fixed, because one core changes
 * the defaults.
 */
public final class ServerJvm {
  /** Serial collector and a fixed heap. */
  public static final List<String> FLAGS = List.of("-XX:+UseSerialGC", "-Xms1g", "-Xmx1g");

  private static final int ASKS_FOR_NATIVE_ACCESS = 24;

  private ServerJvm() {}

  /**
   * Command that runs a main class of this process's class path, on this process's JDK, with {@link
   * #FLAGS}.
   */
  public static List<String> command(String mainClass, String... arguments) {
    return ofClassPath(System.getProperty("java.class.path"), mainClass, arguments);
  }

  /** The same for another class path. */
  static List<String> ofClassPath(String classPath, String mainClass, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(FLAGS);
    if (Runtime.version().feature() >= ASKS_FOR_NATIVE_ACCESS) {
      command.addAll(
          List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"));
    }
    command.addAll(List.of("-cp", classPath, mainClass));
    command.addAll(List.of(arguments));
    return command;
  }
}
