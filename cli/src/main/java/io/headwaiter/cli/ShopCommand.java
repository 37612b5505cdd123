package io.headwaiter.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code headwaiter shop NAME}: {@code serve} with a built-in shop, for experiments. */
@Command(
    name = "shop",
    description = {
      "Serves a built-in shop over HTTPS, for experiments.",
      "It has the options of serve. --help all shows those that set its data, the work of its pages, and"
          + " the servers to compare with."
    },
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class ShopCommand extends ServeCommand {
  @Parameters(index = "0", paramLabel = "NAME", description = "auction, bookstore or supplier.")
  private ShopOptions.App app;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    CommandLine.ParseResult given = spec.commandLine().getParseResult();
    for (String flag : new String[] {"--app", "--war"}) {
      if (given.hasMatchedOption(flag)) {
        throw new ParameterException(
            spec.commandLine(), flag + " is for serve; shop serves the shop that it names.");
      }
    }
    shop().choose(app);
    return super.call();
  }
}
