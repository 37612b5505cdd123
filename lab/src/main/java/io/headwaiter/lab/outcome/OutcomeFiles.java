package io.headwaiter.lab.outcome;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.report.Intervals;
import io.headwaiter.lab.report.OutcomePage;
import io.headwaiter.lab.report.SvgChart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Writes what an experiment found: the same facts and outcome give the same bytes. */
public final class OutcomeFiles {
  private static final String HEADING = "== ";

  private OutcomeFiles() {}

  /**
   * Writes {@code summary.json}, {@code table.txt} and {@code report.html}, and the first chart as
   * {@code completed.svg} if there is one.
   */
  public static void write(Path folder, RunFacts facts, ExperimentOutcome outcome)
      throws IOException {
    ObjectNode summary =
        OutcomeJson.summary(
            outcome.checks(),
            facts.origin().machine(),
            facts.experiment(),
            facts.origin().command());
    summary.put("commit", facts.commit());
    summary.put("date", facts.origin().date());
    OutcomeJson.write(folder.resolve("summary.json"), summary);
    Files.writeString(folder.resolve("table.txt"), text(outcome));
    if (!outcome.charts().isEmpty()) {
      Files.writeString(
          folder.resolve("completed.svg"), SvgChart.standalone(outcome.charts().get(0)));
    }
    Files.writeString(
        folder.resolve("report.html"),
        OutcomePage.render(
            "Headwaiter experiment: " + facts.experiment(),
            sections(outcome.table()),
            outcome.charts(),
            outcome.checks(),
            outcome.notes(),
            facts.words()));
  }

  /** The table of an experiment with parts has a line {@code == NAME} above each. */
  public static List<OutcomePage.Section> sections(String table) {
    List<OutcomePage.Section> sections = new ArrayList<>();
    for (String part : table.split("(?m)^(?=== )", -1)) {
      if (part.startsWith(HEADING)) {
        int end = part.indexOf('\n');
        sections.add(
            new OutcomePage.Section(
                part.substring(HEADING.length(), end), part.substring(end + 1).stripTrailing()));
      } else if (!part.isBlank()) {
        sections.add(new OutcomePage.Section("", part));
      }
    }
    return sections;
  }

  /** A verdict and its figure as one line. */
  public static String line(Check check) {
    return "%-9s  %s: %s %s%s"
        .formatted(
            check.verdict().label(),
            check.what(),
            Intervals.text(check.figure()),
            check.unit(),
            check.reservation().isEmpty() ? "" : "; but " + check.reservation());
  }

  /** Table, claims and notes for the terminal. */
  public static String text(ExperimentOutcome outcome) {
    StringBuilder text = new StringBuilder(outcome.table()).append('\n');
    outcome.checks().forEach(check -> text.append(line(check)).append('\n'));
    outcome.notes().forEach(note -> text.append("Note: ").append(note).append('\n'));
    return text.toString();
  }
}
