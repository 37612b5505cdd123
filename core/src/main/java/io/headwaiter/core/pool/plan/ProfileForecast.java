package io.headwaiter.core.pool.plan;

import io.headwaiter.core.pool.model.PoolModel;
import io.headwaiter.core.pool.model.ProfiledRange;
import io.headwaiter.core.pool.model.SizeSteps;
import io.headwaiter.core.pool.profile.PoolSizes;
import io.headwaiter.core.pool.profile.ProfilePoint;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The predictions of an unfinished profile for all sizes: the best, and where another run pays. */
final class ProfileForecast {
  private static final double ONE_SIDED_DEVIATIONS = 1.645;
  private static final double BAND_DEVIATIONS = 1.96;
  // Sizes below this fraction of the best rate are not useful. Above it they may become the best
  // with a smaller share of the fleet's connections, or with another mix.
  private static final double USEFUL = 0.5;

  private final ProfiledRange profiledRange;
  private @Nullable PoolSizes best;
  private double bestLog = Double.NEGATIVE_INFINITY;
  private @Nullable PoolSizes hope;
  private double hopeLog = Double.NEGATIVE_INFINITY;
  private @Nullable PoolSizes doubtful;
  private double doubt;

  /**
   * Examines all sizes.
   *
   * @param model without bounds, so that it also predicts beyond the profiled sizes
   */
  ProfileForecast(PoolModel model, ProfilingSettings settings) {
    List<ProfilePoint> points = model.surface().profile().points();
    profiledRange = ProfiledRange.of(points);
    Map<PoolSizes, PoolModel.Guess> guesses = guesses(model, settings);
    guesses.forEach(this::lookForBest);
    points.forEach(p -> lookForBest(p.sizes(), model.guess(p.threads(), p.connections())));
    points.forEach(p -> guesses.remove(p.sizes()));
    guesses.forEach(this::lookForUnknown);
  }

  private static Map<PoolSizes, PoolModel.Guess> guesses(
      PoolModel model, ProfilingSettings settings) {
    Map<PoolSizes, PoolModel.Guess> guesses = new LinkedHashMap<>();
    for (int m : SizeSteps.of(settings.threadsMin(), settings.threadsMax())) {
      for (int n : SizeSteps.of(1, Math.min(m, settings.connectionsMax()))) {
        guesses.put(new PoolSizes(m, n), model.guess(m, n));
      }
    }
    return guesses;
  }

  private void lookForBest(PoolSizes sizes, PoolModel.Guess guess) {
    double log = Math.log(guess.sessionsPerSecond());
    boolean answered = profiledRange.refusal(sizes.threads(), sizes.connections()).isEmpty();
    if (answered && (best == null || log > bestLog)) {
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

  /** The sizes with the highest predicted rate among those that the profile will cover. */
  PoolSizes best() {
    return Objects.requireNonNull(best, "a profile covers the sizes that were profiled");
  }

  /** Their predicted rate, sessions a second. */
  double bestSessionsPerSecond() {
    return Math.exp(bestLog);
  }

  /** The unprofiled sizes with the greatest upper bound; empty if all are profiled. */
  Optional<PoolSizes> hope() {
    return Optional.ofNullable(hope);
  }

  /** How much more those may complete than the best, as a fraction of the best, at least 0. */
  double regret() {
    return hope == null ? 0 : Math.max(0, Math.expm1(hopeLog - bestLog));
  }

  /**
   * The good unprofiled sizes with the greatest uncertainty; empty if all good ones are profiled.
   */
  Optional<PoolSizes> doubtful() {
    return Optional.ofNullable(doubtful);
  }

  /** The relative error of their rate, 95 %. */
  double error() {
    return BAND_DEVIATIONS * doubt;
  }
}
