package io.headwaiter.core.capacity;

/**
 * The second stage of overload control, for when the visits under way alone need more than the
 * processors carry, mostly after a loss of capacity. By then the gate admits no new visits. If that
 * is not enough, it refuses all further connections of some visits, so that the others can
 * complete. If each visit lost some of its pages, none would complete.
 *
 * <pre>
 *   d &gt; L           part := min(part, max(0.1, C / P))      the visits that fit
 *   d &lt; target      part := min(1, part + dt / 2 s)
 *   d  worker queueing delay, smoothed    L  50 times its target
 *   C  processors for visits, P  processors that the visits under way need; both include those
 *      that visits from elsewhere use, which are also under way, but have no known need
 * </pre>
 *
 * <p>Between the two bounds nothing changes, so that the part does not oscillate.
 *
 * <p>Worked number: a target of 20 ms, visits that need 0.8 processors, and a quota that has just
 * been cut to 0.5: when turns wait for longer than 1 s, 62 of 100 visits under way go on.
 *
 * <p>Not thread-safe.
 */
final class Overcommitment {
  private static final double LIMIT_TARGETS = 50;
  private static final double PART_MIN = 0.1;
  private static final double RECOVERY_NANOS = 2e9;

  private final double targetNanos;
  private double part = 1;

  Overcommitment(long targetNanos) {
    this.targetNanos = targetNanos;
  }

  /**
   * Adds one interval.
   *
   * @param delayNanos d
   * @param processors C, at least 0
   * @param promised P, at least 0
   */
  void add(double elapsedNanos, double delayNanos, double processors, double promised) {
    if (delayNanos > LIMIT_TARGETS * targetNanos) {
      double fits = promised > processors ? processors / promised : 1;
      part = Math.min(part, Math.max(PART_MIN, fits));
    } else if (delayNanos < targetNanos) {
      part = Math.min(1, part + elapsedNanos / RECOVERY_NANOS);
    }
  }

  /** Returns the part of the visits under way that may open further connections, above 0 to 1. */
  double continuingPart() {
    return part;
  }
}
