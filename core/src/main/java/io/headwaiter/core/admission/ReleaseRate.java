package io.headwaiter.core.admission;

/**
 * Measures how many waiting clients are admitted per second, while clients wait.
 *
 * <pre>
 *   n   := n * exp(-dt/tau) + releases
 *   t   := t * exp(-dt/tau) + dt            only while clients wait
 *   rate = min(n / t, a)
 *   a    clients per second that the policy in force would admit at most
 *   tau  2 s
 * </pre>
 *
 * <p>Time without waiting clients does not count, because it does not show what could be released.
 * The measured rate is forgotten half a minute after the last client waited. Then, as at the start,
 * the policy's rate counts as one second of experience. The bound {@code a} is there because a
 * client that waits only for the rest of a refill is released sooner than at the long-run rate.
 *
 * <p>Worked number: the policy says 60 a second, 1 s after the start 10 have been released: n = 60
 * * 0.607 + about 7.9, t = 0.607 + 0.787, rate = 31.8 a second; after 4 s more like it 12.
 *
 * <p>Not thread-safe.
 */
final class ReleaseRate {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double TAU_NANOS = 2 * NANOS_PER_SECOND;
  private static final long FORGOTTEN_AFTER_NANOS = 30_000_000_000L;
  // Used if the policy states no rate: small, so that the waiting room grows with the measured
  // rate.
  private static final double UNKNOWN_PER_SECOND = 1;

  private double releases;
  private double nanos;
  private long sinceNanos;
  private boolean counting;
  private boolean known;

  /**
   * Notes that the first client begins to wait.
   *
   * @param policyPerSecond clients per second that the policy would admit; infinity if it states no
   *     rate
   */
  void begin(long nowNanos, double policyPerSecond) {
    if (!known || nowNanos - sinceNanos > FORGOTTEN_AFTER_NANOS) {
      known = true;
      releases = Double.isInfinite(policyPerSecond) ? UNKNOWN_PER_SECOND : policyPerSecond;
      nanos = NANOS_PER_SECOND;
    }
    sinceNanos = nowNanos;
    counting = true;
  }

  /** Notes that one waiting client is admitted. */
  void released(long nowNanos) {
    pass(nowNanos);
    releases++;
  }

  /** Notes that no client waits any more. */
  void end(long nowNanos) {
    pass(nowNanos);
    counting = false;
  }

  /** Returns the releases per second, at least 0. */
  double perSecond(long nowNanos, double policyPerSecond) {
    if (!known) {
      return policyPerSecond;
    }
    double dt = counting ? Math.max(0, nowNanos - sinceNanos) : 0;
    double keep = Math.exp(-dt / TAU_NANOS);
    double learned = releases * keep * NANOS_PER_SECOND / (nanos * keep + dt);
    return Math.min(learned, policyPerSecond);
  }

  private void pass(long nowNanos) {
    double dt = Math.max(0, nowNanos - sinceNanos);
    double keep = Math.exp(-dt / TAU_NANOS);
    releases *= keep;
    nanos = nanos * keep + dt;
    sinceNanos = nowNanos;
  }
}
