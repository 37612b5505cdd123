package io.headwaiter.cli;

import io.headwaiter.lab.experiment.Experiments;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code headwaiter report}: draws the report of an experiment again. */
@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    description = {
      "Draws the report of an experiment again, from its observations.",
      "Measures nothing; writes table.txt, summary.json and report.html. Claims and columns are those",
      "of this version. For all experiments but provisioning, connection-caching and pools, and some",
      "parts of door, governor and seen."
    })
final class ReportCommand implements Callable<Integer> {
  @Parameters(paramLabel = "DIR", description = "the folder that --out named")
  private Path folder;

  @Override
  public Integer call() throws IOException {
    Experiments.report(folder, System.out);
    return 0;
  }
}
