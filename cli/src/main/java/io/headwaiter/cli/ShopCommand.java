package io.headwaiter.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code headwaiter shop NAME}: {@code serve} with a built-in shop, for experiments. */
@Command(
    name = "shop",
    description = {
      "Serves a built-in shop over HTTPS, for experiments: serve with a shop. --help all shows the",
      "options that set its data, the work of its pages, and the servers to compare with."
    },
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class ShopCommand extends ServeCommand {
  @Parameters(index = "0", paramLabel = "NAME", description = "auction or bookstore.")
  private ShopOptions.App app;

  @Override
  public Integer call() throws Exception {
    shop().choose(app);
    return super.call();
  }
}
