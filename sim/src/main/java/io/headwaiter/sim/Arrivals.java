package io.headwaiter.sim;

import io.headwaiter.lab.workload.ArrivalSequence;
import java.util.SplittableRandom;

/**
 * When customers come: a stream of one arrival a second on a clock of its own, which runs as fast
 * as the offered load of the moment.
 *
 * <pre>
 *   L(t) = integral of rate from 0 to t;  the n-th comes when L(t) reaches the n-th instant of the stream
 * </pre>
 *
 * <p>So a load may change in any way, and the same seed gives the same customers at loads that
 * differ only later. The rate is looked at every 5 ms.
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

  /** From 0 on, which is second 0. */
  Arrivals(Shop shop, long seed, long endNanos) {
    this(shop, seed, 0, 0, endNanos);
  }

  /**
   * From one instant to another.
   *
   * @param zeroNanos when second 0 of the shop is
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

  /** The next one, or beyond the end of the run. */
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
