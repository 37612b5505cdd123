package io.headwaiter.sim.law;

/**
 * Visits a second that no law can complete more of on average, however clairvoyant, if it lets in
 * customers whose visits are like those of all others: work is taken as a fluid, nothing queues,
 * and nothing is done in vain.
 *
 * <pre>
 *   completed per second &lt;= (1 / T) * sum over steps of dt * min(o, A / V, D / K)
 *   o  visits offered per second,  A  processors,  V  CPU of a visit
 *   D  pages a second that the database serves, K  pages of a visit
 *   T  length of the time that is looked at, dt = 10 ms
 * </pre>
 *
 * <p>V is that of a visit which begins with a full handshake, or with a resumed one where all of
 * them may. Refusing is taken as free, which makes it looser: at 20 times the capacity and 26 us a
 * refusal by 2 to 3 %. It says nothing of single runs, whose visits may happen to be short, nor of
 * short times, into which work may be carried from before; over a run that is many visits long, the
 * second is worth one visit's length.
 *
 * <p>Worked number: one processor, visits of 17.1 ms, offered 58.4 a second and more: 58.4 a
 * second.
 */
public final class FluidBound {
  private static final double NANOS = 1e9;
  private static final long STEP_NANOS = 10_000_000L;

  private FluidBound() {}

  /**
   * The bound.
   *
   * @param handshake with which visits begin; not REQUEST
   * @param fromNanos begin of the time that is looked at
   * @param toNanos its end, after its begin
   */
  public static double visitsPerSecond(
      Truth truth, Turn.Kind handshake, long fromNanos, long toNanos) {
    if (fromNanos >= toNanos) {
      throw new IllegalArgumentException(
          "the time must end after it begins, got " + fromNanos + " to " + toNanos);
    }
    double visits = 0;
    for (long at = fromNanos; at < toNanos; at += STEP_NANOS) {
      double seconds = Math.min(STEP_NANOS, toNanos - at) / NANOS;
      double byProcessors = truth.processors(at) * NANOS / truth.visitNanos(handshake, at);
      double byDatabase = truth.databasePagesPerSecond(at) / truth.pagesPerVisit();
      visits += seconds * Math.min(truth.offeredPerSecond(at), Math.min(byProcessors, byDatabase));
    }
    return visits * NANOS / (toNanos - fromNanos);
  }
}
