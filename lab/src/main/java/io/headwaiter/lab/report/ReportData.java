package io.headwaiter.lab.report;

import java.util.List;
import java.util.Map;

/**
 * Everything an experiment's page shows.
 *
 * @param validity whether the figures can be relied on
 * @param title heading of the page
 * @param summary one paragraph about what was done
 * @param runs all runs, in the order to list them
 * @param reference a run outside the factors to compare response times with, or null
 * @param checks the claims and whether they held
 * @param facts what was run: machine, JDK, options, by name, in order
 * @param learned costs and the like that the server reported about itself, by name; may be empty
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
