package io.headwaiter.cli;

import io.headwaiter.core.profile.RequestPatterns;
import io.headwaiter.load.text.Numbers;
import io.headwaiter.load.text.TextTable;
import io.headwaiter.tuning.mix.AccessLogReader;
import io.headwaiter.tuning.mix.LiveMix;
import io.headwaiter.tuning.mix.LogFormat;
import io.headwaiter.tuning.mix.RecordedMix;
import io.headwaiter.tuning.mix.RecordedMix.TypeMix;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code headwaiter mix}: measures a user's own mix of requests. */
@Command(
    name = "mix",
    description = {
      "Prints how many requests of each type a session makes, from access logs or from a running"
          + " Headwaiter.",
      "Types of requests are URL patterns, or the first two segments; see docs/profiling.md."
    },
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class MixCommand implements Callable<Integer> {
  @ArgGroup(multiplicity = "1")
  private Source source;

  /** The source of the mix, exactly one of both. */
  private static final class Source {
    @Option(
        names = "--log",
        split = ",",
        paramLabel = "FILE",
        description = "Access logs of one server in the order of time, with commas between.")
    private List<Path> logs = List.of();

    @Option(
        names = "--url",
        description = "The admin endpoint of a running Headwaiter, as http://127.0.0.1:9180/.")
    private URI admin;
  }

  @Option(
      names = "--format",
      defaultValue = "combined",
      description =
          "common, combined or the pattern in the server's configuration. Default: combined.")
  private String format;

  @Option(
      names = "--millis",
      description = "%%D in the logs is milliseconds, as Tomcat up to 9 writes it.")
  private boolean millis;

  @Option(
      names = "--examples",
      defaultValue = "20",
      description = "Addresses kept of each type, as customers sent them, 0 to 1000. Default: 20.")
  private int examples;

  @Option(
      names = "--seed",
      defaultValue = "1",
      description = "Decides which addresses. Default: 1.")
  private long seed;

  @Option(
      names = "--request-patterns",
      defaultValue = "",
      description = {
        "Types of requests in the logs by URL, as /shop/*/reviews,/api/**: as the server has them.",
        "Whatever none matches is named by its first two segments."
      })
  private String patterns;

  @Option(names = "--json", description = "Write the mix into this file.")
  private Path json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    ResultFiles.check(spec.commandLine(), "--json", json);
    RecordedMix mix = source.admin == null ? readLogs() : LiveMix.read(source.admin);
    if (mix.requests() == 0 && mix.unreadLines() > 0) {
      throw new IOException(
          "No line of the %d in the logs is of that format. Give the server's own pattern with --format."
              .formatted(mix.unreadLines()));
    }
    print(mix, spec.commandLine().getOut());
    if (json != null) {
      mix.write(json);
    }
    return 0;
  }

  private RecordedMix readLogs() throws IOException {
    AccessLogReader reader;
    try {
      reader =
          new AccessLogReader(LogFormat.of(format, millis), examples, seed)
              .named(RequestPatterns.of(patterns));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
    for (Path log : source.logs) {
      if (!Files.isReadable(log)) {
        throw new IOException("The access log " + log + " cannot be read. Is it there?");
      }
      try (InputStream in = Files.newInputStream(log)) {
        reader.read(in);
      }
    }
    reader.warnings().forEach(spec.commandLine().getErr()::println);
    return reader.mix(source.logs.stream().map(Path::toString).collect(Collectors.joining(", ")));
  }

  private void print(RecordedMix mix, PrintWriter out) {
    TextTable table = new TextTable("type", "visits per session", "requests", "failed", "ms");
    mix.types().entrySet().stream()
        .sorted(Comparator.comparingLong(type -> -type.getValue().requests()))
        .forEach(type -> row(table, type));
    out.print(table.render());
    String length = Numbers.plain(mix.sessionLength());
    out.printf(Locale.ROOT, "%nsessions %d, requests of a session %s%n", mix.sessions(), length);
    if (source.admin == null) {
      printLogs(mix, out);
    }
    out.flush();
  }

  private static void printLogs(RecordedMix mix, PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "of the longest %d, lines not read %d%n",
        mix.longestSession(),
        mix.unreadLines());
  }

  private static void row(TextTable table, Map.Entry<String, TypeMix> type) {
    TypeMix mix = type.getValue();
    table.row(
        type.getKey(),
        Numbers.plain(mix.visitsPerSession()),
        Long.toString(mix.requests()),
        Long.toString(mix.failed()),
        Numbers.plain(mix.meanMillis()));
  }
}
