package io.headwaiter.core.pool.control;

import io.headwaiter.core.pool.model.PoolModel;
import io.headwaiter.core.pool.model.SustainableRate;
import io.headwaiter.core.pool.profile.PoolSizes;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Caches the rate of the last sizes, model and mix. Not thread-safe. */
final class LastRate {
  private @Nullable PoolModel model;
  private @Nullable PoolSizes sizes;
  private Optional<SustainableRate> rate = Optional.empty();

  /** Returns the rate of the sizes; empty if the profile does not cover them. */
  Optional<SustainableRate> of(PoolModel now, PoolSizes of) {
    boolean same =
        model != null
            && of.equals(sizes)
            && model.surface() == now.surface()
            && model.mix().equals(now.mix());
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
