package io.headwaiter.lab.experiment;

import static io.headwaiter.lab.experiment.DemoPlan.HEADWAITER;
import static io.headwaiter.lab.experiment.DemoPlan.STOCK;

import io.headwaiter.lab.load.LoadGenerator;
import io.headwaiter.lab.model.Experiment;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Bad days of a shop, on Headwaiter and on a stock Tomcat with the same customers. Belongs to one
 * thread.
 */
final class GovernorScenarios implements ExperimentPart {
  static final String NAME = "scenarios";

  /**
   * How it is measured.
   *
   * @param rounds how often each
   * @param days which, in this order
   * @param demo shop, customers and times; the window is the length of a day
   */
  record Plan(int rounds, List<Scenario> days, DemoPlan demo) {
    /** Copies the list. */
    Plan {
      days = List.copyOf(days);
    }
  }

  // a server that starts again, and one with another certificate, are started for that day
  private static final Duration START = Duration.ofSeconds(5);

  private final ExperimentSetting setting;
  private final Plan plan;

  GovernorScenarios(ExperimentSetting setting, Plan plan) {
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
    long own = plan.days().stream().filter(day -> ownServer(day.event())).count();
    Duration warm = timing.longestWarmUp();
    return warm.multipliedBy(2)
        .plus(START.plus(warm).multipliedBy(2 * own))
        .plus(Trials.ofProbe(timing).multipliedBy(2))
        .plus(Trials.ofRun(timing).multipliedBy(2L * plan.days().size() * plan.rounds()));
  }

  private static boolean ownServer(Scenario.Event event) {
    return event == Scenario.Event.RESTART || event == Scenario.Event.DEAR_CERTIFICATE;
  }

  @Override
  public ExperimentOutcome run() throws IOException, InterruptedException {
    try (ServerProcess ours = start(setting, HEADWAITER, "scenarios-headwaiter");
        ServerProcess stock = start(setting, STOCK, "scenarios-stock");
        LoadGenerator generator = new LoadGenerator(Trials.any(plan.demo()))) {
      Trials trials = new Trials(plan.demo(), generator::run, setting.progress());
      Map<String, ServerProcess> servers = new LinkedHashMap<>();
      servers.put(HEADWAITER, ours);
      servers.put(STOCK, stock);
      Contender first = Contender.of(HEADWAITER, setting.pinning(), ours);
      double half = trials.warmUp(first);
      trials.warmUp(Contender.of(STOCK, setting.pinning(), stock));
      double fits = trials.fits(first, half);
      ScenarioRuns runs = new ScenarioRuns(setting, plan.demo(), trials, generator::run, fits);
      List<Map<String, Trial>> rounds = new ArrayList<>();
      for (int round = 0; round < plan.rounds(); round++) {
        Map<String, Trial> done = new HashMap<>();
        for (Scenario day : plan.days()) {
          for (String name : Experiment.inTurn(List.copyOf(servers.keySet()), round)) {
            done.put(ScenarioFigures.at(name, day), day(runs, day, name, servers.get(name), round));
          }
        }
        rounds.add(done);
      }
      List<String> notes = new ArrayList<>(trials.notes());
      notes.addAll(runs.notes());
      return ScenarioFigures.outcome(rounds, plan.days(), fits, notes);
    }
  }

  private Trial day(ScenarioRuns runs, Scenario day, String name, ServerProcess warm, int round)
      throws IOException, InterruptedException {
    return switch (day.event()) {
      case RESTART -> {
        try (ServerProcess own = start(setting, name, "scenarios-" + name + "-restart")) {
          yield runs.restart(day, name, own, round);
        }
      }
      case DEAR_CERTIFICATE -> {
        Keystore dear = Keystore.create(setting.folder(), "rsa-4096.p12", 4096);
        try (ServerProcess own =
            start(setting.withKeystore(dear), name, "scenarios-" + name + "-rsa-4096")) {
          yield runs.afterWarmUp(day, name, own, round);
        } finally {
          Files.deleteIfExists(dear.file());
        }
      }
      default -> runs.run(day, name, warm, round);
    };
  }

  /** What a stock Tomcat has, so that nothing but the door differs. */
  private ServerProcess start(ExperimentSetting where, String name, String label)
      throws IOException, InterruptedException {
    return where.start(name, label, plan.demo(), ScenarioRuns.arguments(name));
  }
}
