package io.headwaiter.core.visit;

/**
 * The turns of a visit since it last paused, and the CPU time that they have used. A customer reads
 * what came before it asks for more. A program may ask at once, and never ends its burst.
 *
 * <pre>
 *   a turn came at c, the last one before came at c', and ended at e'
 *   a new burst begins with it if c - e' &gt;= max(100 ms, min(250 ms, (e' - c') / 2))
 * </pre>
 *
 * <p>The time for which a turn waits is no pause. So it makes no difference how much CPU time a
 * program gets, or how many of them share it. A page may ask for its parts a little later than for
 * itself, and then it is one burst with them. A program may be far away, and ask as late as its
 * network makes it; what it asks for takes long while many wait.
 *
 * <p>Worked number: a turn takes 20 ms, and the visit asks again 300 ms later: a new burst. A turn
 * takes 150 ms, and the visit asks again 1 ms later: the burst goes on.
 *
 * <p>Thread-safe.
 */
final class Burst {
  private static final long PAUSE_NANOS_MIN = 100_000_000L;
  private static final long PAUSE_NANOS_MAX = 250_000_000L;

  private boolean began;
  private boolean called;
  private long endedNanos;
  private long pauseNanosMin;
  // CPU time of the visit when the burst began, and when its last turn ended.
  private long workBeforeNanos;
  private long workNanos;

  /**
   * Notes that a turn has ended.
   *
   * @param tookNanos how long ago it came, at least 0
   * @param newWorkNanos CPU time that the visit has used so far, with this turn
   * @return the CPU time of the burst that has ended before it; 0 if the turn belongs to it, or if
   *     {@link #isFirstCall} was asked for it
   */
  synchronized long turnEnded(long tookNanos, long newWorkNanos, long nowNanos) {
    boolean ends = isPause(nowNanos - tookNanos);
    long burstNanos = ends && !called ? workNanos - workBeforeNanos : 0;
    workBeforeNanos = ends ? workNanos : workBeforeNanos;
    called &= !ends;
    endedNanos = nowNanos;
    pauseNanosMin = Math.max(PAUSE_NANOS_MIN, Math.min(PAUSE_NANOS_MAX, tookNanos / 2));
    workNanos = newWorkNanos;
    began = true;
    return burstNanos;
  }

  /** Returns whether there was a pause before a turn that came then. */
  private boolean isPause(long cameNanos) {
    return began && cameNanos - endedNanos >= pauseNanosMin;
  }

  /**
   * Returns the CPU time of the burst to which a turn belongs that comes now; 0 if it begins one.
   *
   * @param newWorkNanos CPU time that the visit has used so far
   */
  synchronized long nanosAt(long newWorkNanos, long nowNanos) {
    return began && !isPause(nowNanos) ? newWorkNanos - workBeforeNanos : 0;
  }

  /** Returns whether this is the first call in this burst. */
  synchronized boolean isFirstCall() {
    boolean first = !called;
    called = true;
    return first;
  }
}
