package io.headwaiter.lab.experiment;

import io.headwaiter.lab.bench.ExperimentSetting;
import io.headwaiter.lab.bench.WaitingBench;
import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.model.LoadSpec;
import io.headwaiter.lab.outcome.ExperimentPart;
import io.headwaiter.lab.study.Engines;
import io.headwaiter.lab.study.Fairness;
import io.headwaiter.lab.study.Lying;
import io.headwaiter.lab.study.Proxies;
import io.headwaiter.lab.study.Refusal;
import io.headwaiter.lab.study.SmallShop;
import io.headwaiter.lab.study.UnderRefusals;
import io.headwaiter.lab.study.Visits;
import io.headwaiter.lab.study.Waiting;
import java.time.Duration;
import java.util.List;

/** The parts of the experiment about the door. */
public final class DoorParts {
  /** Their names, in the order they run. */
  public static final List<String> NAMES =
      List.of(
          Engines.NAME,
          Proxies.NAME,
          Refusal.NAME,
          UnderRefusals.NAME,
          Lying.NAME,
          Fairness.NAME,
          Waiting.NAME,
          DoorSoak.NAME);

  private DoorParts() {}

  /** The parts, ready to run. */
  public static List<ExperimentPart> of(boolean quick, ExperimentSetting setting) {
    Customers customers = setting.customers();
    return List.of(
        new StudyPart(Engines.experiment(quick, customers), setting),
        new StudyPart(Proxies.experiment(quick, customers), setting),
        new StudyPart(Refusal.NAME, Refusal.byStyle(quick, customers), setting),
        new StudyPart(UnderRefusals.experiment(quick, customers), setting),
        new StudyPart(Lying.NAME, Lying.onEngines(quick, customers), setting),
        new StudyPart(Fairness.experiment(quick, customers), setting),
        waiting(quick, setting, new Waiting.Crowd(15_000, 3.5)),
        new DoorSoak(setting, soak(quick, customers)));
  }

  /** On a bench of its own, which reads memory. */
  public static StudyPart waiting(boolean quick, ExperimentSetting setting, Waiting.Crowd crowd) {
    return new StudyPart(
        Waiting.NAME,
        List.of(Waiting.experiment(quick, setting.customers(), crowd)),
        setting,
        (experiment, log, provenance) -> new WaitingBench(experiment, crowd, setting, provenance));
  }

  private static DoorSoak.Plan soak(boolean quick, Customers customers) {
    LoadSpec visits = LoadSpec.of("soak", Visits.onePageAtPeak(SmallShop.customers(customers), 32));
    return quick
        ? new DoorSoak.Plan(10_000, Duration.ofSeconds(3), Duration.ofSeconds(20), visits)
        : new DoorSoak.Plan(200_000, Duration.ofSeconds(8), Duration.ofSeconds(300), visits);
  }
}
