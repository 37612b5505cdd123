package io.headwaiter.front.supply;

import io.headwaiter.core.capacity.CpuSupply;

/**
 * Estimates how many processors a process has, from what it and others use.
 *
 * <pre>
 *   A = min( m, max( u + h / (1 + d), f ) ),  at least 0.02 m
 *   m  allowed: min(n, q), n processors of the affinity, q the smallest quota of all groups
 *   u  processors that the process uses
 *   h  headroom: the smaller of what is idle on the n, and of what is left of every quota
 *   d  processors that others take for each one more that the process uses, 0 to 4
 *   f  share: what it gets of processors that others want, too
 * </pre>
 *
 * <p>u and h are smoothed over {@link #TAU_NANOS} before they come here, because the kernel counts
 * in ticks of 10 ms. m is not smoothed: a new quota or affinity counts at once.
 *
 * <p>Others that leave something idle keep what they have. Another process that uses half a
 * processor leaves half of one, whether this process is idle (u = 0, h = 0.5) or not (u = 0.5, h =
 * 0).
 *
 * <p>If others leave nothing idle (h near 0), the process would get more than it uses now, but how
 * much is unknown until it asks for it. So f is what it got while it asked. Over intervals with
 * work waiting at both ends, f approaches what was used in them and the usable headroom, with the
 * same lag. A burst that is over within an interval says nothing: the little used in it was all
 * that was wanted. While no work waits, f returns to half of m over 10 s if it was below: an equal
 * share with one other process.
 *
 * <p>d is for a database on the same host. Its work grows with that of this process, and would
 * otherwise show only after it has come: in h one processor of this process comes with d of the
 * others. d is the slope of what others (and the host, as stolen time) use over u, by least squares
 * over about 20 s, held down while u hardly varies. It changes how A is approached and not its
 * final value, since A = u where h = 0. An error in d costs time and no capacity.
 *
 * <p>Worked number: two processors, no quota; this process uses 0.4, a database 0.2, and it
 * recently took 0.5 for each of this process: A = 0.4 + 1.4 / 1.5 = 1.33. At A the database takes
 * 0.67, and nothing is idle. Without d, A would be 1.8 and fall to 1.33 as the load grows.
 *
 * <p>Never 0 and never NaN. Not thread-safe.
 */
final class SupplyLaw {
  /** Lag of all smoothed values: within 1 % after a second. */
  static final double TAU_NANOS = 0.2e9;

  /** Part of the allowed processors that always counts as available. */
  static final double FLOOR_PART = 0.02;

  private static final double SHARE_RETURN_NANOS = 10e9;
  private static final double EQUAL_SHARE = 0.5;

  private CoLocatedDemand coLocatedDemand = new CoLocatedDemand();
  private double cpusBefore;
  private double share = Double.NaN;
  private boolean wantedBefore;

  /**
   * The measurements at one instant.
   *
   * @param elapsedNanos since the last one, above 0
   * @param allowed m, above 0
   * @param cpus n, above 0
   * @param own u, at least 0
   * @param ownLatest the same over the last interval only
   * @param idle processors idle on the n, at least 0
   * @param quotaRoom what is left of the quota that has least left, at least 0; infinity for none
   * @param stolen processors that the host takes away, at least 0
   * @param throttledPart part of the time for which a quota stops it, 0 to 1
   * @param wanting whether its work waits for processors
   */
  record Input(
      double elapsedNanos,
      double allowed,
      double cpus,
      double own,
      double ownLatest,
      double idle,
      double quotaRoom,
      double stolen,
      double throttledPart,
      boolean wanting) {}

  /** Takes one interval; returns the supply after it. */
  CpuSupply step(Input in) {
    double own = Math.min(in.own(), in.allowed());
    double idle = Math.min(in.idle(), Math.max(0, in.cpus() - own));
    double stolen = Math.min(in.stolen(), Math.max(0, in.cpus() - own - idle));
    double others = Math.max(0, in.cpus() - own - idle - stolen);
    if (in.cpus() != cpusBefore) {
      cpusBefore = in.cpus();
      coLocatedDemand = new CoLocatedDemand(); // the use of these processors by others is unrelated
    }
    coLocatedDemand.add(in.elapsedNanos(), own, others + stolen);
    double open = own + Math.min(idle, in.quotaRoom()) / (1 + coLocatedDemand.slope());
    learnShare(in, in.ownLatest() + open - own);
    double available = Math.min(in.allowed(), Math.max(open, share));
    available = Math.max(available, FLOOR_PART * in.allowed());
    return new CpuSupply(available, in.allowed(), others, stolen, in.throttledPart());
  }

  /**
   * Adjusts the share by one interval.
   *
   * @param got processors used in it, and the usable headroom
   */
  private void learnShare(Input in, double got) {
    double equal = EQUAL_SHARE * in.allowed();
    boolean throughout = wantedBefore && in.wanting();
    wantedBefore = in.wanting();
    if (Double.isNaN(share)) {
      share = equal;
    } else if (throughout) {
      share += (got - share) * -Math.expm1(-in.elapsedNanos() / TAU_NANOS);
    } else if (!in.wanting()) {
      share += Math.max(0, equal - share) * -Math.expm1(-in.elapsedNanos() / SHARE_RETURN_NANOS);
    }
  }
}
