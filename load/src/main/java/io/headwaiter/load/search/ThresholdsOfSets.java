package io.headwaiter.load.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Finds the thresholds of one contender with several sets of customers, for {@link
 * SixtyPercentRule}. The search for a set begins at the result for the previous one. Belongs to one
 * thread.
 */
public final class ThresholdsOfSets {
  /** One run. */
  @FunctionalInterface
  public interface Run {
    /**
     * Returns whether a rate was sustained.
     *
     * @param rate the offered rate
     * @param customers number of the set
     */
    boolean isSustained(double rate, int customers) throws IOException, InterruptedException;
  }

  private static final int FIRST_STRIDE = 3;
  private static final int NEXT_STRIDE = 2;
  // To find a good and a bad rate when the start was far from the threshold.
  private static final int MORE_TRIALS = 4;

  private final double step;
  private final Run run;
  private final List<Double> thresholds = new ArrayList<>();
  private double start;
  private int stride = FIRST_STRIDE;
  private int unbounded;
  private int trials;

  /**
   * Creates an instance without trials.
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
   * Searches for the threshold with one set of customers.
   *
   * @param customers number of the set
   * @param trialsEnough as in {@link ThresholdSearch}; up to {@value #MORE_TRIALS} more are made
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

  /** Returns the most runs that {@link #search} makes. */
  public static int trialsMax(int trialsEnough) {
    return trialsEnough + MORE_TRIALS;
  }

  /** Returns the thresholds in the order of the searches; NaN if no or every rate was sustained. */
  public List<Double> thresholds() {
    return List.copyOf(thresholds);
  }

  /** Returns how many thresholds are NaN because every rate was sustained. */
  public int unbounded() {
    return unbounded;
  }

  /** Returns the number of trials. */
  public int trials() {
    return trials;
  }
}
