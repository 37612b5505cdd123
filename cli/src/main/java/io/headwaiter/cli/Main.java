package io.headwaiter.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The {@code headwaiter} command. Exit codes: 0 done, 1 failed with a sentence, 2 wrong usage. */
@Command(
    name = "headwaiter",
    description = "Overload control for secure Java web servers.",
    mixinStandardHelpOptions = true,
    version = Main.VERSION,
    footerHeading = "In the source tree, by ./headwaiter:%n",
    footer = {
      "  package    Builds the jars for a Tomcat or Jetty, the command as an archive, and a repository.",
      "  check      Runs the quick tests: of all modules, of one, or one class.",
      "  test       Runs everything that CI runs.",
      "  lab        Experiments, simulations and attacks; see lab --help."
    })
public final class Main {
  static final String VERSION = "headwaiter 0.1.0";

  private Main() {}

  /** Runs the command and ends the process with its exit code. */
  public static void main(String[] args) {
    System.exit(run(commandLine(), args));
  }

  /** Runs the command and returns its exit code. */
  static int run(CommandLine line, String... args) {
    try {
      return line.execute(ConfigFile.expand(line, withHelpAll(line, args)));
    } catch (IOException e) {
      line.getErr().println("headwaiter: " + Sentences.of(e));
      return 1;
    }
  }

  /** Makes {@code --help all} one flag, since one that takes a word would take any. */
  private static String[] withHelpAll(CommandLine line, String... args) {
    List<String> all = new ArrayList<>(List.of(args));
    CommandLine command = all.isEmpty() ? null : line.getSubcommands().get(all.get(0));
    int help = all.indexOf("--help");
    if (command != null
        && command.getCommandSpec().findOption(ServeHelp.ALL) != null
        && help >= 0
        && help + 1 < all.size()
        && all.get(help + 1).equals("all")) {
      all.remove(help + 1);
      all.set(help, ServeHelp.ALL);
    }
    return all.toArray(String[]::new);
  }

  /** Returns the command line, for tests as well. */
  static CommandLine commandLine() {
    return with(new CommandLine(new Main()));
  }

  /** Adds the commands for users, and says what is wrong in sentences. */
  static CommandLine with(CommandLine line) {
    return line.addSubcommand(serving(new ServeCommand()))
        .addSubcommand(new LoadCommand())
        .addSubcommand(new PercentilesCommand())
        .addSubcommand(new ReplayCommand())
        .addSubcommand(new DemoCommand())
        .addSubcommand(new MixCommand())
        .addSubcommand(new TuneCommand())
        .addSubcommand(new TicketKeysCommand())
        .addSubcommand(new TraceCommand())
        .addSubcommand(new DoctorCommand())
        .addSubcommand(new CompletionCommand())
        .setCaseInsensitiveEnumValuesAllowed(true)
        // Else @FILE would be another kind of file with options, which --config does not know.
        .setExpandAtFiles(false)
        .setParameterExceptionHandler(Main::correct)
        .setExecutionExceptionHandler(Main::explain);
  }

  /** Returns a command that serves, with the options of the connector. */
  static CommandLine serving(ServeCommand serve) {
    CommandLine line = new CommandLine(serve);
    HeadwaiterOptionFlags.addTo(line.getCommandSpec(), serve.headwaiterAttributes());
    ConfigFile.addTo(line.getCommandSpec());
    ServeHelp.install(line);
    return line;
  }

  /** Says what is wrong with the arguments, what was probably meant, and where all are listed. */
  private static int correct(ParameterException mistake, String... args) {
    CommandLine line = mistake.getCommandLine();
    PrintWriter err = line.getErr();
    // What follows the name of an unknown option may be a password.
    err.println(
        mistake instanceof UnmatchedArgumentException
            ? mistake.getMessage().replaceAll("=[^']*'", "'")
            : Secrets.masked(mistake.getMessage()));
    UnmatchedArgumentException.printSuggestions(mistake, err);
    err.println("See ./" + line.getCommandSpec().qualifiedName() + " --help");
    return line.getCommandSpec().exitCodeOnInvalidInput();
  }

  private static int explain(
      Exception failure, CommandLine commandLine, CommandLine.ParseResult result) {
    commandLine.getErr().println("headwaiter: " + Sentences.of(failure));
    return 1;
  }
}
