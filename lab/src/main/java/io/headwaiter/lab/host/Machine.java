package io.headwaiter.lab.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;

/** Describes the machine without naming it: cores, processor, kernel, JDK. */
public final class Machine {
  private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

  private Machine() {}

  /**
   * Such as {@code 2 cores (Xeon E5), Linux 6.1.0 amd64, JDK 17.0.15+6}.
   *
   * @param cores processors of the experiment, counted before any of it was pinned
   */
  public static String describe(int cores) {
    String model = processor();
    return String.format(
        Locale.ROOT,
        "%d cores%s, %s %s %s, JDK %s",
        cores,
        model.isEmpty() ? "" : " (" + model + ")",
        System.getProperty("os.name"),
        System.getProperty("os.version"),
        System.getProperty("os.arch"),
        System.getProperty("java.vm.version"));
  }

  private static String processor() {
    if (!Files.isReadable(CPU_INFO)) {
      return "";
    }
    try (Stream<String> lines = Files.lines(CPU_INFO)) {
      return lines
          .filter(l -> l.startsWith("model name"))
          .map(l -> l.substring(l.indexOf(':') + 1).trim())
          .findFirst()
          .orElse("");
    } catch (IOException e) {
      return ""; // the model is a courtesy to the reader
    }
  }
}
