package io.headwaiter.lab.experiment;

import io.headwaiter.lab.bench.ExperimentSetting;
import io.headwaiter.lab.bench.MicroBenchmark;
import io.headwaiter.lab.bench.ShopBench;
import io.headwaiter.lab.bench.StartBench;
import io.headwaiter.lab.bench.TrialPlan;
import io.headwaiter.lab.bench.TrialTiming;
import io.headwaiter.lab.experiment.governor.GovernorCosts;
import io.headwaiter.lab.experiment.governor.GovernorMicro;
import io.headwaiter.lab.experiment.governor.GovernorSteps;
import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.outcome.ExperimentPart;
import io.headwaiter.lab.study.BadDays;
import io.headwaiter.lab.study.HalfLoad;
import io.headwaiter.lab.study.Serving;
import io.headwaiter.lab.study.SlowDatabase;
import io.headwaiter.lab.study.Start;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The parts of the experiment about the governor. Longest times, when nothing ends early and
 * without the start of servers: under 80 minutes together, {@code --quick} under 12; a test adds
 * them up. Quick leaves out load levels, scenarios and the microbenchmark; what is left out makes
 * no check.
 */
final class GovernorParts {
  private static final String OVERHEAD = "overhead";

  /** Their names, in the order they run. */
  static final List<String> NAMES =
      List.of(
          Serving.NAME,
          GovernorSteps.NAME,
          GovernorCosts.NAME,
          OVERHEAD,
          GovernorMicro.NAME,
          BadDays.NAME,
          SlowDatabase.NAME,
          Start.NAME);

  // Visits of some 1.6 s: many end in a window.
  private static final double SHORT_VISITS = 0.03;

  private final ExperimentSetting setting;
  private final Customers customers;

  private GovernorParts(ExperimentSetting setting) {
    this.setting = setting;
    this.customers = setting.customers().withThinkScale(SHORT_VISITS);
  }

  /** The parts, ready to run. */
  static List<ExperimentPart> of(boolean quick, ExperimentSetting setting) {
    GovernorParts parts = new GovernorParts(setting);
    List<ExperimentPart> all = new ArrayList<>(quick ? parts.quick() : parts.full());
    all.add(0, new StudyPart(Serving.experiment(quick, setting.customers()), setting));
    all.add(
        NAMES.indexOf(OVERHEAD),
        new StudyPart(OVERHEAD, List.of(HalfLoad.governor(quick, setting.customers())), setting));
    all.add(
        NAMES.indexOf(GovernorMicro.NAME),
        new GovernorMicro(setting, seconds(quick ? 2 : 10), MicroBenchmark.jar(), quick ? 0 : 40));
    all.add(
        NAMES.indexOf(BadDays.NAME),
        new StudyPart(BadDays.experiment(quick, setting.customers()), setting));
    all.add(
        NAMES.indexOf(SlowDatabase.NAME),
        new StudyPart(SlowDatabase.experiment(quick, setting.customers()), setting));
    all.add(start(quick, setting));
    return all;
  }

  private static ExperimentPart start(boolean quick, ExperimentSetting setting) {
    return new StudyPart(
        Start.NAME,
        Start.experiments(quick, setting.customers()),
        setting,
        (experiment, log, provenance) ->
            experiment.name().equals(Start.COLD)
                ? new ShopBench(experiment, setting, log, provenance)
                : new StartBench(experiment, setting, StartBench.GAP, provenance));
  }

  private List<ExperimentPart> full() {
    TrialPlan demo = demo(customers, timing(2500, 6000, 7, 4, 1200, 2300, 700));
    return List.of(
        new GovernorSteps(setting, new GovernorSteps.Plan(5, seconds(4), seconds(8), demo)),
        new GovernorCosts(
            setting,
            new GovernorCosts.Plan(
                List.of(customers.pageWorkKib(), 500, 0), 3, seconds(6), seconds(30), demo)));
  }

  private List<ExperimentPart> quick() {
    TrialPlan demo = demo(customers, timing(1000, 2000, 2, 2, 600, 1000, 400));
    return List.of(
        new GovernorSteps(setting, new GovernorSteps.Plan(1, seconds(2), seconds(5), demo)),
        new GovernorCosts(
            setting,
            new GovernorCosts.Plan(
                List.of(customers.pageWorkKib(), 0), 1, Duration.ofMillis(500), seconds(2), demo)));
  }

  private static TrialPlan demo(Customers customers, TrialTiming timing) {
    return new TrialPlan(timing, customers);
  }

  private static TrialTiming timing(
      long leadMillis,
      long windowMillis,
      int compileWindows,
      int warmUpMax,
      long probeLeadMillis,
      long probeMillis,
      long settleMillis) {
    Duration warmUpWindow = Duration.ofMillis(warmUpMax > 2 ? 2500 : 1500);
    return new TrialTiming(
        Duration.ofMillis(leadMillis),
        Duration.ofMillis(windowMillis),
        warmUpWindow,
        compileWindows,
        warmUpMax,
        Duration.ofMillis(probeLeadMillis),
        Duration.ofMillis(probeMillis),
        Duration.ofMillis(settleMillis));
  }

  private static Duration seconds(int seconds) {
    return Duration.ofSeconds(seconds);
  }
}
