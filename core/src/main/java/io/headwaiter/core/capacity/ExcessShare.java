package io.headwaiter.core.capacity;

/**
 * The processors for visits that are over their account: those that other work leaves over, and a
 * tenth in any case.
 *
 * <pre>
 *   p := max(0.1, p * exp(-dt / 0.2 s))                  while new visits are refused or wait, or
 *                                                        work of visits within their account waits
 *                                                        for longer than half the target
 *   p := min(1, (p + 0.1 * dt / 1 s) * exp(dt / 1 s))    else
 *   e  = p * A                                           A processors there are
 * </pre>
 *
 * <p>It starts at p = 1. While no other visit wants the processors and p is 1, there is no bound:
 * an idle server treats a visit that uses much as it treats all others. Once others want them, p
 * falls from 1 to a tenth within 0.5 s; it grows back within two seconds. Only p is stored, so
 * processors that other processes of the host give back never cause a bound.
 *
 * <p>Visits may ask without pause and be within their accounts, for example forty of them on one
 * processor. While other work wants the processors, such visits count as over their accounts, until
 * all excess keeps less than a tenth of them busy. Otherwise they would come back as soon as nobody
 * waits any more, and others would wait again.
 *
 * <p>Worked number: A = 1, p = 1, new visits are refused from now on: after 0.2 s e = 0.37, after
 * 0.5 s e = 0.1. A visit that would use the whole processor gets a tenth of it.
 *
 * <p>Not thread-safe.
 */
final class ExcessShare {
  /** Part of the processors that visits over their account get in any case. */
  static final double LEAST_PART = 0.1;

  private static final double STRICT_UNTIL_PART = 0.1;
  private static final double FALL_NANOS = 0.2e9;
  private static final double RISE_NANOS = 1e9;

  private final long targetNanos;
  private double part = 1;
  private double available = Double.POSITIVE_INFINITY;
  private boolean bounded;
  private boolean wanted;
  private boolean strict;

  /**
   * Creates a share without a bound.
   *
   * @param queueDelayTargetNanos above 0
   */
  ExcessShare(long queueDelayTargetNanos) {
    this.targetNanos = queueDelayTargetNanos;
  }

  /**
   * Adds one interval.
   *
   * @param available A
   * @param restricting whether new visits are refused or wait
   * @param delayNanos how long work of visits within their account waits for a worker
   */
  void add(double elapsedNanos, double available, boolean restricting, double delayNanos) {
    this.available = available;
    wanted = restricting || delayNanos > targetNanos / 2.0;
    part =
        wanted
            ? Math.max(LEAST_PART, part * Math.exp(-elapsedNanos / FALL_NANOS))
            : Math.min(
                1,
                (part + LEAST_PART * elapsedNanos / RISE_NANOS)
                    * Math.exp(elapsedNanos / RISE_NANOS));
    bounded = wanted || part < 1;
  }

  /**
   * Decides on the rule for visits, after {@link #add}.
   *
   * @param used processors busy with excess
   */
  void judge(double used) {
    strict = wanted || (strict && used > STRICT_UNTIL_PART * available);
  }

  /** Returns whether visits that ask without pause count as over their account. */
  boolean isStrict() {
    return strict;
  }

  /** Returns e; infinity while there is no bound. */
  double processors() {
    return bounded ? part * available : Double.POSITIVE_INFINITY;
  }
}
