package io.headwaiter.sim;

import io.headwaiter.sim.law.Headwaiter;
import io.headwaiter.sim.law.LawFactory;
import io.headwaiter.sim.law.TunableFactory;
import io.headwaiter.sim.law.Tuned;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Runs laws through scenarios, each with the same customers, and compares them with the fluid model
 * and the oracle.
 */
public final class Board {
  /** The name of the oracle. */
  public static final String ORACLE = "oracle";

  // The delay target of Headwaiter's law; the delays of all laws are compared with it.
  private static final double TARGET_SECONDS = Headwaiter.TARGET_NANOS / 1e9;

  private final List<LawFactory> laws;
  private final LawFactory oracle;
  private final double processors;
  private final long firstSeed;
  private final int seeds;
  private final int trialsMax;

  /** A run, the parameters chosen for its law, and visits per second without the attack. */
  private record Run(Outcome outcome, Map<String, Double> numbers, double calmPerSecond) {}

  /**
   * Creates a board on which laws have the default parameters, as of an operator who measured the
   * server before.
   */
  public Board(
      List<LawFactory> laws, LawFactory oracle, double processors, long firstSeed, int seeds) {
    this(laws, oracle, processors, firstSeed, seeds, 0);
  }

  /**
   * Creates a board.
   *
   * @param laws the laws to be run
   * @param oracle the oracle; null if there is none
   * @param processors of every server, above 0
   * @param firstSeed the first seed; the others follow it
   * @param seeds number of seeds, at least 1
   * @param trialsMax laws with parameters to choose get the best in hindsight for each scenario and
   *     seed that {@link Tuned} finds in this many runs; the oracle only where {@link OracleTable}
   *     has no row for the scenario; 0 for no search
   * @throws IllegalArgumentException if a number is out of its range
   */
  public Board(
      List<LawFactory> laws,
      LawFactory oracle,
      double processors,
      long firstSeed,
      int seeds,
      int trialsMax) {
    if (trialsMax < 0) {
      throw new IllegalArgumentException("trialsMax must be at least 0, got " + trialsMax);
    }
    if (!(processors > 0)) {
      throw new IllegalArgumentException("processors must be above 0, got " + processors);
    }
    if (seeds < 1) {
      throw new IllegalArgumentException("seeds must be at least 1, got " + seeds);
    }
    this.laws = List.copyOf(laws);
    this.oracle = oracle;
    this.processors = processors;
    this.firstSeed = firstSeed;
    this.seeds = seeds;
    this.trialsMax = trialsMax;
  }

  /**
   * Returns the rows of a scenario, best first. Passes each row to {@code told} as soon as it
   * exists.
   */
  public List<BoardRow> run(Scenario scenario, Consumer<BoardRow> told) {
    Shop shop = scenario.shop().apply(processors);
    double[] fluid = new double[seeds];
    for (int i = 0; i < seeds; i++) {
      fluid[i] =
          FluidModel.completedPerSecond(
              shop, firstSeed + i, scenario.fromSecond(), scenario.toSecond());
    }
    List<Run> clairvoyant =
        oracle == null ? List.of() : runs(scenario, shop, OracleTable.at(scenario, oracle));
    List<BoardRow> rows = new ArrayList<>();
    for (LawFactory law : laws) {
      boolean isOracle = oracle != null && law.name().equals(oracle.name());
      List<Run> runs = isOracle ? clairvoyant : runs(scenario, shop, law);
      List<KindRow> kinds = kinds(shop.crowd().kinds(), outcomes(runs));
      BoardRow row = row(scenario, law.name(), kinds, runs, clairvoyant, fluid);
      told.accept(row);
      rows.add(row);
    }
    rows.sort(Comparator.comparingDouble(BoardRow::completedPerSecond).reversed());
    return rows;
  }

  private List<Run> runs(Scenario scenario, Shop shop, LawFactory law) {
    return LongStream.range(firstSeed, firstSeed + seeds)
        .parallel()
        .mapToObj(seed -> run(scenario, shop, law, seed))
        .toList();
  }

  private Run run(Scenario scenario, Shop shop, LawFactory law, long seed) {
    if (trialsMax > 0 && law instanceof TunableFactory) {
      Tuned tuned = Tuned.of(law, one -> outcome(scenario, shop, one, seed).worth(), trialsMax);
      return run(scenario, shop, tuned.law(), tuned.values(), seed);
    }
    return run(scenario, shop, law, Map.of(), seed);
  }

  private static Run run(
      Scenario scenario, Shop shop, LawFactory law, Map<String, Double> numbers, long seed) {
    double calm =
        shop.crowd().attacks().isEmpty()
            ? Double.NaN
            : outcome(scenario, shop.crowd(Crowd::calm), law, seed).score().completedPerSecond();
    return new Run(outcome(scenario, shop, law, seed), numbers, calm);
  }

