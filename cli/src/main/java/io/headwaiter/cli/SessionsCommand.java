package io.headwaiter.cli;

import io.headwaiter.load.HttperfLog;
import io.headwaiter.load.LoadOptions;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
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
  private static final int HTTPS_PORT = 443;
  private static final int HTTP_PORT = 80;

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
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      HttperfLog.write(options, count, out);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec().commandLine(), e.getMessage(), e);
    }
    spec().commandLine().getOut().println(command(options));
    spec().commandLine().getOut().flush();
    return 0;
  }

  private String command(LoadOptions options) {
    boolean secure = LoadOptions.secure(target());
    int usual = secure ? HTTPS_PORT : HTTP_PORT;
    int port = target().getPort() == -1 ? usual : target().getPort();
    return String.format(
        Locale.ROOT,
        "httperf --hog --server %s --port %d%s --wsesslog %d,0,%s --rate %s --timeout %s",
        target().getHost(),
        port,
        secure ? " --ssl" : "",
        count,
        file,
        Double.toString(options.arrivals().ratePerSecond()),
        Double.toString(options.visit().patienceMillis() / 1000.0));
  }
}
