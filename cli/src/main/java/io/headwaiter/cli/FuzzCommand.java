package io.headwaiter.cli;

import io.headwaiter.cli.fuzz.FuzzRun;
import io.headwaiter.cli.fuzz.Subject;
import java.io.PrintWriter;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code headwaiter fuzz}: tests with mutated hellos and random operations. */
@Command(
    name = "fuzz",
    description = {
      "Tests parser, gate, waiting room, ticket lane and controller with random input.",
      "Ends with 1 at the first promise that is broken, and prints how to repeat it."
    },
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class FuzzCommand implements Callable<Integer> {
  private static final int REPORTS = 20;
  private static final double NANOS_PER_SECOND = 1e9;

  @Option(
      names = "--inputs",
      defaultValue = "1000000",
      description = "How many inputs, at least 1. Default: 1000000.")
  private long inputs;

  @Option(names = "--seed", defaultValue = "1", description = "Seed of the inputs. Default: 1.")
  private long seed;

  @Option(
      names = "--only",
      description = "Only hello, gate, room, lane, controller or proxy. Default: all.")
  private String only;

  @Option(names = "--input", description = "Only this input, as hex digits; with --only.")
  private String hex;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    List<Subject> subjects = subjects();
    if (inputs < 1) {
      throw wrong("--inputs is " + inputs + "; allowed is 1 or more.");
    }
    PrintWriter out = spec.commandLine().getOut();
    long began = System.nanoTime();
    Optional<FuzzRun.Failure> failure =
        hex == null
            ? FuzzRun.run(subjects, inputs, seed, tried -> report(out, tried))
            : FuzzRun.tryOne(oneSubject(subjects), 0, bytes());
    if (failure.isPresent()) {
      explain(failure.get());
      return 1;
    }
    double seconds = (System.nanoTime() - began) / NANOS_PER_SECOND;
    long count = hex == null ? inputs : 1;
    out.printf(
        Locale.ROOT,
        "all promises held: %d inputs (%s), seed %d, %.1f s, %.1f us each%n",
        count,
        names(subjects),
        seed,
        seconds,
        seconds * 1e6 / count);
    out.flush();
    return 0;
  }

  private List<Subject> subjects() {
    List<Subject> all = FuzzRun.allSubjects();
    if (only == null) {
      return all;
    }
    List<Subject> chosen = all.stream().filter(s -> s.name().equals(only)).limit(1).toList();
    if (chosen.isEmpty()) {
      throw wrong("--only is " + only + "; allowed is one of " + names(all) + ".");
    }
    return chosen;
  }

  private Subject oneSubject(List<Subject> subjects) {
    if (only == null) {
      throw wrong("--input goes with --only, which says what the input is for.");
    }
    return subjects.get(0);
  }

  private byte[] bytes() {
    try {
      return HexFormat.of().parseHex(hex);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(
          spec.commandLine(), "--input must be pairs of hex digits, as 16030100.", e);
    }
  }

  private static String names(List<Subject> subjects) {
    return subjects.stream().map(Subject::name).distinct().collect(Collectors.joining(", "));
  }

  private void report(PrintWriter out, long tried) {
    if (tried % Math.max(1, inputs / REPORTS) == 0) {
      out.printf(Locale.ROOT, "%d of %d inputs%n", tried, inputs);
      out.flush();
    }
  }

  private void explain(FuzzRun.Failure failure) {
    PrintWriter err = spec.commandLine().getErr();
    String input = HexFormat.of().formatHex(failure.input());
    err.printf("headwaiter: %s broke its promise: %s%n", failure.subject(), failure.cause());
    err.printf("seed %d, input %d: %s%n", seed, failure.number(), input);
    err.printf("again: headwaiter fuzz --only %s --input %s%n", failure.subject(), input);
    failure.cause().printStackTrace(err);
    err.flush();
  }

  private ParameterException wrong(String sentence) {
    return new ParameterException(spec.commandLine(), sentence);
  }
}
