package io.headwaiter.lab.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The thresholds of one contender with several sets of customers, for {@link SixtyPercentRule}.
 * What is found for one set is where the search for the next begins. Belongs to one thread.
 */
public final class ThresholdsOfSets {
  /** One run. */
  @FunctionalInterface
  public interface Run {
    /**
     * Whether a rate was sustained.
     *
     * @param rate offered
     * @param customers which set of them
     */
    boolean isSustained(double rate, int customers) throws IOException, InterruptedException;
  }

  private static final int FIRST_STRIDE = 3;
  private static final int NEXT_STRIDE = 2;
  // To find a good and a bad rate when the start was far off.
  private static final int MORE_TRIALS = 4;

  private final double step;
  private final Run run;
  private final List<Double> thresholds = new ArrayList<>();
  private double start;
  private int stride = FIRST_STRIDE;
  private int unbounded;
  private int trials;

  /**
   * Nothing was tried yet.
   *
   * @param start first rate, above 0
   * @param step ratio of neighbouring rates, above 1
   */
  public ThresholdsOfSets(double start, double step, Run run) {
    this.start = start;
    this.step = step;
    this.run = run;
  }

  /**
   * Looks for the threshold with one set of customers.
   *
   * @param customers which set
   * @param trialsEnough as {@link ThresholdSearch} has it; up to {@value #MORE_TRIALS} more
   */
  public void search(int customers, int trialsEnough) throws IOException, InterruptedException {
    ThresholdSearch search =
        new ThresholdSearch(start, step, stride, trialsEnough, trialsEnough + MORE_TRIALS);
    for (OptionalDouble rate = search.next(); rate.isPresent(); rate = search.next()) {
      search.tell(run.isSustained(rate.getAsDouble(), customers));
    }
    trials += search.trials();
    unbounded += search.isBoundedAbove() ? 0 : 1;
    thresholds.add(search.threshold().orElse(Double.NaN));
    if (search.highestGood().isPresent()) {
      start = search.highestGood().getAsDouble();
      stride = NEXT_STRIDE;
    }
  }

  /** The most runs that {@link #search} makes. */
  public static int trialsMax(int trialsEnough) {
    return trialsEnough + MORE_TRIALS;
  }

  /** One for each search, in their order; NaN where nothing or everything was sustained. */
  public List<Double> thresholds() {
    return List.copyOf(thresholds);
  }

  /** How many of them are NaN because everything was sustained. */
  public int unbounded() {
    return unbounded;
  }

  /** How many rates were tried. */
  public int trials() {
    return trials;
  }
}
