package io.headwaiter.cli;

import io.headwaiter.tls.TicketKeyRotation;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code headwaiter ticket-keys}: changes the secret that several servers share. */
@Command(
    name = "ticket-keys",
    description = {
      "Makes a file of ticket secrets for several servers, and changes its secret step by step.",
      "A step that is out of order or too early is refused. Bring the file to all servers after each:",
      "  new FILE       one secret",
      "  append FILE    a second one, which only decrypts",
      "  promote FILE   the second one encrypts from now on",
      "  drop FILE      the old one goes"
    },
    footer = {
      "",
      "Example:",
      "  ./headwaiter ticket-keys new /etc/headwaiter/ticket.keys",
      "Servers use it with ticketKeyFile; see docs/options.md."
    },
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class TicketKeysCommand implements Callable<Integer> {
  /** What is done to the file. */
  enum Step {
    NEW,
    APPEND,
    PROMOTE,
    DROP
  }

  @Parameters(index = "0", paramLabel = "STEP", description = "new, append, promote or drop.")
  private Step step;

  @Parameters(index = "1", paramLabel = "FILE", description = "The file of secrets.")
  private Path file;

  @Option(
      names = "--spread",
      defaultValue = "10m",
      converter = DurationConverter.class,
      description = "How long it takes until all servers have read a new file. Default: 10m.")
  private Duration spread;

  @Option(
      names = "--rotation",
      defaultValue = "12h",
      converter = DurationConverter.class,
      description =
          "The servers' ticketKeyRotationSeconds; tickets expire after twice as long. Default: 12h.")
  private Duration rotation;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    if (rotation.isZero()) {
      throw new ParameterException(spec.commandLine(), "--rotation must be above 0.");
    }
    TicketKeyRotation keys =
        new TicketKeyRotation(file, InstantSource.system(), new SecureRandom());
    List<String> fingerprints =
        switch (step) {
          case NEW -> keys.create();
          case APPEND -> keys.append();
          case PROMOTE -> keys.promote(spread);
          case DROP -> keys.drop(rotation.multipliedBy(2));
        };
    PrintWriter out = spec.commandLine().getOut();
    out.println(file + ": " + fingerprints.get(0) + " encrypts" + others(fingerprints) + ".");
    out.println(next());
    return 0;
  }

  private static String others(List<String> fingerprints) {
    return fingerprints.size() == 1 ? "" : ", " + fingerprints.get(1) + " decrypts";
  }

  private String next() {
    return switch (step) {
      case NEW, DROP ->
          "Bring the file to all servers. To change the secret one day, begin with append.";
      case APPEND ->
          "Bring the file to all servers. When headwaiter_ticket_secret of each shows both, promote.";
      case PROMOTE -> "Bring the file to all servers. When its old tickets have expired, drop.";
    };
  }
}
