package io.headwaiter.core.pool;

/**
 * What the processors did during a profiling run.
 *
 * @param busy processors that the server's process used, on average, 0 to 4096; 0 if nobody knows
 * @param processors how many it may use, 0 to 4096, a part of one where it has a quota; 0 if nobody
 *     knows
 */
public record ProcessorUse(double busy, double processors) {
  /** Nobody knows. */
  public static final ProcessorUse UNKNOWN = new ProcessorUse(0, 0);

  private static final double PROCESSORS_MAX = 4096;

  /** Checks the ranges. */
  public ProcessorUse {
    Checks.within("processors in use", busy, 0, PROCESSORS_MAX);
    Checks.within("processors", processors, 0, PROCESSORS_MAX);
  }

  /** Whether both are known. */
  public boolean isKnown() {
    return busy > 0 && processors > 0;
  }

  /** The part in use, 0 to 1; clocks of a process may be a little ahead. */
  double part() {
    return Math.min(1, busy / processors);
  }
}
