package io.headwaiter.cli;

import io.headwaiter.trace.FlightTrace;
import io.headwaiter.trace.ParaverFiles;
import io.headwaiter.trace.PerfettoFile;
import io.headwaiter.trace.TimelinePage;
import io.headwaiter.trace.Trace;
import io.headwaiter.trace.Trace.Kind;
import io.headwaiter.tuning.mix.AdminRequest;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code headwaiter trace}: records what a running server does, in four forms. */
@Command(
    name = "trace",
    description = {
      "Records what the workers and connections of a running server do.",
      "It writes trace.jfr, for Java Mission Control; trace.prv, .pcf and .row, for Paraver;",
      "trace.json, for Perfetto; and trace.html, for a browser. No address, cookie or query is in",
      "them. A token comes from the environment variable HEADWAITER_ADMIN_TOKEN."
    },
    footer = {
      "",
      "Example:",
      "  ./headwaiter trace --target http://127.0.0.1:9180/ --for 10s --out trace"
    },
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class TraceCommand implements Callable<Integer> {
  private static final Duration SECONDS_MAX = Duration.ofSeconds(60);
  private static final Duration ANSWER_MAX = Duration.ofSeconds(60);

  @Option(
      names = "--target",
      required = true,
      paramLabel = "URL",
      description = "The admin endpoint, as http://127.0.0.1:9180/.")
  private URI admin;

  @Option(
      names = "--for",
      defaultValue = "10s",
      converter = DurationConverter.class,
      description = "How long, whole seconds from 1s to 60s. Default: 10s.")
  private Duration duration;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "DIR",
      description = "A folder for the files, which is made if it is not there.")
  private Path folder;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    if (duration.compareTo(SECONDS_MAX) > 0
        || duration.toSeconds() < 1
        || duration.toNanosPart() != 0) {
      throw new ParameterException(
          spec.commandLine(), "--for must be whole seconds from 1s to 60s.");
    }
    Files.createDirectories(folder);
    Path recording = folder.resolve("trace.jfr");
    LocalDateTime begun = LocalDateTime.now(ZoneId.systemDefault());
    record(recording);
    Trace trace = FlightTrace.read(recording);
    new ParaverFiles(trace).write(folder.resolve("trace"), begun);
    new PerfettoFile(trace).write(folder.resolve("trace.json"));
    new TimelinePage(trace).write(folder.resolve("trace.html"), "Headwaiter, " + begun.withNano(0));
    spec.commandLine()
        .getOut()
        .printf(
            "%d workers, %d connections, %d database connections, %d states in %.1f s: %s%n",
            trace.count(Kind.WORKER),
            trace.count(Kind.CONNECTION),
            trace.count(Kind.DATABASE_CONNECTION),
            trace.spans().size(),
            trace.endNanos() / 1e9,
            folder.resolve("trace.html"));
    return 0;
  }

  private void record(Path recording) throws IOException {
    URI trace = admin.resolve("/trace?seconds=" + duration.toSeconds());
    int timeoutMillis = (int) duration.plus(ANSWER_MAX).toMillis();
    Path part = recording.resolveSibling(recording.getFileName() + ".part");
    try (InputStream answer = AdminRequest.command(trace, timeoutMillis)) {
      Files.copy(answer, part, StandardCopyOption.REPLACE_EXISTING);
      Files.move(part, recording, StandardCopyOption.REPLACE_EXISTING);
    } catch (ConnectException e) {
      throw new IOException(
          "Nothing answers at " + admin + ". Is the server running, and is this its adminPort?", e);
    } catch (IOException e) {
      throw new IOException("No trace from " + admin + ": " + e.getMessage(), e);
    } finally {
      Files.deleteIfExists(part);
    }
  }
}
