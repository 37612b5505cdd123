package io.headwaiter.lab.record;

import java.util.List;

/** Every claim of the stored runs, as a table for each run. */
final class ClaimsPage {
  private static final String INTRO =
      """
      # Claims

      This page has every claim of the stored runs: what was measured, its 95 % interval, the bound and the verdict.
      `./headwaiter results` wrote it from the runs; do not edit it. [README.md](README.md) says what the verdicts mean. The
      commands made the stored runs: give `--out` another folder, or they write over them.
      """;

  private ClaimsPage() {}

  static String of(List<StoredRun> runs) {
    StringBuilder page = new StringBuilder(INTRO);
    for (StoredRun run : runs) {
      if (!run.claims().isEmpty()) {
        add(page, run);
      }
    }
    return page.toString();
  }

  private static void add(StringBuilder page, StoredRun run) {
    page.append("\n## ").append(run.name()).append("\n\n");
    if (!run.command().isEmpty()) {
      page.append("`").append(run.command()).append("`\n\n");
    }
    page.append("Commit ").append(run.commit().isEmpty() ? "unknown" : run.commit());
    page.append(", ").append(run.date());
    page.append(run.machine().isEmpty() ? "" : ", " + run.machine()).append(".\n\n");
    page.append("| claim | figure | bound | verdict |\n|---|---|---|---|\n");
    for (StoredClaim claim : run.claims()) {
      page.append("| `").append(claim.id()).append("` ").append(cell(claim.what()));
      page.append(" | ").append(cell(claim.figureWords()));
      page.append(" | ").append(claim.boundWords());
      page.append(" | ").append(claim.verdict()).append(" |\n");
    }
  }

  private static String cell(String text) {
    return text.replace("|", "\\|").replace("\n", " ");
  }
}
