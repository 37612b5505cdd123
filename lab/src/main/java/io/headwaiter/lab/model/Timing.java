package io.headwaiter.lab.model;

import java.time.Duration;

/**
 * How long the steps of a cell take.
 *
 * @param lead load before each window
 * @param window what is measured
 * @param settle longest wait afterwards, until the server is idle
 * @param warmUpWindow length of one window of warming up
 * @param compileWindows windows of warming up in which a server may use all processors
 * @param warmUpMax windows after these, see {@link #steadyWindowsMax}; stored observations are
 *     recognised by it, so it does not change
 * @param trials the short runs of searches
 */
public record Timing(
    Duration lead,
    Duration window,
    Duration settle,
    Duration warmUpWindow,
    int compileWindows,
    int warmUpMax,
    Trials trials) {
  private static final int STEADY_WINDOWS = 4;

  /**
   * Short runs that look for 1x, or for a setting.
   *
   * @param lead load before each window, longer than most visits
   * @param window what is measured
   * @param coarse whether 1x is found to 17 %, and not to 8 %
   */
  public record Trials(Duration lead, Duration window, boolean coarse) {
    /** Nothing is searched. */
    public static final Trials NONE = new Trials(Duration.ZERO, Duration.ZERO, true);

    private static final int COARSE_MAX = 14;
    private static final int FINE_MAX = 20;

    /** Returns how many runs may look for 1x at most. */
    public int oneXMax() {
      return coarse ? COARSE_MAX : FINE_MAX;
    }
  }

  /** Returns the times of an experiment that searches nothing. */
  public static Timing of(
      Duration lead,
      Duration window,
      Duration settle,
      Duration warmUpWindow,
      int compileWindows,
      int warmUpMax) {
    return new Timing(lead, window, settle, warmUpWindow, compileWindows, warmUpMax, Trials.NONE);
  }

  /** The same in milliseconds. */
  public static Timing ofMillis(
      long lead, long window, long settle, long warmUpWindow, int compileWindows, int warmUpMax) {
    return of(
        Duration.ofMillis(lead),
        Duration.ofMillis(window),
        Duration.ofMillis(settle),
        Duration.ofMillis(warmUpWindow),
        compileWindows,
        warmUpMax);
  }

  /** Returns the same with searches, times in milliseconds. */
  public Timing searchingMillis(long trialLead, long trialWindow, boolean coarse) {
    return searching(Duration.ofMillis(trialLead), Duration.ofMillis(trialWindow), coarse);
  }

  /** Returns the same with searches. */
  public Timing searching(Duration trialLead, Duration trialWindow, boolean coarse) {
    return new Timing(
        lead,
        window,
        settle,
        warmUpWindow,
        compileWindows,
        warmUpMax,
        new Trials(trialLead, trialWindow, coarse));
  }

  /** Returns the longest time of one cell. */
  public Duration cell() {
    return lead.plus(window).plus(settle);
  }

  /** Returns the longest time of one short run of a search. */
  public Duration trial() {
    return trials.lead().plus(trials.window()).plus(settle);
  }

  /**
   * Returns the most windows of warming up on the server's own processor; fewer if the cost of a
   * reply is steady sooner. It takes four to see that, and a shared machine seldom shows it at
   * once.
   */
  public int steadyWindowsMax() {
    return warmUpMax < 2 ? warmUpMax : Math.max(STEADY_WINDOWS, 2 * warmUpMax);
  }

  /** Returns the longest time of warming up one server. */
  public Duration warmUp() {
    return warmUpWindow.multipliedBy((long) compileWindows + steadyWindowsMax());
  }
}
