package io.headwaiter.lab.experiment;

import static io.headwaiter.lab.experiment.DemoPlan.HEADWAITER;

import io.headwaiter.lab.load.LoadGenerator;
import io.headwaiter.lab.load.LoadOptions;
import io.headwaiter.lab.model.Estimate;
import io.headwaiter.lab.model.Experiment;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What Headwaiter still completes at 5 and 20 times the load that fits, beside its own best point
 * in the same round, with customers who give up and with customers who come back; and the p99 at
 * 20x beside that of as many customers without overload. Belongs to one thread.
 */
final class GovernorServing implements ExperimentPart {
  static final String NAME = "serving";

  private static final double SAME_RATE = 0.98;
  private static final double MORE_AT_MOST = 1.15;

  /**
   * How it is measured.
   *
   * @param rounds how often everything
   * @param bestTrials short runs for finding the best point
   * @param refusalWindows windows of the bare loop
   * @param refusalWindow length of one
   * @param demo shop, customers and times
   */
  record Plan(
      int rounds, int bestTrials, int refusalWindows, Duration refusalWindow, DemoPlan demo) {}

  private final ExperimentSetting setting;
  private final Plan plan;

  GovernorServing(ExperimentSetting setting, Plan plan) {
    this.setting = setting;
    this.plan = plan;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Duration longest() {
    DemoTiming timing = plan.demo().timing();
    int runs = ServingChecks.LOADS.size() + 2; // the reference, and once more
    Duration bare = plan.refusalWindow().multipliedBy(2L * plan.refusalWindows() + 1);
    return timing
        .longestWarmUp()
        .plus(Trials.ofProbe(timing).multipliedBy(plan.bestTrials() + 2L))
        .plus(Trials.ofRun(timing).multipliedBy((long) runs * plan.rounds()))
        .plus(bare);
  }

  @Override
  public ExperimentOutcome run() throws IOException, InterruptedException {
    List<Map<String, Trial>> rounds = new ArrayList<>();
    List<String> notes;
    double oneX;
    try (ServerProcess server =
            setting.start(HEADWAITER, "serving-headwaiter", plan.demo(), "--tls", "jsse");
        LoadGenerator generator = new LoadGenerator(Trials.any(plan.demo()))) {
      Trials trials = new Trials(plan.demo(), generator::run, setting.progress());
      Contender ours = Contender.of(HEADWAITER, setting.pinning(), server);
      double half = trials.warmUp(ours);
      oneX = trials.best(ours, trials.fits(ours, half), plan.bestTrials());
      for (int round = 0; round < plan.rounds(); round++) {
        rounds.add(round(trials, ours, oneX, round));
      }
      notes = new ArrayList<>(trials.notes());
    }
    TrialFigures figures = new TrialFigures(ServingChecks.NAMES, rounds);
    double refused = figures.of(ServingChecks.TWENTY, Trial::refusedPerSecond).value();
    Estimate micros = refusalMicros(Math.max(100, refused));
    return ServingChecks.outcome(figures, micros, oneX, notes);
  }

  private Map<String, Trial> round(Trials trials, Contender ours, double oneX, int round)
      throws InterruptedException {
    Map<String, Trial> done = new HashMap<>();
    for (ServingChecks.Load load : Experiment.inTurn(ServingChecks.LOADS, round)) {
      done.put(
          load.name(), trials.run(ours, load.name(), options(trials, load, ours, oneX, round)));
    }
    double rate = done.get(ServingChecks.TWENTY).completedPerSecond();
    if (rate > 0.01) {
      done.put(ServingChecks.REFERENCE, reference(trials, ours, rate, round));
    }
    return done;
  }

  private LoadOptions options(
      Trials trials, ServingChecks.Load load, Contender ours, double oneX, int round) {
    URI target = ours.target();
    long seed = plan.demo().customers().seed() + 9000 + round;
    double total = load.factor() * oneX;
    return load.retrying()
        ? Retries.with(trials.load(target, Retries.freshPerSecond(total, oneX), seed))
        : trials.load(target, total, seed);
  }

  /**
   * As many as were completed at 20x, and no more. Arrivals are random, and near the capacity a few
   * are refused: a run that completes less is repeated once, with more offered.
   */
  private Trial reference(Trials trials, Contender ours, double rate, int round)
      throws InterruptedException {
    long seed = plan.demo().customers().seed() + 9500 + round;
    Trial first = trials.run(ours, ServingChecks.REFERENCE, trials.load(ours.target(), rate, seed));
    if (first.completedPerSecond() >= SAME_RATE * rate || !(first.completedPerSecond() > 0)) {
      return first;
    }
    double more = rate * Math.min(MORE_AT_MOST, rate / first.completedPerSecond());
    return trials.run(ours, ServingChecks.REFERENCE, trials.load(ours.target(), more, seed));
  }

  /** What a bare loop needs for each, at the rate at which refusals came. */
  private Estimate refusalMicros(double perSecond) throws IOException, InterruptedException {
    try (ServerProcess bare =
        setting.launch("serving-bare-loop", ServerJvm.command(BareLoop.class.getName()))) {
      RefusalProbe.warmUp(bare, plan.refusalWindow());
      double[] micros = new double[plan.refusalWindows()];
      for (int i = 0; i < micros.length; i++) {
        micros[i] =
            RefusalProbe.window(
                    RefusalFigures.BARE, bare, perSecond, plan.refusalWindow(), setting.progress())
                .micros();
      }
      return Estimate.ofBatches(micros);
    }
  }
}
