package io.headwaiter.lab.experiment;

import static io.headwaiter.lab.experiment.DemoPlan.HEADWAITER;

import java.time.Duration;
import java.util.List;

/**
 * How the claims about the door are measured. Longest times, when nothing ends early and without
 * the start of servers: 34 minutes together, {@code --quick} under 6; a test adds them up.
 *
 * @param engines peak of BoringSSL and JSSE
 * @param proxies peak beside HAProxy and nginx
 * @param refusal CPU of a refusal
 * @param serving what a full server still does while it refuses
 * @param lying what lies gain, one plan for each engine
 * @param fairness attack from few networks
 * @param waiting memory of who waits
 * @param soak memory over many handshakes
 */
record DoorPlan(
    ContestPlan engines,
    ContestPlan proxies,
    DoorRefusals.Plan refusal,
    DoorServing.Plan serving,
    List<LyingPlan> lying,
    LyingPlan fairness,
    DoorWaiting.Plan waiting,
    DoorSoak.Plan soak) {
  /** All parts, in the order they run. */
  static final List<String> PARTS =
      List.of(
          DoorEngines.NAME,
          DoorProxies.NAME,
          DoorRefusals.NAME,
          DoorServing.NAME,
          DoorLying.NAME,
          DoorFairness.NAME,
          DoorWaiting.NAME,
          DoorSoak.NAME);

  // Visits of some 1.6 s: many end in a window.
  private static final double SHORT_VISITS = 0.03;
  private static final double SERVING_VISITS = 0.1;
  // Brings a page to half a millisecond: what fits is then a hundred visits a second, of which a
  // window counts enough, and twenty times that is an attack that one core can send.
  private static final int LYING_PAGE_WORK_KIB = 600;

  static DoorPlan of(boolean quick, DemoCustomers customers) {
    return quick ? quick(customers) : full(customers);
  }

  private static DoorPlan full(DemoCustomers customers) {
    DemoTiming timing =
        DemoTiming.FULL.withWarmUp(seconds(3), 6).withCompileWindows(4).withSettle(millis(1000));
    return new DoorPlan(
        onePage(customers, 5, 1500, 5000, 3, 6), // 3 min
        auction(customers, 4, 3000, 7000, 3, 4), // 4.5 min
        new DoorRefusals.Plan(seconds(5), 4, seconds(3)), // 3 min
        serving(customers, timing, 4, 8000), // 3 min
        List.of(
            lying(customers, timing, 3, 2000, 7000, "boringssl"), // 4 min
            lying(customers, timing, 3, 2000, 7000, "jsse")), // 4 min
        lying(customers, timing, 4, 3000, 7000, "boringssl"), // 2 min
        new DoorWaiting.Plan(3, 15_000, seconds(14), 3.5), // 1 min
        new DoorSoak.Plan(200_000, seconds(8), seconds(300), onePageVisits(customers))); // 4 min
  }

  private static DoorPlan quick(DemoCustomers customers) {
    DemoTiming timing =
        DemoTiming.QUICK.withWarmUp(seconds(2), 3).withCompileWindows(2).withSettle(millis(500));
    return new DoorPlan(
        onePage(customers, 2, 500, 2000, 1, 2),
        auction(customers, 2, 1500, 3000, 1, 1),
        new DoorRefusals.Plan(seconds(2), 2, seconds(1)),
        serving(customers, timing, 2, 3000),
        List.of(lying(customers, timing, 2, 1000, 2500, "boringssl")),
        lying(customers, timing, 2, 1000, 3000, "boringssl"),
        new DoorWaiting.Plan(2, 15_000, seconds(8), 3.5),
        new DoorSoak.Plan(10_000, seconds(3), seconds(20), onePageVisits(customers)));
  }

  private static ContestPlan onePage(
      DemoCustomers customers,
      int rounds,
      long leadMillis,
      long windowMillis,
      int compileWindows,
      int warmUpMax) {
    return new ContestPlan(
        rounds,
        millis(leadMillis),
        millis(windowMillis),
        compileWindows,
        warmUpMax,
        seconds(2),
        ContestPlan.Visits.ONE_PAGE,
        /* clients= */ 32,
        smallShop(customers));
  }

  private static ContestPlan onePageVisits(DemoCustomers customers) {
    return onePage(customers, 1, 0, 1000, 1, 1);
  }

  private static ContestPlan auction(
      DemoCustomers customers,
      int rounds,
      long leadMillis,
      long windowMillis,
      int compileWindows,
      int warmUpMax) {
    return new ContestPlan(
        rounds,
        millis(leadMillis),
        millis(windowMillis),
        compileWindows,
        warmUpMax,
        seconds(4),
        ContestPlan.Visits.BROWSING,
        /* clients= */ 800,
        customers.withThinkScale(SHORT_VISITS).withPageWorkKib(0));
  }

  private static DoorServing.Plan serving(
      DemoCustomers customers, DemoTiming timing, int rounds, long windowMillis) {
    DemoPlan demo =
        new DemoPlan(
            List.of(HEADWAITER), List.of(), timing, customers.withThinkScale(SERVING_VISITS));
    return new DoorServing.Plan(
        rounds, seconds(5), seconds(2), millis(windowMillis), 60, 4050, demo);
  }

  private static LyingPlan lying(
      DemoCustomers customers,
      DemoTiming timing,
      int rounds,
      long leadMillis,
      long windowMillis,
      String engine) {
    DemoCustomers light =
        customers.withThinkScale(SHORT_VISITS).withPageWorkKib(LYING_PAGE_WORK_KIB);
    return new LyingPlan(
        rounds,
        millis(leadMillis),
        millis(windowMillis),
        0.6,
        20,
        new DemoPlan(List.of(HEADWAITER), List.of(), timing, light),
        engine);
  }

  private static DemoCustomers smallShop(DemoCustomers customers) {
    return RefusalPlan.light(customers).customers();
  }

  /** The parts, ready to run. */
  List<ExperimentPart> parts(ExperimentSetting setting) {
    return List.of(
        engines(setting),
        proxies(setting),
        new DoorRefusals(setting, refusal),
        new DoorServing(setting, serving),
        new DoorLying(setting, lying),
        new DoorFairness(setting, fairness),
        new DoorWaiting(setting, waiting),
        new DoorSoak(setting, soak));
  }

  private StudyPart engines(ExperimentSetting setting) {
    return new StudyPart(
        DoorEngines.experiment(engines), setting, RefusalPlan.light(setting.customers()));
  }

  private StudyPart proxies(ExperimentSetting setting) {
    return new StudyPart(
        DoorProxies.experiment(proxies),
        setting,
        new DemoPlan(List.of(), List.of(), DemoTiming.FULL, proxies.customers()));
  }

  private static Duration seconds(int seconds) {
    return Duration.ofSeconds(seconds);
  }

  private static Duration millis(long millis) {
    return Duration.ofMillis(millis);
  }
}
