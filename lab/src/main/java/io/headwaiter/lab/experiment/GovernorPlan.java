package io.headwaiter.lab.experiment;

import static io.headwaiter.lab.experiment.DemoPlan.HEADWAITER;

import java.time.Duration;
import java.util.List;

/**
 * How the claims about the governor are measured. Longest times, when nothing ends early and
 * without the start of servers: under 110 minutes together, half of it {@code foreign}, {@code
 * --quick} under 11; a test adds them up. Quick leaves out load levels, scenarios and the
 * microbenchmark; what is left out makes no check.
 *
 * @param serving own best point, 5x and 20x
 * @param fixed the best static limits
 * @param rivals other ways to protect a Tomcat
 * @param steps how admission follows a step
 * @param costs learned and profiled
 * @param overhead of meters and controller
 * @param scenarios bad days
 * @param foreign customers that the law was not written for
 * @param slowDatabase pages that wait, beside a stock server
 * @param start a server that was just started
 */
record GovernorPlan(
    GovernorServing.Plan serving,
    RivalRuns.Plan fixed,
    RivalRuns.Plan rivals,
    GovernorSteps.Plan steps,
    GovernorCosts.Plan costs,
    GovernorOverhead.Plan overhead,
    GovernorScenarios.Plan scenarios,
    ForeignPlan foreign,
    GovernorSlowDatabase.Plan slowDatabase,
    GovernorStart.Plan start) {
  /** All parts, in the order they run. */
  static final List<String> PARTS =
      List.of(
          GovernorServing.NAME,
          GovernorStatic.NAME,
          GovernorRivals.NAME,
          GovernorSteps.NAME,
          GovernorCosts.NAME,
          GovernorOverhead.NAME,
          GovernorScenarios.NAME,
          GovernorForeign.NAME,
          GovernorSlowDatabase.NAME,
          GovernorStart.NAME);

  // Visits of some 1.6 s: many end in a window.
  private static final double SHORT_VISITS = 0.03;
  private static final double FEW_TIMES = 5;
  // A page that waits so long keeps ten threads from filling a processor, and not two hundred.
  private static final int SLOW_MILLIS = 100;

  static GovernorPlan of(boolean quick, DemoCustomers customers) {
    DemoCustomers hasty = customers.withThinkScale(SHORT_VISITS);
    return quick ? quick(hasty) : full(hasty);
  }

  private static GovernorPlan full(DemoCustomers customers) {
    DemoPlan demo = demo(customers, timing(2500, 6000, 7, 4, 1200, 2300, 5, 700));
    DemoPlan days = demo(customers, timing(2500, 11_000, 4, 3, 1200, 2300, 3, 700));
    return new GovernorPlan(
        new GovernorServing.Plan(4, 10, 4, seconds(2), demo),
        new RivalRuns.Plan(
            List.of(
                ServedRival.ours(),
                ServedRival.staticRate(3, 14),
                ServedRival.staticConnections(3, 12)),
            List.of(5.0, 20.0),
            RivalRuns.Tune.EACH,
            FEW_TIMES,
            3,
            demo),
        new RivalRuns.Plan(
            List.of(
                ServedRival.ours(),
                ServedRival.stock(),
                ServedRival.staticConnections(3, 12),
                ServedRival.gradient(),
                new HaproxyRival(2, 18)),
            List.of(1.0, 5.0, 20.0),
            RivalRuns.Tune.ONCE,
            FEW_TIMES,
            3,
            demo),
        new GovernorSteps.Plan(5, seconds(4), seconds(8), demo),
        new GovernorCosts.Plan(
            List.of(customers.pageWorkKib(), 500, 0), 3, seconds(6), seconds(30), demo),
        new GovernorOverhead.Plan(halfLoad(customers), seconds(10), MicroBenchmark.jar(), 40),
        new GovernorScenarios.Plan(
            1, Scenario.all(days.timing().leadIn(), days.timing().window()), days),
        ForeignPlan.full(foreign(customers, timing(5000, 3500, 5, 3, 4000, 3000, 4, 500))),
        new GovernorSlowDatabase.Plan(
            SLOW_MILLIS,
            List.of(1.0, FEW_TIMES),
            6,
            6,
            demo(customers, timing(2500, 5000, 10, 6, 1500, 2500, 2, 700))),
        GovernorStart.Plan.of(seconds(60), demo));
  }

  private static GovernorPlan quick(DemoCustomers customers) {
    DemoPlan demo = demo(customers, timing(1000, 2000, 2, 2, 600, 1000, 2, 400));
    DemoPlan days = demo(customers, timing(1000, 4000, 2, 2, 600, 1000, 2, 400));
    return new GovernorPlan(
        new GovernorServing.Plan(2, 4, 3, seconds(1), demo),
        new RivalRuns.Plan(
            List.of(
                ServedRival.ours(),
                ServedRival.staticRate(1, 5),
                ServedRival.staticConnections(1, 5)),
            List.of(20.0),
            RivalRuns.Tune.EACH,
            FEW_TIMES,
            2,
            demo),
        new RivalRuns.Plan(
            List.of(ServedRival.ours(), ServedRival.stock()),
            List.of(1.0, 20.0),
            RivalRuns.Tune.ONCE,
            FEW_TIMES,
            2,
            demo),
        new GovernorSteps.Plan(1, seconds(2), seconds(5), demo),
        new GovernorCosts.Plan(
            List.of(customers.pageWorkKib(), 0), 1, Duration.ofMillis(500), seconds(2), demo),
        new GovernorOverhead.Plan(
            new OverheadPlan(2, seconds(1), seconds(2), 4, demo),
            seconds(3),
            MicroBenchmark.jar(),
            0),
        new GovernorScenarios.Plan(
            1,
            Scenario.all(days.timing().leadIn(), days.timing().window()).stream()
                .filter(day -> day.event() == Scenario.Event.NOTHING)
                .limit(3)
                .toList(),
            days),
        ForeignPlan.quick(foreign(customers, timing(4500, 3000, 8, 2, 4500, 2000, 3, 300))),
        new GovernorSlowDatabase.Plan(
            SLOW_MILLIS,
            List.of(1.0, FEW_TIMES),
            4,
            2,
            demo(customers, timing(2000, 3000, 5, 2, 1500, 1500, 2, 400))),
        GovernorStart.Plan.of(Duration.ZERO, demo));
  }

  /** As the experiment about the door's overhead, with fewer pairs. */
  private static OverheadPlan halfLoad(DemoCustomers customers) {
    DemoTiming timing = DemoTiming.FULL.withWarmUp(seconds(4), 16).withSettle(seconds(1));
    return new OverheadPlan(7, seconds(3), seconds(8), 12, demo(customers, timing));
  }

  private static DemoPlan demo(DemoCustomers customers, DemoTiming timing) {
    return new DemoPlan(List.of(HEADWAITER), List.of(), timing, customers);
  }

  /** Servers that keep idle connections as long as they usually do. */
  private static DemoPlan foreign(DemoCustomers customers, DemoTiming timing) {
    return demo(customers.withThinkScale(1), timing);
  }

  private static DemoTiming timing(
      long leadMillis,
      long windowMillis,
      int compileWindows,
      int warmUpMax,
      long probeLeadMillis,
      long probeMillis,
      int probes,
      long settleMillis) {
    Duration warmUpWindow = Duration.ofMillis(warmUpMax > 2 ? 2500 : 1500);
    return new DemoTiming(
        Duration.ofMillis(leadMillis),
        Duration.ofMillis(windowMillis),
        warmUpWindow,
        compileWindows,
        warmUpMax,
        Duration.ofMillis(probeLeadMillis),
        Duration.ofMillis(probeMillis),
        probes,
        Duration.ofMillis(settleMillis));
  }

  /** The parts, ready to run. */
  List<ExperimentPart> parts(ExperimentSetting setting) {
    return List.of(
        new GovernorServing(setting, serving),
        new GovernorStatic(setting, fixed),
        new GovernorRivals(setting, rivals),
        new GovernorSteps(setting, steps),
        new GovernorCosts(setting, costs),
        new GovernorOverhead(setting, overhead),
        new GovernorScenarios(setting, scenarios),
        new GovernorForeign(setting, foreign),
        new GovernorSlowDatabase(setting, slowDatabase),
        new GovernorStart(setting, start));
  }

  private static Duration seconds(int seconds) {
    return Duration.ofSeconds(seconds);
  }
}
