package io.headwaiter.cli;

import picocli.CommandLine.Command;

/** {@code headwaiter tune}: finds good sizes. */
@Command(
    name = "tune",
    description = "Finds sizes that carry most.",
    subcommands = TunePoolsCommand.class,
    mixinStandardHelpOptions = true)
final class TuneCommand {}
