package io.headwaiter.lab.experiment;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * CPU time of a JVM's threads by their names, from the JDK's own {@code jcmd PID Thread.print}: the
 * kernel keeps only the first fifteen characters of a name, which are the same for all threads of a
 * connector.
 */
final class ThreadPrint {
  private static final Pattern THREAD =
      Pattern.compile("^\"(.*)\" #\\d+ .*\\bcpu=([0-9.]+)ms .*", Pattern.MULTILINE);
  private static final int PATIENCE_SECONDS = 20;

  private ThreadPrint() {}

  /**
   * CPU seconds so far of the threads whose names end so; NaN when there is none.
   *
   * @throws IOException when jcmd is missing or fails, with what it said
   */
  static double seconds(long pid, String nameEnd, Path folder)
      throws IOException, InterruptedException {
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    Path said = folder.resolve("threads.txt");
    Process process =
        new ProcessBuilder(List.of(jcmd.toString(), Long.toString(pid), "Thread.print"))
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    try {
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw new IOException("jcmd told nothing of process " + pid + "; see " + said);
      }
    } finally {
      process.destroyForcibly();
    }
    String text = Files.readString(said, StandardCharsets.UTF_8);
    Files.delete(said);
    return seconds(text, nameEnd);
  }

  static double seconds(String text, String nameEnd) {
    double millis = Double.NaN;
    for (Matcher thread = THREAD.matcher(text); thread.find(); ) {
      if (thread.group(1).endsWith(nameEnd)) {
        double more = Double.parseDouble(thread.group(2));
        millis = Double.isNaN(millis) ? more : millis + more;
      }
    }
    return millis / 1000;
  }
}
