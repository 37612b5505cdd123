package io.headwaiter.lab.run;

import io.headwaiter.lab.model.KnobSpec;
import io.headwaiter.lab.model.Preparation;
import io.headwaiter.lab.model.Timing;
import io.headwaiter.lab.model.Tuning;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * Finds 1x, the offered rate at which a server serves most visits.
 *
 * <p>The rates that are tried are {@code first * 1.08^k}: the first estimate, those 36, 17 and,
 * unless it is coarse, 8 % beside the best so far, and from a better one on again, see {@link
 * SettingSearch}. The best one is tried at least twice. 1x lies between its neighbours if the
 * served rate has one maximum: that is the interval which is told.
 *
 * <p>Worked: 50, 54, and 58.3 a second serve 49, 53, and 41; then 1x is 54 [50, 58.3].
 */
public final class OneXSearch {
  private static final String RATE = "offered/s";
  private static final double LONG_STEP = Math.pow(1.08, 4);
  private static final int REPEATS = 2;

  private OneXSearch() {}

  /** Tries a rate. */
  @FunctionalInterface
  public interface Probe {
    /** Returns the visits per second that are served at an offered rate. */
    double served(double offeredPerSecond) throws IOException, InterruptedException;
  }

  /**
   * Searches.
   *
   * @param first first estimate in visits per second, above 0
   * @param trials how many short runs at most, and how long the shortest step is
   * @return 1x and its interval as values of an observation
   */
  public static SortedMap<String, Double> search(double first, Timing.Trials trials, Probe probe)
      throws IOException, InterruptedException {
    if (!(first > 0) || Double.isInfinite(first)) {
      throw new IllegalArgumentException(
          "the search for 1x needs a first rate above 0, got " + first);
    }
    Tuning tuning = tuning(trials);
    SettingSearch.Found found =
        SettingSearch.search(tuning, first, setting -> probe.served(rate(setting)));
    SortedMap<String, Double> values =
        Preparation.ended(found.trials(), found.score(), found.settled(), found.atTheEdge());
    values.put(Preparation.ONE_X, rate(found.setting()));
    values.put(Preparation.ONE_X_LOW, found.neighbour(RATE, -1));
    values.put(Preparation.ONE_X_HIGH, found.neighbour(RATE, 1));
    return values;
  }

  private static Tuning tuning(Timing.Trials trials) {
    int halvings = trials.coarse() ? 1 : 2;
    KnobSpec rate = KnobSpec.of(RATE, 0.5, 2, LONG_STEP, halvings).timesOneX().from(1.0);
    return new Tuning(List.of(rate), REPEATS, trials.oneXMax());
  }

  private static double rate(Map<String, Double> setting) {
    return setting.get(RATE);
  }
}
