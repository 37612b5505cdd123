package io.headwaiter.lab.server;

import io.headwaiter.lab.host.ProgramPath;
import io.headwaiter.load.LoadOptions;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs httperf, the load generator of the papers, on a log of sessions.
 *
 * @param connections that were opened
 * @param replies that came
 * @param seconds from the first connection to the end of the last
 * @param sessions that began
 * @param completed sessions whose requests were all answered
 * @param errors of all kinds
 */
public record Httperf(
    double connections,
    double replies,
    double seconds,
    double sessions,
    double completed,
    double errors) {
  /** Name of the program and of its Debian package. */
  public static final String PROGRAM = "httperf";

  private static final Pattern TOTAL =
      Pattern.compile(
          "Total: connections (\\d+) requests \\d+ replies (\\d+) test-duration ([0-9.]+) s");
  private static final Pattern SESSIONS =
      Pattern.compile("Session rate \\[sess/s\\]: [^(]*\\((\\d+)/(\\d+)\\)");
  private static final Pattern ERRORS = Pattern.compile("Errors: total (\\d+) ");

  /** Returns where it is installed, if it is. */
  public static Optional<Path> find() {
    return ProgramPath.find(PROGRAM);
  }

  /**
   * Returns the command that runs a log of sessions.
   *
   * @param sessions how many of them, at a constant rate
   * @param patienceSeconds longest wait for a connection or a reply
   */
  public static List<String> command(
      URI target, Path sessionLog, int sessions, double ratePerSecond, double patienceSeconds) {
    List<String> command =
        new ArrayList<>(List.of(PROGRAM, "--hog", "--server", target.getHost(), "--port"));
    command.add(Integer.toString(LoadOptions.port(target)));
    if (LoadOptions.secure(target)) {
      command.add("--ssl");
    }
    command.addAll(List.of("--wsesslog", sessions + ",0," + sessionLog));
    command.addAll(List.of("--rate", Double.toString(ratePerSecond)));
    command.addAll(List.of("--timeout", Double.toString(patienceSeconds)));
    return command;
  }

  /**
   * Runs it to its end.
   *
   * @param command as {@link #command} makes it
   * @param log takes what it says
   * @param longest time that it may take
   * @throws IOException with a sentence, if it is missing, fails, does not end or says no figures
   */
  public static Httperf run(List<String> command, Path log, Duration longest)
      throws IOException, InterruptedException {
    if (find().isEmpty()) {
      throw new IOException(
          "httperf is missing; install it (Debian and Ubuntu: sudo apt-get install httperf).");
    }
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    try {
      if (!process.waitFor(longest.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IOException("httperf did not end in " + longest.toSeconds() + " s; see " + log);
      }
    } finally {
      process.destroyForcibly().waitFor();
    }
    String said = Files.readString(log, StandardCharsets.ISO_8859_1);
    return parse(said)
        .orElseThrow(() -> new IOException("httperf told no figures; see " + log + "."));
  }

  /** Reads its report; empty if that is not complete. */
  static Optional<Httperf> parse(String report) {
    Matcher total = TOTAL.matcher(report);
    Matcher sessions = SESSIONS.matcher(report);
    Matcher errors = ERRORS.matcher(report);
    if (!total.find() || !sessions.find() || !errors.find()) {
      return Optional.empty();
    }
    return Optional.of(
        new Httperf(
            Double.parseDouble(total.group(1)),
            Double.parseDouble(total.group(2)),
            Double.parseDouble(total.group(3)),
            Double.parseDouble(sessions.group(2)),
            Double.parseDouble(sessions.group(1)),
            Double.parseDouble(errors.group(1))));
  }
}
