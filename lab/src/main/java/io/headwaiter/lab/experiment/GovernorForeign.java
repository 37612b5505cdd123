package io.headwaiter.lab.experiment;

import io.headwaiter.load.LoadGenerator;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Customers that the law was not written for, beside the stock server at its best and an oracle.
 *
 * <p>1x is the stock server's best load: the offered rate, of those tried, under which it completed
 * most. The oracle is what one processor could carry: one over the CPU time of a completed visit at
 * full load with the gate open. Belongs to one thread.
 */
final class GovernorForeign implements ExperimentPart {
  static final String NAME = "foreign";

  /** Delay target of the Headwaiter that may let a queue grow. */
  static final int LONG_TARGET_MILLIS = 250;

  private final ExperimentSetting setting;
  private final ForeignPlan plan;

  GovernorForeign(ExperimentSetting setting, ForeignPlan plan) {
    this.setting = setting;
    this.plan = plan;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Duration longest() {
    return plan.longest();
  }

  @Override
  public ExperimentOutcome run() throws IOException, InterruptedException {
    ForeignFigures figures = new ForeignFigures();
    List<String> notes = new ArrayList<>();
    try (LoadGenerator generator = new LoadGenerator(Trials.any(plan.demo()))) {
      Trials trials = new Trials(plan.demo(), generator::run, setting.progress());
      try (ForeignServers servers = new ForeignServers(setting, plan, generator::run, notes)) {
        ForeignRuns runs = new ForeignRuns(plan, figures, trials, servers);
        runs.cells();
        runs.table();
      }
      try (ForeignServers servers = new ForeignServers(setting, plan, generator::run, notes)) {
        new ForeignRuns(plan, figures, trials, servers).curve();
      }
      notes.addAll(trials.notes());
      if (plan.targetsMillis().isEmpty()) {
        notes.add(
            "Quick: two of 24 kinds of customers, fewer loads, the default delay target alone, and"
                + " servers that are hardly warm.");
      }
    }
    return figures.outcome(notes);
  }
}
