package io.headwaiter.lab.run;

import io.headwaiter.lab.model.KnobSpec;
import io.headwaiter.lab.model.Preparation;
import io.headwaiter.lab.model.Timing;
import io.headwaiter.lab.model.Tuning;
import java.io.IOException;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * Finds 1x, the visits per second that a server serves at most.
 *
 * <p>The runs are short and begin without visits under way, so that the offered rate at which it
 * serves most is above the rate that it can carry for long. 1x is what it serves then, in pages'
 * worth of visits: as much as is offered at the edge once as many visits end as begin.
 *
 * <p>The rates that are tried are {@code first * 1.08^k}: the first estimate, those 36, 17 and,
 * unless it is coarse, 8 % beside the best so far, and from a better one on again, see {@link
 * SettingSearch}. The best one is tried at least twice. The interval goes from the least to the
 * most that was served at that rate.
 *
 * <p>Worked: at 60, 64.8 and 70 offered a second 51, 53 and 52 are served, and at 64.8 once more
 * 54; then 1x is 53.5 [53, 54].
 */
public final class OneXSearch {
  private static final String RATE = "offered/s";
  private static final double LONG_STEP = Math.pow(1.08, 4);
  private static final int REPEATS = 2;

  private OneXSearch() {}

  /** Tries a rate. */
  @FunctionalInterface
  public interface Probe {
    /** Returns what is served at an offered rate. */
    Served served(double offeredPerSecond) throws IOException, InterruptedException;
  }

  /**
   * What a server did in a short run.
   *
   * @param perSecond visits' worth of pages per second that it served
   * @param follows whether it served in time what it was asked for; if not, it is on its way over
   *     the edge, and counts by half in the search
   */
  public record Served(double perSecond, boolean follows) {
    private double score() {
      return follows ? perSecond : perSecond / 2;
    }
  }

  /**
   * Searches.
   *
   * @param first first estimate of the offered rate in visits per second, above 0
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
    Map<Double, DoubleSummaryStatistics> served = new HashMap<>();
    SettingSearch.Found found =
        SettingSearch.search(
            tuning,
            first,
            setting -> {
              Served one = probe.served(rate(setting));
              served
                  .computeIfAbsent(rate(setting), unused -> new DoubleSummaryStatistics())
                  .accept(one.perSecond());
              return one.score();
            });
    DoubleSummaryStatistics most = served.get(rate(found.setting()));
    SortedMap<String, Double> values =
        Preparation.ended(found.trials(), found.score(), found.settled(), found.atTheEdge());
    values.put(Preparation.ONE_X, most.getAverage());
    values.put(Preparation.ONE_X_LOW, most.getMin());
    values.put(Preparation.ONE_X_HIGH, most.getMax());
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
