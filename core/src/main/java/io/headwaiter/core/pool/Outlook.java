package io.headwaiter.core.pool;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a half-finished profile says of all sizes: the best, and where looking pays. */
final class Outlook {
  private static final double ONE_SIDED_DEVIATIONS = 1.645;
  private static final double BAND_DEVIATIONS = 1.96;
  // Sizes that carry less of the best are of no interest to anybody; those of a smaller fleet's
  // share, or of another mix, may carry as little as that.
  private static final double USEFUL = 0.5;

  private final Domain domain;
  private PoolSizes best;
  private double bestLog = Double.NEGATIVE_INFINITY;
  private PoolSizes hope;
  private double hopeLog = Double.NEGATIVE_INFINITY;
  private PoolSizes doubtful;
  private double doubt;

  /**
   * Looks at all sizes.
   *
   * @param model that says something beyond what was profiled, too
   */
  Outlook(PoolModel model, ProfilingSettings settings) {
    List<ProfilePoint> points = model.surface().profile().points();
    domain = Domain.of(points);
    Map<PoolSizes, PoolModel.Guess> guesses = guesses(model, settings);
    guesses.forEach(this::lookForBest);
    points.forEach(p -> lookForBest(p.sizes(), model.guess(p.threads(), p.connections())));
    points.forEach(p -> guesses.remove(p.sizes()));
    guesses.forEach(this::lookForUnknown);
  }

  private static Map<PoolSizes, PoolModel.Guess> guesses(
      PoolModel model, ProfilingSettings settings) {
    Map<PoolSizes, PoolModel.Guess> guesses = new LinkedHashMap<>();
    for (int m : Ladder.of(settings.threadsMin(), settings.threadsMax())) {
      for (int n : Ladder.of(1, Math.min(m, settings.connectionsMax()))) {
        guesses.put(new PoolSizes(m, n), model.guess(m, n));
      }
    }
    return guesses;
  }

  private void lookForBest(PoolSizes sizes, PoolModel.Guess guess) {
    double log = Math.log(guess.sessionsPerSecond());
    boolean answered = domain.refusal(sizes.threads(), sizes.connections()).isEmpty();
    if (answered && log > bestLog) {
      best = sizes;
      bestLog = log;
    }
  }

  private void lookForUnknown(PoolSizes sizes, PoolModel.Guess guess) {
    double log = Math.log(guess.sessionsPerSecond());
    double upper = log + ONE_SIDED_DEVIATIONS * guess.missing();
    if (upper > hopeLog) {
      hope = sizes;
      hopeLog = upper;
    }
    if (log >= bestLog + Math.log(USEFUL) && guess.missing() > doubt) {
      doubtful = sizes;
      doubt = guess.missing();
    }
  }

  /** Those that should carry most, among those of which the profile will say something. */
  PoolSizes best() {
    return best;
  }

  /** What they should carry, sessions a second. */
  double bestSessionsPerSecond() {
    return Math.exp(bestLog);
  }

  /** Unknown sizes with the greatest upper bound; empty if all are known. */
  Optional<PoolSizes> hope() {
    return Optional.ofNullable(hope);
  }

  /** How much more those may carry than the best, as a part of it, at least 0. */
  double regret() {
    return hope == null ? 0 : Math.max(0, Math.expm1(hopeLog - bestLog));
  }

  /** Unknown good sizes of which least is known; empty if all good ones are known. */
  Optional<PoolSizes> doubtful() {
    return Optional.ofNullable(doubtful);
  }

  /** How far off the rate of those may be, 95 %. */
  double error() {
    return BAND_DEVIATIONS * doubt;
  }
}
