package io.headwaiter.core.admission;

/**
 * A token bucket: allows a burst and a long-run rate.
 *
 * <pre>
 *   level := min(burst, level + dt * perSecond)   at each call; one is taken if level is at least 1
 * </pre>
 *
 * <p>Worked number: burst 20 and 10 a second, full: 20 pass at once, the next one 100 ms later, and
 * 120 within 10 s of the first.
 *
 * <p>Not thread-safe; time is passed in as {@code nowNanos} of any monotonic clock.
 */
public final class TokenBucket {
  /** Largest burst. */
  public static final int BURST_MAX = 100_000;

  private static final double NANOS_PER_SECOND = 1e9;

  private final int burst;
  private final double perNano;
  private double level;
  private long lastNanos;
  private boolean started;

  /**
   * Creates a full bucket.
   *
   * @param burst tokens at once, from 1 to {@value #BURST_MAX}
   * @param perSecond tokens per second in the long run, above 0
   */
  public TokenBucket(int burst, double perSecond) {
    if (burst < 1 || burst > BURST_MAX) {
      throw new IllegalArgumentException("burst must be from 1 to " + BURST_MAX + ", got " + burst);
    }
    if (!(perSecond > 0)) {
      throw new IllegalArgumentException("perSecond must be above 0, got " + perSecond);
    }
    this.burst = burst;
    this.perNano = perSecond / NANOS_PER_SECOND;
    this.level = burst;
  }

  /** Takes a token if there is one; false if there is none. */
  public boolean tryTake(long nowNanos) {
    long elapsedNanos = started ? nowNanos - lastNanos : 0;
    if (!started || elapsedNanos > 0) {
      started = true;
      lastNanos = nowNanos;
      level = Math.min(burst, level + elapsedNanos * perNano);
    }
    if (level < 1) {
      return false;
    }
    level--;
    return true;
  }
}
