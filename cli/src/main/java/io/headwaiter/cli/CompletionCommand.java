package io.headwaiter.cli;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code headwaiter completion}: lets a shell complete this command. */
@Command(
    name = "completion",
    description = {
      "Prints a script with which bash and zsh complete the words of this command.",
      "It names commands and options; nothing of a server is read."
    },
    footer = {"", "Example, for this shell only:", "  eval \"$(./headwaiter completion)\""},
    mixinStandardHelpOptions = true)
final class CompletionCommand implements Callable<Integer> {
  // What the script ./headwaiter does by itself.
  private static final List<String> OF_SCRIPT = List.of("test", "check", "package");

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    CommandLine all = Main.commandLine();
    for (String word : OF_SCRIPT) {
      all.addSubcommand(word, new CommandLine(CommandSpec.create()));
    }
    all.addSubcommand("lab", LabMain.commandLine());
    spec.commandLine().getOut().println(AutoComplete.bash("headwaiter", all));
    return 0;
  }
}
