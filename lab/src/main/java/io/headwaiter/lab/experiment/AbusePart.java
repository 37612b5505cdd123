package io.headwaiter.lab.experiment;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Attacks of one kind on all testbeds, in rounds. Belongs to one thread. */
final class AbusePart implements ExperimentPart {
  private final String name;
  private final AbuseRuns runs;
  private final AbusePlan plan;
  private final List<Abuse> attacks;

  /**
   * @param attacks those of this part
   */
  AbusePart(String name, AbuseRuns runs, AbusePlan plan, List<Abuse> attacks) {
    this.name = name;
    this.runs = runs;
    this.plan = plan;
    this.attacks = List.copyOf(attacks);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Duration longest() {
    // All lies are held against the same plain hellos, which the first of them brings, and all
    // prices against the same calm rounds.
    boolean bringsPlain = name.equals(firstLie());
    long cells = bringsPlain ? (long) plan.testbeds(Abuse.PLAIN).size() * plan.rounds() : 0;
    for (Abuse abuse : attacks) {
      cells += (long) plan.testbeds(abuse).size() * plan.rounds();
    }
    return plan.cell().multipliedBy(cells);
  }

  private static String firstLie() {
    return Abuse.ALL.stream().filter(Abuse::lies).findFirst().orElseThrow().part();
  }

  @Override
  public ExperimentOutcome run() throws IOException, InterruptedException {
    AbuseFigures figures = new AbuseFigures();
    List<String> failures = new ArrayList<>();
    for (Abuse abuse : attacks) {
      for (AbusePlan.Testbed testbed : plan.testbeds(abuse)) {
        try {
          for (int round = 0; round < plan.rounds(); round++) {
            if (!abuse.calm()) {
              figures.addCalm(runs.round(Abuse.CALM, testbed, round));
            }
            if (abuse.lies()) {
              figures.addPlain(runs.round(Abuse.PLAIN, testbed, round));
            }
            figures.add(abuse, runs.round(abuse, testbed, round));
          }
        } catch (IOException e) {
          failures.add(
              "The attack %s on %s failed: %s"
                  .formatted(abuse.name(), testbed.label(), PartedExperiment.why(e)));
        }
      }
    }
    ExperimentOutcome outcome = figures.outcome(runs.takeNotes());
    for (String failure : failures) {
      outcome = outcome.withFailure(failure);
    }
    return outcome;
  }
}
