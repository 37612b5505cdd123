package io.headwaiter.cli;

import picocli.CommandLine.Command;

/** {@code headwaiter tune}: finds good sizes. */
@Command(
    name = "tune",
    description = "Finds the numbers of threads and connections with which a server carries most.",
    subcommands = TunePoolsCommand.class,
    mixinStandardHelpOptions = true)
final class TuneCommand {}
