package io.headwaiter.core.visit;

/**
 * The requests of a visit since it last paused, and the CPU time that they have used. A customer
 * reads what came before it asks for more. A program may ask at once, and never ends its burst.
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
 * <p>Limit: a program that pauses for 100 to 250 ms before each request is taken for a customer.
 *
 * <p>Thread-safe.
 */
final class Burst {
  /** Bursts of one visit that teach what is usual. */
  static final int TAUGHT_MAX = 5;

  private static final long PAUSE_NANOS_MIN = 100_000_000L;
  private static final long PAUSE_NANOS_MAX = 250_000_000L;

  private boolean began;
  private boolean taught;
  private int taughtBefore;
  private long endedNanos;
  private long pauseNanosMin;
  private long cpuNanos;

  /**
   * Notes that a turn has ended.
   *
   * @param tookNanos how long ago it came, at least 0
   * @param turnNanos its CPU time, at least 0
   * @return the CPU time of the burst that has ended before it, if it teaches what is usual; else 0
   */
  synchronized long turnEnded(long tookNanos, long turnNanos, long nowNanos) {
    long endedBurstNanos = 0;
    if (isPause(nowNanos - tookNanos)) {
      endedBurstNanos = teaches() ? cpuNanos : 0;
      taught = false;
      cpuNanos = 0;
    }
    // Turns on other threads may have ended later.
    if (!began || nowNanos - endedNanos > 0) {
      endedNanos = nowNanos;
      pauseNanosMin = Math.max(PAUSE_NANOS_MIN, Math.min(PAUSE_NANOS_MAX, tookNanos / 2));
    }
    cpuNanos += turnNanos;
    began = true;
    return endedBurstNanos;
  }

  /** Returns whether there was a pause before a turn that came then. */
  private boolean isPause(long cameNanos) {
    return began && cameNanos - endedNanos >= pauseNanosMin;
  }

  /** Returns the CPU time of the burst to which a turn belongs that came then; 0 for a new one. */
  synchronized long nanosAt(long cameNanos) {
    return isPause(cameNanos) ? 0 : cpuNanos;
  }

  /**
   * Returns whether this burst teaches what is usual: once, and only the first {@value #TAUGHT_MAX}
   * of a visit, so that no visit can teach much.
   */
  synchronized boolean teaches() {
    boolean teaches = !taught && taughtBefore < TAUGHT_MAX;
    taught = true;
    taughtBefore += teaches ? 1 : 0;
    return teaches;
  }
}
