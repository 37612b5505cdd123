package io.headwaiter.load.workload;

import java.util.function.DoubleSupplier;

/** Sums gaps in double precision, so that rounding to nanoseconds does not add up to a drift. */
final class GapArrivals implements ArrivalSequence {
  private final DoubleSupplier gapNanos;
  private double exactNanos;
  private long lastNanos;

  GapArrivals(DoubleSupplier gapNanos) {
    this.gapNanos = gapNanos;
  }

  @Override
  public long nextNanos() {
    exactNanos += gapNanos.getAsDouble();
    lastNanos = Math.max(lastNanos + 1, Math.round(exactNanos));
    return lastNanos;
  }
}
