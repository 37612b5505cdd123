package io.headwaiter.cli;

import io.headwaiter.lab.server.Httperf;
import io.headwaiter.load.HttperfLog;
import io.headwaiter.load.LoadOptions;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code headwaiter sessions}: writes the sessions of a load for httperf. */
@Command(
    name = "sessions",
    description = {
      "Writes the sessions that load makes with the same flags as a session log of httperf.",
      "Prints the httperf command that runs them."
    },
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class SessionsCommand extends LoadFlags implements Callable<Integer> {
  private static final double MILLIS = 1000;

  @Option(
      names = "--count",
      defaultValue = "1000",
      description = "How many sessions, 1 to 1000000. Default: 1000.")
  private int count;

  @Option(names = "--out", required = true, paramLabel = "FILE", description = "The session log.")
  private Path file;

  @Override
  public Integer call() throws IOException {
    LoadOptions options = options();
    try {
      HttperfLog.check(options, count);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec().commandLine(), e.getMessage(), e);
    }
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      HttperfLog.write(options, count, out);
    }
    spec().commandLine().getOut().println(command(options));
    spec().commandLine().getOut().flush();
    return 0;
  }

  private String command(LoadOptions options) {
    return String.join(
        " ",
        Httperf.command(
            target(),
            file,
            count,
            options.arrivals().ratePerSecond(),
            options.visit().patienceMillis() / MILLIS));
  }
}
