package io.headwaiter.lab.experiment.governor;

import static io.headwaiter.lab.model.ServerSpec.HEADWAITER;

import com.fasterxml.jackson.databind.JsonNode;
import io.headwaiter.lab.bench.ExperimentSetting;
import io.headwaiter.lab.bench.Trial;
import io.headwaiter.lab.bench.TrialPlan;
import io.headwaiter.lab.bench.TrialTiming;
import io.headwaiter.lab.bench.Trials;
import io.headwaiter.lab.host.CpuGroup;
import io.headwaiter.lab.host.Later;
import io.headwaiter.lab.outcome.ExperimentOutcome;
import io.headwaiter.lab.outcome.ExperimentPart;
import io.headwaiter.lab.server.Contender;
import io.headwaiter.lab.server.ControlPoint;
import io.headwaiter.lab.server.ServerProcess;
import io.headwaiter.lab.server.ShopControl;
import io.headwaiter.load.LoadGenerator;
import io.headwaiter.load.LoadOptions;
import io.headwaiter.load.workload.RateProfile;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * How admission follows a step: the load from 1x to 20x, the cost of a page doubled, and the
 * processor halved by a quota, the last two under 5x. Read from the server's history of control
 * intervals after each run, so that nobody disturbs it. Belongs to one thread.
 */
public final class GovernorSteps implements ExperimentPart {
  public static final String NAME = "steps";

  private static final double OVERLOAD = 5;
  private static final double FLOOD = 20;
  private static final int TARGET_MILLIS = 50;

  /**
   * How it is measured.
   *
   * @param rounds how often each step is made
   * @param before time of the old state in each run
   * @param after time of the new state
   * @param demo shop, customers and times of warming up
   */
  public record Plan(int rounds, Duration before, Duration after, TrialPlan demo) {
    int bins() {
      return (int) (after.toMillis() / StepBins.BIN_MILLIS) - 1;
    }
  }

  /** What may happen to a server that serves. */
  public enum Step {
    LOAD("load 1x to 20x"),
    COST("cost of a page doubled"),
    QUOTA("processor halved");

    private final String words;

    Step(String words) {
      this.words = words;
    }

    public String words() {
      return words;
    }
  }

  private final ExperimentSetting setting;
  private final Plan plan;
  private final List<String> notes = new ArrayList<>();

  public GovernorSteps(ExperimentSetting setting, Plan plan) {
    this.setting = setting;
    this.plan = plan;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Duration longest() {
    TrialTiming timing = plan.demo().timing();
    Duration run = plan.before().plus(plan.after()).plus(timing.settle());
    return timing
        .longestWarmUp()
        .plus(Trials.ofProbe(timing).multipliedBy(2))
        .plus(run.multipliedBy((long) Step.values().length * plan.rounds()));
  }

  @Override
  public ExperimentOutcome run() throws IOException, InterruptedException {
    Optional<String> why = CpuGroup.whyNot(CpuGroup.ROOT);
    why.ifPresent(
        reason -> notes.add("The step of the processor was not measured: " + reason + "."));
    List<String> arguments = new ArrayList<>(ShopControl.arguments());
    arguments.addAll(List.of("--tls", "jsse"));
    arguments.addAll(List.of("--queue-delay-target-millis", Integer.toString(TARGET_MILLIS)));
    try (ServerProcess server =
            setting.start(
                HEADWAITER, "steps-headwaiter", plan.demo(), arguments.toArray(String[]::new));
        LoadGenerator generator = new LoadGenerator(Trials.any(plan.demo()))) {
      Trials trials = new Trials(plan.demo(), generator::run, setting.progress());
      Contender ours = Contender.of(HEADWAITER, setting.pinning(), server);
      double fits = trials.fits(ours, trials.warmUp(ours));
      Map<Step, List<StepRun>> runs = new LinkedHashMap<>();
      for (Step step : Step.values()) {
        if (step != Step.QUOTA) {
          runs.put(step, rounds(trials, server, ours, fits, step, null));
        } else if (why.isEmpty()) {
          try (CpuGroup group = CpuGroup.create(CpuGroup.ROOT, NAME)) {
            group.add(server.pid());
            runs.put(step, rounds(trials, server, ours, fits, step, group));
          }
        }
      }
      notes.addAll(trials.notes());
      return StepChecks.outcome(runs, plan.bins(), TARGET_MILLIS, fits, notes);
    }
  }

  private List<StepRun> rounds(
      Trials trials, ServerProcess server, Contender ours, double fits, Step step, CpuGroup group)
      throws IOException, InterruptedException {
    List<StepRun> runs = new ArrayList<>();
    for (int round = 0; round < plan.rounds(); round++) {
      runs.add(one(trials, server, ours, fits, step, group, round));
    }
    return runs;
  }

  private StepRun one(
      Trials trials,
      ServerProcess server,
      Contender ours,
      double fits,
      Step step,
      CpuGroup group,
      int round)
      throws IOException, InterruptedException {
    ShopControl shop = ShopControl.of(server);
    int work = plan.demo().customers().pageWorkKib();
    before(step, shop, group, work);
    long at = plan.before().toMillis();
    Trial trial;
    double stepMillis;
    try (Later change =
        new Later(LoadGenerator.BEGIN_MILLIS + at, () -> change(step, shop, group, work))) {
      trial = trials.run(ours, step.words(), load(step, ours, fits, at, round));
      stepMillis = change.doneMillis();
    } finally {
      before(step, shop, group, work);
    }
    String name = step.name().toLowerCase(Locale.ROOT) + "-" + round;
    Duration back = plan.before().plus(plan.after()).plus(plan.demo().timing().settle());
    JsonNode history = setting.keepHistory(server, name, back);
    return new StepRun(trial, ControlPoint.all(history), stepMillis);
  }

  private LoadOptions load(Step step, Contender ours, double fits, long at, int round) {
    double rate = step == Step.LOAD ? fits : OVERLOAD * fits;
    LoadOptions load =
        plan.demo()
            .load(
                ours.target(),
                rate,
                plan.before(),
                plan.after(),
                plan.demo().customers().seed() + 9900 + round);
    return step == Step.LOAD
        ? load.toBuilder().profile(RateProfile.step(at, 1, FLOOD)).build()
        : load;
  }

  private static void before(Step step, ShopControl shop, CpuGroup group, int work)
      throws IOException {
    switch (step) {
      case COST -> shop.set(ShopControl.PAGE_WORK_KIB, work);
      case QUOTA -> group.quota(1);
      case LOAD -> {}
    }
  }

  private static void change(Step step, ShopControl shop, CpuGroup group, int work)
      throws IOException {
    switch (step) {
      // a page does more than this work, but not much more: the shop is chosen so
      case COST -> shop.set(ShopControl.PAGE_WORK_KIB, 2 * work);
      case QUOTA -> group.quota(0.5);
      case LOAD -> {}
    }
  }
}
