package io.headwaiter.cli;

import io.headwaiter.load.LoadGenerator;
import io.headwaiter.load.LoadOptions;
import io.headwaiter.load.results.HistogramLog;
import io.headwaiter.load.results.LoadResult;
import io.headwaiter.load.results.RunLog;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code headwaiter load}: drives any HTTPS or HTTP server with customers of one of the shops, or
 * with plain ones, which only ask for given pages.
 */
@Command(
    name = "load",
    description = {
      "Drives a server with the sessions of a workload and measures what they get.",
      "Times are written as 500ms, 60s or 2m."
    },
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class LoadCommand extends LoadFlags implements Callable<Integer> {
  @Option(names = "--json", description = "Write the run log into this file.")
  private Path json;

  @Option(
      names = "--hdr",
      description =
          "Write the histograms into this file, in HdrHistogram's log format; percentiles adds up"
              + " those of several machines.")
  private Path hdr;

  @Override
  public Integer call() throws Exception {
    LoadOptions options = options();
    ResultFiles.check(spec().commandLine(), "--json", json);
    ResultFiles.check(spec().commandLine(), "--hdr", hdr);
    try (LoadGenerator generator = new LoadGenerator(options)) {
      Runtime.getRuntime().addShutdownHook(new Thread(generator::close, "headwaiter-load-end"));
      LoadResult result = generator.run(progress -> {});
      long endMillis = System.currentTimeMillis();
      LoadReport report = new LoadReport(result);
      report.print(spec().commandLine().getOut());
      if (json != null) {
        RunLog.write(result, json);
      }
      if (hdr != null) {
        long startMillis = endMillis - Math.round(result.windowSeconds() * 1000);
        HistogramLog.write(generator.histograms(), startMillis, endMillis, hdr);
      }
      return report.nothingServed() ? 1 : 0;
    }
  }
}
