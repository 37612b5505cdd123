package io.headwaiter.cli;

import picocli.CommandLine.Command;

/** {@code headwaiter tune}: finds good sizes, and costs. */
@Command(
    name = "tune",
    description = {
      "Finds good sizes of pools, and costs of connections.",
      "pools: the numbers of threads and connections with which a server carries most. formula: what",
      "--admission formula needs."
    },
    subcommands = {TunePoolsCommand.class, TuneFormulaCommand.class},
    mixinStandardHelpOptions = true)
final class TuneCommand {}
