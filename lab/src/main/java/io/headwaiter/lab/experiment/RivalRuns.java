package io.headwaiter.lab.experiment;

import io.headwaiter.lab.load.LoadGenerator;
import io.headwaiter.lab.load.LoadOptions;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.report.Numbers;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Rivals under the same loads in turns: all run all the time on the same processor, one serves
 * while the others idle. Each may first search for its best setting. Belongs to one thread.
 */
final class RivalRuns {
  /** When settings are searched. */
  enum Tune {
    /** For each load of its own: what nobody could do who does not know the load. */
    EACH,
    /** For one of the loads, as somebody would who tries before the rush. */
    ONCE
  }

  /**
   * How it is measured.
   *
   * @param rivals ours first
   * @param factors on what fits, for each a set of rounds
   * @param tune whether settings are searched at each factor or once
   * @param tunedAt the factor at which they are searched once
   * @param rounds for each factor
   * @param demo shop, customers and times
   */
  record Plan(
      List<Rival> rivals,
      List<Double> factors,
      Tune tune,
      double tunedAt,
      int rounds,
      DemoPlan demo) {
    /** Copies the lists. */
    Plan {
      rivals = List.copyOf(rivals);
      factors = List.copyOf(factors);
    }

    /** What it takes when nothing ends early, without the start of the servers. */
    Duration longest() {
      int trials = rivals.stream().mapToInt(Rival::trialsMax).sum();
      DemoTiming timing = demo.timing();
      return timing
          .longestWarmUp()
          .multipliedBy(rivals.size())
          .plus(
              Trials.ofProbe(timing)
                  .multipliedBy((long) trials * (tune == Tune.EACH ? factors.size() : 1) + 2))
          .plus(Trials.ofRun(timing).multipliedBy((long) rivals.size() * factors.size() * rounds));
    }
  }

  private final ExperimentSetting setting;
  private final Plan plan;
  private final List<String> notes = new ArrayList<>();
  private final Map<String, Object> settings = new LinkedHashMap<>();
  private double fits;

  RivalRuns(ExperimentSetting setting, Plan plan) {
    this.setting = setting;
    this.plan = plan;
  }

  /** Name of a rival under a load. */
  static String at(String rival, double factor) {
    return rival + " at " + Numbers.factor(factor);
  }

  /** Name, under a load, of the one of these rivals that completed most. */
  static String best(TrialFigures figures, List<String> rivals, double factor) {
    return figures.best(rivals.stream().map(rival -> at(rival, factor)).toList());
  }

  /** Runs all; what is started is gone afterwards. */
  TrialFigures run() throws IOException, InterruptedException {
    List<Rival.Running> running = new ArrayList<>();
    try (LoadGenerator generator = new LoadGenerator(Trials.any(plan.demo()))) {
      Trials trials = new Trials(plan.demo(), generator::run, setting.progress());
      for (Rival rival : plan.rivals()) {
        if (rival.missing().isPresent()) {
          notes.add(rival.missing().get());
        } else {
          running.add(rival.start(setting, plan.demo()));
        }
      }
      double[] half = new double[running.size()];
      for (int i = 0; i < half.length; i++) {
        half[i] = trials.warmUp(running.get(i).contender());
      }
      fits = trials.fits(running.get(0).contender(), half[0]);
      TrialFigures figures = measure(trials, running);
      notes.addAll(trials.notes());
      return figures;
    } finally {
      running.forEach(Rival.Running::close);
    }
  }

  private TrialFigures measure(Trials trials, List<Rival.Running> running)
      throws IOException, InterruptedException {
    if (plan.tune() == Tune.ONCE) {
      tune(trials, running, plan.tunedAt());
    }
    List<String> names = new ArrayList<>();
    List<Map<String, Trial>> rounds = new ArrayList<>();
    for (int i = 0; i < plan.rounds(); i++) {
      rounds.add(new HashMap<>());
    }
    for (double factor : plan.factors()) {
      if (plan.tune() == Tune.EACH) {
        tune(trials, running, factor);
      }
      running.forEach(one -> names.add(at(one.contender().name(), factor)));
      for (int round = 0; round < plan.rounds(); round++) {
        for (Rival.Running one : Experiment.inTurn(running, round)) {
          String name = at(one.contender().name(), factor);
          rounds
              .get(round)
              .put(name, trials.run(one.contender(), name, load(trials, one, factor, round)));
        }
      }
    }
    return new TrialFigures(names, rounds);
  }

  private LoadOptions load(Trials trials, Rival.Running one, double factor, int round) {
    URI target = one.contender().target();
    return trials.load(
        target, factor * fits, plan.demo().customers().seed() + 9700 + Math.round(factor) + round);
  }

  private void tune(Trials trials, List<Rival.Running> running, double factor)
      throws IOException, InterruptedException {
    for (Rival.Running one : running) {
      Tuned tuned =
          one.tune(
              fits,
              () ->
                  trials
                      .run(
                          one.contender(),
                          "searching at " + Numbers.factor(factor),
                          trials.probe(
                              one.contender().target(),
                              factor * fits,
                              plan.demo().customers().seed() + 60))
                      .goodPerSecond());
      if (tuned.trials() > 0) {
        String name = at(one.contender().name(), factor);
        settings.put(name, tuned.setting());
        notes.add(
            "%s: found in %d trials: %s%s."
                .formatted(
                    name,
                    tuned.trials(),
                    tuned.setting(),
                    tuned.note().isEmpty() ? "" : " (" + tuned.note() + ")"));
      }
    }
  }

  /** What the reader has to know. */
  List<String> notes() {
    return List.copyOf(notes);
  }

  /** What fits and what was found, for the run log. */
  Map<String, Object> raw() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("fitsPerSecond", fits);
    map.put("settings", Map.copyOf(settings));
    return map;
  }
}
