package io.headwaiter.lab.experiment;

import static io.headwaiter.lab.experiment.DemoPlan.HEADWAITER;
import static io.headwaiter.lab.experiment.DemoPlan.STOCK;

import com.fasterxml.jackson.databind.JsonNode;
import io.headwaiter.lab.load.LoadGenerator;
import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.model.Estimate;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.report.Numbers;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A shop each page of which waits for a slow database, on Headwaiter and on a stock Tomcat, both as
 * they come, with the same customers. The wait holds the worker thread and no connection of the
 * pool, so a server that has too few threads leaves its processor idle.
 *
 * <p>1x is the offered rate at which the stock server, with its 200 threads, serves most. Belongs
 * to one thread.
 */
final class GovernorSlowDatabase implements ExperimentPart {
  static final String NAME = "slow-database";

  private static final double LEAST = 0.98;
  private static final List<String> SERVERS = List.of(HEADWAITER, STOCK);
  private static final int SEED = 12_400;
  // The server sends 7,200 intervals of 50 ms at most.
  private static final Duration HISTORY = Duration.ofMinutes(5);

  /**
   * How it is measured.
   *
   * @param waitMillis how long each page waits, above 0
   * @param factors multiples of 1x
   * @param searches short runs that look for 1x, at most
   * @param rounds for each factor
   * @param demo shop, customers and times
   */
  record Plan(int waitMillis, List<Double> factors, int searches, int rounds, DemoPlan demo) {
    /** Copies the list. */
    Plan {
      factors = List.copyOf(factors);
    }
  }

  private final ExperimentSetting setting;
  private final Plan plan;
  private final Map<String, Object> raw = new LinkedHashMap<>();

  GovernorSlowDatabase(ExperimentSetting setting, Plan plan) {
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
    long runs = (long) SERVERS.size() * plan.factors().size() * plan.rounds();
    return timing
        .longestWarmUp()
        .multipliedBy(SERVERS.size())
        .plus(Trials.ofProbe(timing).multipliedBy(1L + plan.searches()))
        .plus(Trials.ofRun(timing).multipliedBy(runs));
  }

  @Override
  public ExperimentOutcome run() throws IOException, InterruptedException {
    try (ServerProcess ours = start(HEADWAITER);
        ServerProcess stock = start(STOCK);
        LoadGenerator generator = new LoadGenerator(Trials.any(plan.demo()))) {
      Trials trials = new Trials(plan.demo(), generator::run, setting.progress());
      Map<String, Contender> contenders = new LinkedHashMap<>();
      contenders.put(HEADWAITER, Contender.of(HEADWAITER, setting.pinning(), ours));
      contenders.put(STOCK, Contender.of(STOCK, setting.pinning(), stock));
      trials.warmUp(contenders.get(HEADWAITER));
      double half = trials.warmUp(contenders.get(STOCK));
      double fits = trials.fits(contenders.get(STOCK), half);
      for (ServerProcess server : List.of(ours, stock)) {
        ShopControl.of(server).set(ShopControl.PAGE_PAUSE_MILLIS, plan.waitMillis());
      }
      double once = trials.best(contenders.get(STOCK), fits, plan.searches());
      TrialFigures figures = measure(trials, contenders, once);
      setting.keepHistory(ours, NAME, HISTORY);
      raw.put("fitsPerSecond", fits);
      raw.put("oncePerSecond", once);
      raw.put("waitMillis", plan.waitMillis());
      raw.put("statusAfterwards", told(ours));
      return outcome(figures, trials.notes());
    }
  }

  /** As they come, but with the same engines, so that nothing but the door and threads differ. */
  private ServerProcess start(String name) throws IOException, InterruptedException {
    return setting.start(name, "slow-" + name, plan.demo(), ScenarioRuns.arguments(name));
  }

  private TrialFigures measure(Trials trials, Map<String, Contender> contenders, double once)
      throws InterruptedException {
    List<String> names = new ArrayList<>();
    List<Map<String, Trial>> rounds = new ArrayList<>();
    for (double factor : plan.factors()) {
      SERVERS.forEach(server -> names.add(RivalRuns.at(server, factor)));
    }
    for (int round = 0; round < plan.rounds(); round++) {
      Map<String, Trial> done = new HashMap<>();
      for (double factor : plan.factors()) {
        long seed = plan.demo().customers().seed() + SEED + Math.round(factor) + round;
        for (String server : Experiment.inTurn(SERVERS, round)) {
          Contender contender = contenders.get(server);
          String name = RivalRuns.at(server, factor);
          done.put(
              name,
              trials.run(contender, name, trials.load(contender.target(), factor * once, seed)));
        }
      }
      rounds.add(done);
    }
    return new TrialFigures(names, rounds);
  }

  /** What the server says of its threads and its bottleneck. */
  private static Map<String, Object> told(ServerProcess ours) throws IOException {
    JsonNode status = StatusReader.status(ours.requireAdmin());
    Map<String, Object> told = new LinkedHashMap<>();
    told.put("workers", status.path("workers").toString());
    told.put("resources", status.path("resources").toString());
    told.put("capacity", status.path("capacity").toString());
    return told;
  }

  private ExperimentOutcome outcome(TrialFigures figures, List<String> before) {
    List<Check> checks = new ArrayList<>();
    List<String> notes = new ArrayList<>(before);
    for (double factor : plan.factors()) {
      String ours = RivalRuns.at(HEADWAITER, factor);
      String stock = RivalRuns.at(STOCK, factor);
      checks.add(
          Check.atLeast(
              "slow-database-" + Numbers.factor(factor),
              "At "
                  + Numbers.factor(factor)
                  + " Headwaiter with its defaults completes at least 98 % of what stock Tomcat"
                  + " does while each page waits "
                  + plan.waitMillis()
                  + " ms",
              figures.paired(ours, stock, ScenarioFigures::ofStock),
              "of stock's",
              LEAST));
      Estimate p99 = figures.ratio(ours, stock, Trial::p99Millis);
      notes.add(
          "At %s the p99 of Headwaiter's answered pages is %s of stock's."
              .formatted(Numbers.factor(factor), Numbers.withInterval(p99)));
    }
    notes.add(
        "1x is what stock Tomcat serves most at: %s visits per second."
            .formatted(Numbers.plain((double) raw.get("oncePerSecond"))));
    raw.put("runs", figures.raw());
    return new ExperimentOutcome(figures.table(), checks, notes, raw);
  }
}
