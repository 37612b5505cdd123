package io.headwaiter.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The {@code headwaiter} command. Exit codes: 0 done, 1 failed with a sentence, 2 wrong usage. */
@Command(
    name = "headwaiter",
    description = "Overload control for secure Java web servers.",
    mixinStandardHelpOptions = true,
    version = "headwaiter 0.1.0")
public final class Main {
  private Main() {}

  /** Runs the command and ends the process with its exit code. */
  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  /** Returns the command line, for tests as well. */
  static CommandLine commandLine() {
    ServeCommand serve = new ServeCommand();
    CommandLine serveLine = new CommandLine(serve);
    HeadwaiterOptionFlags.addTo(serveLine.getCommandSpec(), serve.headwaiterAttributes());
    ServeJettyCommand jetty = new ServeJettyCommand();
    CommandLine jettyLine = new CommandLine(jetty);
    HeadwaiterOptionFlags.addTo(jettyLine.getCommandSpec(), jetty.headwaiterOptions());
    return new CommandLine(new Main())
        .addSubcommand(serveLine)
        .addSubcommand(jettyLine)
        .addSubcommand(new LoadCommand())
        .addSubcommand(new ReplayCommand())
        .addSubcommand(new DemoCommand())
        .addSubcommand(new ExperimentCommand())
        .addSubcommand(new FuzzCommand())
        .addSubcommand(new SimCommand())
        .addSubcommand(new MixCommand())
        .addSubcommand(new TuneCommand())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExecutionExceptionHandler(Main::explain);
  }

  private static int explain(
      Exception failure, CommandLine commandLine, CommandLine.ParseResult result) {
    commandLine.getErr().println("headwaiter: " + Sentences.of(failure));
    return 1;
  }
}
