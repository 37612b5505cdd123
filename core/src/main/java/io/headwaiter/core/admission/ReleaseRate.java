package io.headwaiter.core.admission;

/**
 * How many of those who wait are let in per second, learned while somebody waits.
 *
 * <pre>
 *   n   := n * exp(-dt/tau) + releases
 *   t   := t * exp(-dt/tau) + dt            only while somebody waits
 *   rate = min(n / t, a)
 *   a    what the policy in force would let in per second at most
 *   tau  2 s
 * </pre>
 *
 * <p>Time in which nobody waits says nothing about what could be released, so it does not count.
 * What was learned is forgotten half a minute after the last one waited; then, as at the start, the
 * policy's word counts as one second of experience. The bound {@code a} is there because who waits
 * only for the rest of a refill is released sooner than the long-run rate would have it.
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
  // Where the policy does not say: small, so that the room grows with what it sees.
  private static final double UNKNOWN_PER_SECOND = 1;

  private double releases;
  private double nanos;
  private long sinceNanos;
  private boolean counting;
  private boolean known;

  /**
   * Somebody begins to wait.
   *
   * @param policyPerSecond what the policy would let in per second; infinity if it does not say
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

  /** One of those who wait is let in. */
  void released(long nowNanos) {
    pass(nowNanos);
    releases++;
  }

  /** Nobody waits any more. */
  void end(long nowNanos) {
    pass(nowNanos);
    counting = false;
  }

  /** Releases per second, at least 0. */
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
