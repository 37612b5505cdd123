package io.headwaiter.sim;

import io.headwaiter.load.workload.ArrivalSequence;
import java.util.SplittableRandom;

/**
 * The arrival times of customers: a stream of one arrival a second on its own clock, which runs as
 * fast as the offered load at the moment.
 *
 * <pre>
 *   L(t) = integral of the rate from 0 to t
 *   the n-th customer arrives when L(t) reaches the n-th instant of the stream
 * </pre>
 *
 * <p>So a load may change in any way, and the same seed gives the same customers at loads that
 * differ only later. The rate is read every 5 ms.
 */
final class Arrivals {
  private static final double STEP_NANOS = 5e6;
  private static final double NANOS = 1e9;

  private final Shop shop;
  private final ArrivalSequence stream;
  private final Bursts bursts;
  private final long zeroNanos;
  private final long endNanos;
  private double stepBeginNanos;
  private double reached;
  private double perNano;

  /** Creates arrivals from time 0 on, which is second 0. */
  Arrivals(Shop shop, long seed, long endNanos) {
    this(shop, seed, 0, 0, endNanos);
  }

  /**
   * Creates arrivals from one time to another.
   *
   * @param zeroNanos the time of second 0 of the shop
   */
  Arrivals(Shop shop, long seed, long beginNanos, long zeroNanos, long endNanos) {
    this.zeroNanos = zeroNanos;
    this.stepBeginNanos = beginNanos;
    this.shop = shop;
    this.stream = ArrivalSequence.poisson(1, new SplittableRandom(seed));
    this.bursts = new Bursts(shop.crowd(), seed, (beginNanos - zeroNanos) / NANOS);
    this.endNanos = endNanos;
    look();
  }

  /** Returns the next arrival time; a time beyond the end of the run if there is none. */
  long nextNanos() {
    double wanted = stream.nextNanos() / NANOS;
    while (reached + perNano * STEP_NANOS < wanted) {
      reached += perNano * STEP_NANOS;
      stepBeginNanos += STEP_NANOS;
      if (stepBeginNanos > endNanos) {
        return Long.MAX_VALUE;
      }
      look();
    }
    return (long) (stepBeginNanos + (wanted - reached) / perNano);
  }

  private void look() {
    double second = (stepBeginNanos - zeroNanos + STEP_NANOS / 2) / NANOS;
    perNano = shop.offeredPerSecond(second) * bursts.factorAt(second) / NANOS;
  }
}
