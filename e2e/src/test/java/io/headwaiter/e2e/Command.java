package io.headwaiter.e2e;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs a program to its end, with a bound on its time, and keeps what it printed. */
record Command(int exitCode, String out, String err) {
  private static final int SECONDS_MAX = 150;

  /** Runs {@code headwaiter} with these arguments in a JVM of its own, as the launcher would. */
  static Command headwaiter(String... arguments) throws IOException, InterruptedException {
    return run("", headwaiterLine(arguments));
  }

  static List<String> headwaiterLine(String... arguments) {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of("-XX:+UseSerialGC", "-Xmx512m", "-XX:TieredStopAtLevel=1"));
    line.addAll(List.of("-cp", System.getProperty("java.class.path"), "io.headwaiter.cli.LabMain"));
    line.addAll(List.of(arguments));
    return line;
  }

  /** Runs a program with this standard input. */
  static Command run(String input, List<String> line) throws IOException, InterruptedException {
    Path in = Files.createTempFile("headwaiter", ".in");
    Path out = Files.createTempFile("headwaiter", ".out");
    Path err = Files.createTempFile("headwaiter", ".err");
    try {
      Files.writeString(in, input);
      Process process =
          new ProcessBuilder(line)
              .redirectInput(in.toFile())
              .redirectOutput(out.toFile())
              .redirectError(err.toFile())
              .start();
      if (!process.waitFor(SECONDS_MAX, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
        throw new IOException(line + " did not end in " + SECONDS_MAX + " s: " + text(err));
      }
      return new Command(process.exitValue(), text(out), text(err));
    } finally {
      Files.deleteIfExists(in);
      Files.deleteIfExists(out);
      Files.deleteIfExists(err);
    }
  }

  private static String text(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
  }
}
