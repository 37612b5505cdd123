package io.headwaiter.lab.experiment;

import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.report.RunFigures;
import io.headwaiter.lab.report.Validity;
import java.util.List;
import java.util.Map;

/**
 * What the demo found.
 *
 * @param validity whether the figures can be relied on
 * @param runs all runs, server by server
 * @param reference Headwaiter without overload, at the rate it completed at the highest factor;
 *     null when it completed nothing there
 * @param oneXPerSecond the calibrated 1x in sessions per second
 * @param checks the claims and whether they held
 * @param facts what was run, by name
 * @param learned what the server reported about its own costs, by name
 * @param notes what the reader has to know to trust or distrust the figures
 */
public record DemoOutcome(
    Validity validity,
    List<RunFigures> runs,
    RunFigures reference,
    double oneXPerSecond,
    List<Check> checks,
    Map<String, String> facts,
    Map<String, String> learned,
    List<String> notes) {

  /** The same, with the validity, facts and notes of whoever knows the machine. */
  DemoOutcome with(Validity judged, Map<String, String> allFacts, List<String> allNotes) {
    return new DemoOutcome(
        judged, runs, reference, oneXPerSecond, checks, allFacts, learned, allNotes);
  }
}
