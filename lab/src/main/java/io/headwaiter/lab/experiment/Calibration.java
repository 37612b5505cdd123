package io.headwaiter.lab.experiment;

import java.util.Map;
import java.util.TreeMap;

/**
 * Finds 1x: the offered rate at which a server serves most sessions per second, counted in replies
 * over the mean length of a session, less the sessions that broke, and halved where the p99 is over
 * half of the customers' patience.
 *
 * <p>Rule: a first estimate is the rate at which the server's CPU would be full, {@code r0 = cores
 * / c}, with c the CPU seconds per session at moderate load. From there short runs climb a ladder
 * of rates {@code r0 * STEP^k}: first upwards (downwards when the first run completed less than 80
 * % of what was offered) while the completed rate grows, then, if that did not help, the other way;
 * the best rung is 1x. The number of runs is bounded. With STEP = 1.08 the answer is within about 4
 * % of the best rate on a smooth hill; a server that collapses beyond its capacity has a sharper
 * one.
 *
 * <p>Worked: c = 17 ms on one core gives r0 = 58.8; if runs at 58.8 and 63.5 complete 56 and 41
 * sessions per second, and one at 54.4 completes 52, then 1x is 58.8.
 */
final class Calibration {
  /** Ratio of neighbouring rungs. */
  static final double STEP = 1.08;

  /** Completing less than this share of what is offered is overload: the search goes down first. */
  private static final double OVERLOADED = 0.8;

  /** Runs the server for a short while. */
  @FunctionalInterface
  interface Probe {
    /** Sessions completed per second at an offered rate of sessions per second. */
    double completedPerSecond(double offeredPerSecond) throws InterruptedException;
  }

  private final double firstPerSecond;
  private final double step;
  private final Probe probe;
  private final int maxProbes;
  private final Map<Integer, Double> completed = new TreeMap<>();

  private Calibration(double firstPerSecond, double step, int maxProbes, Probe probe) {
    this.firstPerSecond = firstPerSecond;
    this.step = step;
    this.maxProbes = maxProbes;
    this.probe = probe;
  }

  /**
   * Searches.
   *
   * @param firstPerSecond first estimate in sessions per second, above zero
   * @param maxProbes how many short runs are allowed, at least 1
   * @return the offered rate, of those tried, with the highest completed rate, in sessions per
   *     second
   */
  static double search(double firstPerSecond, int maxProbes, Probe probe)
      throws InterruptedException {
    return search(firstPerSecond, STEP, maxProbes, probe);
  }

  /**
   * Searches on another ladder.
   *
   * @param step ratio of neighbouring rungs, above 1
   */
  static double search(double firstPerSecond, double step, int maxProbes, Probe probe)
      throws InterruptedException {
    if (!(firstPerSecond > 0) || Double.isInfinite(firstPerSecond) || maxProbes < 1) {
      throw new IllegalArgumentException(
          "calibration needs a first rate above 0 and at least one run, got "
              + firstPerSecond
              + " and "
              + maxProbes);
    }
    Calibration search = new Calibration(firstPerSecond, step, maxProbes, probe);
    search.visit(0);
    int first = search.completed.get(0) < OVERLOADED * firstPerSecond ? -1 : +1;
    search.climb(first);
    if (search.best() == 0) {
      search.climb(-first);
    }
    return search.rate(search.best());
  }

  private void climb(int direction) throws InterruptedException {
    for (int rung = direction; completed.size() < maxProbes; rung += direction) {
      visit(rung);
      if (best() != rung) {
        return;
      }
    }
  }

  private void visit(int rung) throws InterruptedException {
    completed.put(rung, probe.completedPerSecond(rate(rung)));
  }

  private int best() {
    return completed.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
  }

  private double rate(int rung) {
    return firstPerSecond * Math.pow(step, rung);
  }
}
