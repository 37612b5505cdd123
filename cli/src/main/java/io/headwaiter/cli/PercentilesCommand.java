package io.headwaiter.cli;

import io.headwaiter.load.results.HistogramLog;
import io.headwaiter.load.results.Percentiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code headwaiter percentiles}: what the histograms of one or more runs say together. */
@Command(
    name = "percentiles",
    description = {
      "Adds up the histograms that load --hdr wrote, of one run or of several machines.",
      "Prints their percentiles: times in ms, requests as numbers."
    },
    mixinStandardHelpOptions = true)
final class PercentilesCommand implements Callable<Integer> {
  private static final String NO_TIME = "requests-completed";

  @Parameters(paramLabel = "FILE", arity = "1..*", description = "Files that load --hdr wrote.")
  private List<Path> files;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    Map<String, Histogram> byName = new TreeMap<>();
    for (Path file : files) {
      HistogramLog.add(file, byName);
    }
    PrintWriter out = spec.commandLine().getOut();
    out.printf("%-20s%12s%10s%10s%10s%10s%10s%n", "", "count", "p50", "p90", "p99", "p99.9", "max");
    byName.forEach(
        (name, histogram) -> {
          Percentiles p = Percentiles.of(histogram, name.equals(NO_TIME) ? 1 : 1000);
          out.printf(
              Locale.ROOT,
              "%-20s%,12d%10.1f%10.1f%10.1f%10.1f%10.1f%n",
              name,
              p.count(),
              p.p50(),
              p.p90(),
              p.p99(),
              p.p999(),
              p.max());
        });
    out.flush();
    return 0;
  }
}
