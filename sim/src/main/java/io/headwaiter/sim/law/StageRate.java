package io.headwaiter.sim.law;

import java.util.Arrays;

/**
 * The overload controller of one SEDA stage: a token bucket with a rate that follows the 90th
 * percentile of the response time.
 *
 * <pre>
 *   after every 100 requests, or 1 s after the last time if that is sooner:
 *   cur  := a cur + (1 - a) s         s  90th percentile of these requests, a = 0.7
 *   err  := (cur - target) / target
 *   err &gt; 0:      rate := rate / 1.2
 *   err &lt; -0.5:   rate := rate + adjI * -(err - ci)      adjI = 2.0, ci = -0.1
 *   0.05 &lt;= rate &lt;= 5000 a second
 * </pre>
 *
 * <p>Worked number: target 1 s, cur 0.1 s, rate 50: err = -0.9, rate = 50 + 2 * 0.8 = 51.6. With
 * cur 1.5 s: err = 0.5, rate = 41.7.
 *
 * <p>Source: M. Welsh, D. Culler: Adaptive Overload Control for Busy Internet Servers, USITS 2003,
 * section 3 and its table of parameters. The bucket's depth is that of the authors' program, 10.
 * The rate begins there at 10 a second. By adding 2 a second, a stage that needs hundreds takes
 * minutes to open, so the initial rate can be chosen.
 *
 * <p>A second without any request counts as one of requests that took no time. Otherwise a stage
 * that admits almost none could not learn that it may admit more. Not thread-safe.
 */
final class StageRate {
  static final double ADJ_I = 2.0;

  /** Upper bound of the rate. */
  static final double RATE_MAX = 5000;

  private static final int REQUESTS = 100;
  private static final long TIMEOUT_NANOS = 1_000_000_000L;
  private static final double ALPHA = 0.7;
  private static final double ERR_D = 0.0;
  private static final double ERR_I = -0.5;
  private static final double ADJ_D = 1.2;
  private static final double CI = -0.1;
  private static final double RATE_MIN = 0.05;
  private static final double DEPTH = 10;
  private static final double PERCENTILE = 0.9;

  private final double targetNanos;
  private final double adjI;
  private final double[] samples = new double[REQUESTS];
  private int count;
  private double currentNanos;
  private double perSecond;
  private double tokens = DEPTH;
  private long refilledNanos;
  private long adjustedNanos;

  /**
   * Creates a stage.
   *
   * @param initialPerSecond rate at the start, 0.05 to 5000
   * @param targetNanos of the 90th percentile, above 0
   * @param adjI factor by which the rate is increased, above 0
   */
  StageRate(double initialPerSecond, double targetNanos, double adjI) {
    if (!(initialPerSecond >= RATE_MIN && initialPerSecond <= RATE_MAX)) {
      throw new IllegalArgumentException(
          "initialPerSecond must be 0.05 to 5000, got " + initialPerSecond);
    }
    if (!(targetNanos > 0 && adjI > 0)) {
      throw new IllegalArgumentException(
          "target and adjI must be above 0, got " + targetNanos + " ns and " + adjI);
    }
    this.perSecond = initialPerSecond;
    this.targetNanos = targetNanos;
    this.adjI = adjI;
  }

  /** Takes a token; false if there is none. */
  boolean tryTake(long nowNanos) {
    double elapsed = Math.max(0, nowNanos - refilledNanos);
    refilledNanos = Math.max(refilledNanos, nowNanos);
    tokens = Math.min(DEPTH, tokens + elapsed * perSecond / 1e9);
    if (tokens < 1) {
      return false;
    }
    tokens--;
    return true;
  }

  /** Notes that a request has gone through the stage. */
  void responded(double responseNanos, long nowNanos) {
    samples[count++] = responseNanos;
    if (count == REQUESTS) {
      adjust(nowNanos);
    } else {
      timePasses(nowNanos);
    }
  }

  /** Must be called a few times a second, even without requests. */
  void timePasses(long nowNanos) {
    if (nowNanos - adjustedNanos >= TIMEOUT_NANOS) {
      adjust(nowNanos);
    }
  }

  private void adjust(long nowNanos) {
    adjustedNanos = nowNanos;
    Arrays.sort(samples, 0, count);
    double sample = count == 0 ? 0 : samples[(int) (PERCENTILE * count)];
    count = 0;
    currentNanos = ALPHA * currentNanos + (1 - ALPHA) * sample;
    double error = (currentNanos - targetNanos) / targetNanos;
    if (error > ERR_D) {
      perSecond = Math.max(RATE_MIN, perSecond / ADJ_D);
    } else if (error < ERR_I) {
      perSecond = Math.min(RATE_MAX, perSecond - (error - CI) * adjI);
    }
  }

  double perSecond() {
    return perSecond;
  }
}
