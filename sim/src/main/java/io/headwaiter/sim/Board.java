package io.headwaiter.sim;

import io.headwaiter.sim.law.LawFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * Puts laws through scenarios, each with the same customers, and compares them with what a liquid
 * and a clairvoyant would have done.
 */
public final class Board {
  /** What the clairvoyant law is called. */
  public static final String ORACLE = "oracle";

  private static final double TARGET_SECONDS = 0.02;

  private final List<LawFactory> laws;
  private final LawFactory oracle;
  private final double processors;
  private final long firstSeed;
  private final int seeds;

  /**
   * A board.
   *
   * @param laws those to be put through
   * @param oracle the clairvoyant; null if there is none
   * @param processors of every server, above 0
   * @param firstSeed the seeds are this one and those that follow
   * @param seeds how many, at least 1
   */
  public Board(
      List<LawFactory> laws, LawFactory oracle, double processors, long firstSeed, int seeds) {
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
  }

  /** The rows of a scenario, best first; each is told as soon as it is there. */
  public List<BoardRow> run(Scenario scenario, Consumer<BoardRow> told) {
    Shop shop = scenario.shop().apply(processors);
    double[] fluid = new double[seeds];
    for (int i = 0; i < seeds; i++) {
      fluid[i] =
          FluidBound.completedPerSecond(
              shop, firstSeed + i, scenario.fromSecond(), scenario.toSecond());
    }
    List<Outcome> clairvoyant = oracle == null ? List.of() : outcomes(scenario, shop, oracle);
    List<BoardRow> rows = new ArrayList<>();
    for (LawFactory law : laws) {
      boolean isOracle = oracle != null && law.name().equals(oracle.name());
      List<Outcome> outcomes = isOracle ? clairvoyant : outcomes(scenario, shop, law);
      BoardRow row = row(scenario, law.name(), outcomes, clairvoyant, fluid);
      told.accept(row);
      rows.add(row);
    }
    rows.sort(Comparator.comparingDouble(BoardRow::completedPerSecond).reversed());
    return rows;
  }

  private List<Outcome> outcomes(Scenario scenario, Shop shop, LawFactory law) {
    List<Outcome> outcomes = new ArrayList<>();
    for (int i = 0; i < seeds; i++) {
      outcomes.add(
          Simulation.run(
              shop,
              law,
              firstSeed + i,
              scenario.fromSecond(),
              scenario.settledSecond(),
              scenario.toSecond()));
    }
    return outcomes;
  }

  private BoardRow row(
      Scenario scenario,
      String law,
      List<Outcome> outcomes,
      List<Outcome> clairvoyant,
      double[] fluid) {
    double completed = mean(outcomes, Score::completedPerSecond);
    long admitted = sum(outcomes, Counts::admitted);
    long broken = sum(outcomes, Counts::broken);
    double worstDelay = mean(outcomes, Score::queueDelaySecondsWorst);
    return new BoardRow(
        scenario.name(),
        law,
        completed,
        completed / Arrays.stream(fluid).average().orElse(Double.NaN),
        completed / mean(clairvoyant, Score::completedPerSecond),
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
        bySeed(outcomes, clairvoyant, fluid));
  }

  private static double settle(Scenario scenario, List<Outcome> outcomes) {
    return scenario.hasStep()
        ? Trace.settleSeconds(
            outcomes.stream().map(Outcome::trace).toList(),
            scenario.stepSecond(),
            scenario.toSecond())
        : Double.NaN;
  }

  private List<BoardSeed> bySeed(
      List<Outcome> outcomes, List<Outcome> clairvoyant, double[] fluid) {
    List<BoardSeed> all = new ArrayList<>();
    for (int i = 0; i < outcomes.size(); i++) {
      Score score = outcomes.get(i).score();
      double best =
          clairvoyant.isEmpty() ? Double.NaN : clairvoyant.get(i).score().completedPerSecond();
      all.add(
          new BoardSeed(
              firstSeed + i,
              score.completedPerSecond(),
              score.completedPerSecond() / fluid[i],
              score.completedPerSecond() / best,
              score.pageSecondsP99(),
              score.counts().broken()));
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
