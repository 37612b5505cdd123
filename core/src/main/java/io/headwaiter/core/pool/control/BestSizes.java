package io.headwaiter.core.pool.control;

import io.headwaiter.core.pool.model.PoolModel;
import io.headwaiter.core.pool.model.PoolOptimizer;
import io.headwaiter.core.pool.model.SustainableRate;
import io.headwaiter.core.pool.profile.PoolSizes;
import io.headwaiter.core.pool.profile.RequestMix;
import java.util.Optional;

/**
 * Caches the best sizes within bounds for the current mix. Searches again only after the mix has
 * moved, or a bound or the profile has changed. Not thread-safe.
 */
final class BestSizes {
  private static final double MIX_MOVED = 0.02;

  private final int threadsMax;
  private int connectionsMax;
  private Optional<RequestMix> soughtFor = Optional.empty();
  private Optional<PoolSizes> found = Optional.empty();

  /** Creates an empty cache. */
  BestSizes(int threadsMax, int connectionsMax) {
    this.threadsMax = threadsMax;
    this.connectionsMax = connectionsMax;
  }

  int connectionsMax() {
    return connectionsMax;
  }

  void setConnectionsMax(int most) {
    connectionsMax = most;
    forget();
  }

  /** Discards the cached result, for example because the profile has changed. */
  void forget() {
    soughtFor = Optional.empty();
  }

  /**
   * Returns the cached result if it is for a mix like that of the model; otherwise searches again.
   */
  Optional<PoolSizes> of(PoolModel model) {
    if (soughtFor.isEmpty() || soughtFor.get().distance(model.mix()) > MIX_MOVED) {
      found = seek(model);
      soughtFor = Optional.of(model.mix());
    }
    return found;
  }

  /** Searches all sizes that the profile covers; empty if none is within the bounds. */
  Optional<PoolSizes> seek(PoolModel model) {
    return new PoolOptimizer(model, threadsMax, connectionsMax).best().map(SustainableRate::sizes);
  }

  /** Returns what to say if there are no such sizes: what to do. */
  String nothing() {
    return "nothing up to %d threads and %d connections was profiled: raise the bounds or profile there"
        .formatted(threadsMax, connectionsMax);
  }
}