  static Outcome outcome(Scenario scenario, Shop shop, LawFactory law, long seed) {
    return Simulation.run(
        shop,
        law,
        seed,
        scenario.cold() ? 0 : law.settleSeconds(),
        scenario.fromSecond(),
        scenario.settledSecond(),
        scenario.toSecond());
  }

  private static List<Outcome> outcomes(List<Run> runs) {
    return runs.stream().map(Run::outcome).toList();
  }

  private BoardRow row(
      Scenario scenario,
      String law,
      List<KindRow> kinds,
      List<Run> runs,
      List<Run> clairvoyant,
      double[] fluid) {
    List<Outcome> outcomes = outcomes(runs);
    double completed = mean(outcomes, Score::completedPerSecond);
    long admitted = sum(outcomes, Counts::admitted);
    long broken = sum(outcomes, Counts::broken);
    double worstDelay = mean(outcomes, Score::queueDelaySecondsWorst);
    return new BoardRow(
        scenario.name(),
        law,
        completed,
        completed / Arrays.stream(fluid).average().orElse(Double.NaN),
        completed / mean(outcomes(clairvoyant), Score::completedPerSecond),
        completed / runs.stream().mapToDouble(Run::calmPerSecond).average().orElse(Double.NaN),
        attackProcessors(scenario, outcomes),
        mean(outcomes, Score::pageSecondsP50),
        mean(outcomes, Score::pageSecondsP99),
        mean(outcomes, Score::waitSecondsP99),
        mean(outcomes, Score::queueDelaySecondsMean),
        mean(outcomes, Score::queueDelaySecondsP99),
        Math.max(0, worstDelay / TARGET_SECONDS - 1),
        settle(scenario, outcomes),
        outcomes.stream().mapToDouble(o -> o.score().longestShutSeconds()).max().orElse(0),
        admitted,
        sum(outcomes, Counts::refused) + sum(outcomes, Counts::rejected),
        sum(outcomes, Counts::retried),
        broken,
        1 - (double) broken / Math.max(1, Math.max(broken, admitted)),
        sum(outcomes, Counts::violations),
        kinds,
        bySeed(runs, clairvoyant, fluid));
  }

  private double attackProcessors(Scenario scenario, List<Outcome> outcomes) {
    double began = scenario.shop().apply(processors).crowd().attacksFromSecond();
    double nanos =
        outcomes.stream().mapToDouble(o -> o.attack().cpuNanos()).average().orElse(Double.NaN);
    return nanos / World.NANOS / (scenario.toSecond() - began);
  }

  private static List<KindRow> kinds(List<VisitKind> kinds, List<Outcome> outcomes) {
    if (kinds.size() == 1) {
      return List.of();
    }
    return IntStream.range(0, kinds.size())
        .mapToObj(kind -> kindRow(kinds.get(kind).describe(), kind, outcomes))
        .toList();
  }

  private static KindRow kindRow(String name, int kind, List<Outcome> outcomes) {
    List<KindScore> scores = outcomes.stream().map(o -> o.score().kinds().get(kind)).toList();
    double arrived = scores.stream().mapToLong(KindScore::arrived).sum();
    double completed = scores.stream().mapToLong(KindScore::completed).sum();
    double broken = scores.stream().mapToLong(KindScore::broken).sum();
    return new KindRow(
        name,
        completed / arrived,
        completed / (completed + broken),
        scores.stream().mapToDouble(KindScore::pageSecondsP99).average().orElse(Double.NaN));
  }

  private static double settle(Scenario scenario, List<Outcome> outcomes) {
    return scenario.hasStep()
        ? Trace.settleSeconds(
            outcomes.stream().map(Outcome::trace).toList(),
            scenario.stepSecond(),
            scenario.toSecond())
        : Double.NaN;
  }

  private List<BoardSeed> bySeed(List<Run> runs, List<Run> clairvoyant, double[] fluid) {
    List<BoardSeed> all = new ArrayList<>();
    for (int i = 0; i < runs.size(); i++) {
      Score score = runs.get(i).outcome().score();
      double best =
          clairvoyant.isEmpty()
              ? Double.NaN
              : clairvoyant.get(i).outcome().score().completedPerSecond();
      all.add(
          new BoardSeed(
              firstSeed + i,
              score.completedPerSecond(),
              score.completedPerSecond() / fluid[i],
              score.completedPerSecond() / best,
              score.completedPerSecond() / runs.get(i).calmPerSecond(),
              score.pageSecondsP99(),
              score.counts().broken(),
              runs.get(i).numbers()));
    }
    return all;
  }

  private static double mean(List<Outcome> outcomes, ToDoubleFunction<Score> figure) {
    return outcomes.stream()
        .mapToDouble(o -> figure.applyAsDouble(o.score()))
        .average()
        .orElse(Double.NaN);
  }

  private static long sum(List<Outcome> outcomes, ToLongFunction<Counts> figure) {
    return outcomes.stream().mapToLong(o -> figure.applyAsLong(o.score().counts())).sum();
  }
}
