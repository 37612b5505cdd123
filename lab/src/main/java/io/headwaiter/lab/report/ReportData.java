package io.headwaiter.lab.report;

import io.headwaiter.lab.model.Check;
import java.util.List;
import java.util.Map;

/**
 * The content of an experiment's page.
 *
 * @param validity whether the figures can be relied on
 * @param title heading of the page
 * @param summary one paragraph about the experiment
 * @param runs all runs, in the order to list them
 * @param reference a run outside the factors to compare response times with, or null
 * @param checks the claims, which are shown with their verdicts
 * @param facts facts about the run: machine, JDK, options, by name, in order
 * @param learned costs and similar values that the server reported, by name; may be empty
 */
public record ReportData(
    Validity validity,
    String title,
    String summary,
    List<RunFigures> runs,
    RunFigures reference,
    List<Check> checks,
    Map<String, String> facts,
    Map<String, String> learned) {}
