package io.headwaiter.cli;

import io.headwaiter.lab.record.RecordPages;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code headwaiter results}: writes the pages of the stored runs again. */
@Command(
    name = "results",
    mixinStandardHelpOptions = true,
    description = {
      "Writes the pages of stored runs and of the papers' claims again.",
      "In the folder of the runs: README.md, claims.md and history.csv; in the documentation: claims.md.",
      "Reads runs.csv, which lists the runs (folder, commit, date, what it measures), and the",
      "summary.json of each."
    })
final class ResultsCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "DIR",
      arity = "0..1",
      defaultValue = "results",
      description = "Folder of the runs. Default: results.")
  private Path folder;

  @Option(
      names = "--docs",
      paramLabel = "DIR",
      defaultValue = "docs",
      description = "Folder of the documentation, whose claims.md is written. Default: docs.")
  private Path docs;

  @Option(names = "--check", description = "Write nothing; say which pages are stale.")
  private boolean check;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    RecordPages pages = new RecordPages(folder, docs);
    if (!check) {
      pages.write();
      return 0;
    }
    List<Path> stale = pages.stale();
    PrintWriter out = spec.commandLine().getOut();
    stale.forEach(page -> out.println(page + " is stale; run ./headwaiter results " + folder));
    out.flush();
    return stale.isEmpty() ? 0 : 1;
  }
}
