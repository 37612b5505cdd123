package io.headwaiter.lab.bench;

import java.time.Duration;

/**
 * How long the parts of trials take.
 *
 * <p>A visit of the literal reading has 8.5 requests in the mean, so it lasts about 7.5 scaled
 * think times; lead-in and window must be well above that, or visits that are still under way count
 * for nobody.
 *
 * @param leadIn load before each measurement window
 * @param window measurement window of each run
 * @param warmUpWindow one step of warming up
 * @param compileWindows steps before, for which the server may use the load's processors too
 * @param maxWarmUpWindows bound on the steps on its own processor, for each server
 * @param probeLeadIn load before the window of a calibration run
 * @param probeWindow window of a calibration run
 * @param settle longest wait between runs for the server to become idle
 */
public record TrialTiming(
    Duration leadIn,
    Duration window,
    Duration warmUpWindow,
    int compileWindows,
    int maxWarmUpWindows,
    Duration probeLeadIn,
    Duration probeWindow,
    Duration settle) {
  /** For figures. */
  public static final TrialTiming FULL =
      new TrialTiming(
          millis(8000),
          millis(20_000),
          millis(3000),
          12,
          4,
          millis(6000),
          millis(8000),
          millis(4000));

  /** For a look. */
  public static final TrialTiming QUICK =
      new TrialTiming(
          millis(2500), millis(4000), millis(1500), 3, 3, millis(1500), millis(2000), millis(800));

  /** The same with another way of warming up. */
  public TrialTiming withWarmUp(Duration oneWindow, int maxWindows) {
    return new TrialTiming(
        leadIn, window, oneWindow, compileWindows, maxWindows, probeLeadIn, probeWindow, settle);
  }

  /** The same with so many steps of warming up with the load's processors. */
  public TrialTiming withCompileWindows(int steps) {
    return new TrialTiming(
        leadIn, window, warmUpWindow, steps, maxWarmUpWindows, probeLeadIn, probeWindow, settle);
  }

  /** The same with another longest wait between runs. */
  public TrialTiming withSettle(Duration longest) {
    return new TrialTiming(
        leadIn,
        window,
        warmUpWindow,
        compileWindows,
        maxWarmUpWindows,
        probeLeadIn,
        probeWindow,
        longest);
  }

  /** The same with measurement windows of another length. */
  public TrialTiming withWindow(Duration other) {
    return new TrialTiming(
        leadIn,
        other,
        warmUpWindow,
        compileWindows,
        maxWarmUpWindows,
        probeLeadIn,
        probeWindow,
        settle);
  }

  /** Warming up one server, when it is never flat. */
  public Duration longestWarmUp() {
    return warmUpWindow.multipliedBy((long) compileWindows + maxWarmUpWindows);
  }

  private static Duration millis(long millis) {
    return Duration.ofMillis(millis);
  }
}
