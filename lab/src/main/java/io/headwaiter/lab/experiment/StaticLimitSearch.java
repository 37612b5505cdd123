package io.headwaiter.lab.experiment;

import io.headwaiter.lab.search.Knob;

/**
 * The ladders on which the best static limits for one load are searched, all the way along: a grid
 * first, then neighbours until the best is inside.
 */
final class StaticLimitSearch {
  private StaticLimitSearch() {}

  /** Tomcat's {@code maxConnections}: 8 to 512 by 19 %, every fourth at first. */
  static Knob connections() {
    return Knob.geometric("maxConnections", 8, 512, 2, 2).whole();
  }

  /**
   * New visits per second at our own gate: 0.6 to 1.5 times what fits by 3 %, every fourth at
   * first.
   *
   * @param fitsPerSecond sessions per second that fit, above 0
   */
  static Knob visitsPerSecond(double fitsPerSecond) {
    return Knob.geometric("newVisitsPerSecond", 0.6 * fitsPerSecond, 1.5 * fitsPerSecond, 1.12, 2);
  }
}
