package io.headwaiter.lab.experiment;

import java.time.Duration;

/**
 * How long the parts of the demo take.
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
 * @param maxProbes bound on calibration runs
 * @param settle longest wait between runs for the server to become idle
 */
public record DemoTiming(
    Duration leadIn,
    Duration window,
    Duration warmUpWindow,
    int compileWindows,
    int maxWarmUpWindows,
    Duration probeLeadIn,
    Duration probeWindow,
    int maxProbes,
    Duration settle) {
  /** For figures. */
  static final DemoTiming FULL =
      new DemoTiming(
          millis(8000),
          millis(20_000),
          millis(3000),
          12,
          4,
          millis(6000),
          millis(8000),
          3,
          millis(4000));

  /** For a look. */
  static final DemoTiming QUICK =
      new DemoTiming(
          millis(2500),
          millis(4000),
          millis(1500),
          3,
          3,
          millis(1500),
          millis(2000),
          2,
          millis(800));

  /** The demo's: a server on one core is flat after 15 windows or so. */
  static final DemoTiming DEMO =
      FULL.withWarmUp(millis(3000), 20).withLeadIn(millis(7000)).withWindow(millis(8000));

  /** The quick demo's. */
  static final DemoTiming DEMO_QUICK =
      QUICK
          .withWarmUp(millis(2000), 12)
          .withCompileWindows(8)
          .withWindow(millis(3000))
          .withSettle(millis(3000));

  /** The same with another load before each window. */
  DemoTiming withLeadIn(Duration other) {
    return new DemoTiming(
        other,
        window,
        warmUpWindow,
        compileWindows,
        maxWarmUpWindows,
        probeLeadIn,
        probeWindow,
        maxProbes,
        settle);
  }

  /** The same with another way of warming up. */
  DemoTiming withWarmUp(Duration oneWindow, int maxWindows) {
    return new DemoTiming(
        leadIn,
        window,
        oneWindow,
        compileWindows,
        maxWindows,
        probeLeadIn,
        probeWindow,
        maxProbes,
        settle);
  }

  /** The same with so many steps of warming up with the load's processors. */
  DemoTiming withCompileWindows(int steps) {
    return new DemoTiming(
        leadIn,
        window,
        warmUpWindow,
        steps,
        maxWarmUpWindows,
        probeLeadIn,
        probeWindow,
        maxProbes,
        settle);
  }

  /** The same with another longest wait between runs. */
  DemoTiming withSettle(Duration longest) {
    return new DemoTiming(
        leadIn,
        window,
        warmUpWindow,
        compileWindows,
        maxWarmUpWindows,
        probeLeadIn,
        probeWindow,
        maxProbes,
        longest);
  }

  /** The same with measurement windows of another length. */
  DemoTiming withWindow(Duration other) {
    return new DemoTiming(
        leadIn,
        other,
        warmUpWindow,
        compileWindows,
        maxWarmUpWindows,
        probeLeadIn,
        probeWindow,
        maxProbes,
        settle);
  }

  /** What it takes when nothing ends early, without the start of the servers. */
  Duration longest(int measuredRuns, int servers) {
    Duration runs = leadIn.plus(window).plus(settle).multipliedBy(measuredRuns);
    Duration warmUp = longestWarmUp().multipliedBy(servers);
    Duration probes = probeLeadIn.plus(probeWindow).plus(settle).multipliedBy(maxProbes + 1L);
    return runs.plus(warmUp).plus(probes);
  }

  /** Warming up one server, when it is never flat. */
  Duration longestWarmUp() {
    return warmUpWindow.multipliedBy((long) compileWindows + maxWarmUpWindows);
  }

  private static Duration millis(long millis) {
    return Duration.ofMillis(millis);
  }
}
