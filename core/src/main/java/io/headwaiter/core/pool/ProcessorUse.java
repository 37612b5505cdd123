package io.headwaiter.core.pool;

/**
 * What the processors did during a profiling run.
 *
 * @param busy processors that the server's process used, on average, 0 to 4096; 0 if nobody knows
 * @param processors how many it may use, 0 to 4096, a part of one where it has a quota; 0 if nobody
 *     knows
 * @param stolen how many of these were not there although there was work, on average, 0 to {@code
 *     processors}: the host gave them to somebody else, or the JVM compiled, as it will not for
 *     ever; null, as older files have it, is 0
 * @param idle how many of these had nothing to do, on average, 0 to {@code processors}; null is all
 *     that were neither busy nor stolen. It is less where the system works for the process, as on
 *     its packets.
 */
public record ProcessorUse(double busy, double processors, Double stolen, Double idle) {
  /** Nobody knows. */
  public static final ProcessorUse UNKNOWN = new ProcessorUse(0, 0);

  private static final double PROCESSORS_MAX = 4096;
  // A delay could not be told from ticks of idle time.
  private static final double FULL = 0.995;

  /** All of them were there. */
  public ProcessorUse(double busy, double processors) {
    this(busy, processors, null, null);
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
   * The part in use of those that were there, 0 to 1; clocks of a process may be a little ahead.
   */
  double part() {
    return Math.min(1, busy / (processors - stolen));
  }

  /** The part of them that was not there, 0 to 1; 0 if nobody knows. */
  public double stolenPart() {
    return isKnown() ? stolen / processors : 0;
  }

  /**
   * The same, had all been there: in use for as much more as was carried.
   *
   * @param gain {@link #gainUnstolen}
   */
  public ProcessorUse unstolen(double gain) {
    return stolen > 0 && isKnown()
        ? new ProcessorUse(Math.min(processors, gain * busy), processors)
        : this;
  }

  /**
   * How many times as much would have been carried, had all processors been there.
   *
   * <pre>
   *   gain = X(a, D (n - s) / n, Z, n) / X(a, D, Z, n)
   *
   *   X(a, D, Z, n)  what n processors and a delay Z carry of a at work: finite source
   *   a    threads at work,  n processors,  s of them stolen: each is so much slower
   *   U    = 1 - idle / (n - s),  D = U n / X and Z such that X is what was carried
   * </pre>
   *
   * <p>Full processors carry n / (n - s) times as much, idle ones hardly more. Worked number: 20
   * threads at work, a quarter of one processor stolen, the rest always in use: 1.33 times as much;
   * with one thread at work that has the processor for a fifth of its time, 1.05.
   *
   * @param atWork threads that had what they need, on average, at least 0
   * @return at least 1; 1 where nothing was stolen, or nobody knows
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
