package io.headwaiter.core.pool;

import java.util.Optional;

/** The rate of some sizes; as long as nothing moves, it is not computed anew. Not thread-safe. */
final class LastRate {
  private PoolModel model;
  private PoolSizes sizes;
  private Optional<SustainableRate> rate = Optional.empty();

  /** Empty outside of what was profiled. */
  Optional<SustainableRate> of(PoolModel now, PoolSizes of) {
    boolean same =
        of.equals(sizes) && model.surface() == now.surface() && model.mix().equals(now.mix());
    if (!same) {
      model = now;
      sizes = of;
      rate =
          now.surface().contains(of.threads(), of.connections())
              ? Optional.of(now.rate(of.threads(), of.connections()))
              : Optional.empty();
    }
    return rate;
  }
}
