package io.headwaiter.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * The laboratory's command: what {@link Main} has, and what measures, simulates and attacks. Exit
 * codes are the same.
 */
@Command(
    name = "headwaiter",
    description = "The laboratory of Headwaiter: experiments, simulations and shops for them.",
    mixinStandardHelpOptions = true,
    version = Main.VERSION)
public final class LabMain {
  private LabMain() {}

  /** Runs the command and ends the process with its exit code. */
  public static void main(String[] args) {
    System.exit(Main.run(commandLine(), args));
  }

  /** Returns the command line, for tests as well. */
  static CommandLine commandLine() {
    ServeJettyCommand jetty = new ServeJettyCommand();
    CommandLine jettyLine = new CommandLine(jetty);
    HeadwaiterOptionFlags.addTo(jettyLine.getCommandSpec(), jetty.headwaiterOptions());
    return Main.with(
        new CommandLine(new LabMain())
            .addSubcommand(new ExperimentCommand())
            .addSubcommand(new ReportCommand())
            .addSubcommand(new ResultsCommand())
            .addSubcommand(new SimCommand())
            .addSubcommand(new FuzzCommand())
            .addSubcommand(new AttackCommand())
            .addSubcommand(new SessionsCommand())
            .addSubcommand(Main.serving(new ShopCommand()))
            .addSubcommand(jettyLine));
  }
}
