package io.headwaiter.core.pool.profile;

import io.headwaiter.core.pool.Checks;
import io.headwaiter.core.pool.queueing.ProcessorContention;

/**
 * The use of the processors during a profiling run.
 *
 * @param busy processors that the server's process used, on average, 0 to 4096; 0 if unknown
 * @param processors number that it may use, 0 to 4096, a fraction if it has a quota; 0 if unknown
 * @param stolen number of these that were missing although there was work, on average, 0 to {@code
 *     processors}: the host gave them to another guest, or the JVM compiled, which is temporary;
 *     null, as in older files, is 0
 * @param idle number of these that had no work, on average, 0 to {@code processors}; null is all
 *     that were neither busy nor stolen. It is less where the system works for the process, for
 *     example on its packets.
 */
public record ProcessorUse(double busy, double processors, Double stolen, Double idle) {
  /** The use is unknown. */
  public static final ProcessorUse UNKNOWN = new ProcessorUse(0, 0);

  private static final double PROCESSORS_MAX = 4096;
  // Above this the resolution of idle time is too coarse to compute a delay.
  private static final double FULL = 0.995;

  /** Creates a use without stolen processors. */
  public ProcessorUse(double busy, double processors) {
    this(busy, processors, 0.0, Math.max(0, processors - busy));
  }

  /** Checks the ranges. */
  public ProcessorUse {
    Checks.within("processors in use", busy, 0, PROCESSORS_MAX);
    Checks.within("processors", processors, 0, PROCESSORS_MAX);
    stolen = stolen == null ? 0.0 : stolen;
    Checks.within("processors that were stolen", stolen, 0, processors);
    idle = idle == null ? Math.max(0, processors - stolen - busy) : idle;
    Checks.within("processors that were idle", idle, 0, processors);
  }

  /** Whether both are known. */
  public boolean isKnown() {
    return busy > 0 && processors > stolen;
  }

  /**
   * The fraction in use of those that were not stolen, 0 to 1; a process clock may be slightly
   * ahead.
   */
  public double part() {
    return Math.min(1, busy / (processors - stolen));
  }

  /** The stolen fraction, 0 to 1; 0 if unknown. */
  public double stolenPart() {
    return isKnown() ? stolen / processors : 0;
  }

  /**
   * Returns the use without stealing: the busy time grows in proportion to the rate.
   *
   * @param gain {@link #gainUnstolen}
   */
  public ProcessorUse unstolen(double gain) {
    return stolen > 0 && isKnown()
        ? new ProcessorUse(Math.min(processors, gain * busy), processors)
        : this;
  }

  /**
   * Returns the factor by which the rate would have been higher without stolen processors.
   *
   * <pre>
   *   gain = X(a, D (n - s) / n, Z, n) / X(a, D, Z, n)
   *
   *   X(a, D, Z, n)  rate of n processors and a delay Z with a threads at work: finite source
   *   a    threads at work,  n processors,  s of them stolen: each is slower by that factor
   *   U    = 1 - idle / (n - s),  D = U n / X and Z such that X is the completed rate
   * </pre>
   *
   * <p>Full processors complete n / (n - s) times as much, idle ones hardly more. Worked number: 20
   * threads at work, a quarter of one processor stolen, the rest always in use: 1.33 times as much;
   * with one thread at work that has the processor for a fifth of its time, 1.05.
   *
   * @param atWork threads that had what they need, on average, at least 0
   * @return at least 1; 1 if no processor was stolen, or if unknown
   */
  public double gainUnstolen(double atWork) {
    if (stolen <= 0 || !isKnown() || !(atWork > 0)) {
      return 1;
    }
    double there = processors - stolen;
    double used = Math.max(0, 1 - idle / there);
    double all = processors / there;
    if (used <= 0) {
      return 1;
    }
    if (used >= FULL) {
      return all;
    }
    return ProcessorContention.gain(new ProcessorContention.Crowd(atWork, used, processors), all);
  }
}
