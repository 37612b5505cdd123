package io.headwaiter.cli;

import picocli.CommandLine.Command;

/** {@code headwaiter tune}: finds good sizes, and costs. */
@Command(
    name = "tune",
    description = {
      "Finds the numbers of threads and connections with which a server carries most (pools), or the",
      "costs of its connections (formula)."
    },
    subcommands = {TunePoolsCommand.class, TuneFormulaCommand.class},
    mixinStandardHelpOptions = true)
final class TuneCommand {}
