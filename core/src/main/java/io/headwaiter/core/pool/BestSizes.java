package io.headwaiter.core.pool;

import java.util.Optional;

/**
 * The best sizes within bounds for the mix of now. They are sought anew only when the mix has moved
 * or a bound was changed. Not thread-safe.
 */
final class BestSizes {
  private static final double MIX_MOVED = 0.02;

  private final int threadsMax;
  private int connectionsMax;
  private Optional<RequestMix> soughtFor = Optional.empty();
  private Optional<PoolSizes> found = Optional.empty();

  /** Nothing was sought yet. */
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

  /** There is another profile. */
  void forget() {
    soughtFor = Optional.empty();
  }

  /** What was found last, if it was for a mix like that of the model; else seeks. */
  Optional<PoolSizes> of(PoolModel model) {
    if (soughtFor.isEmpty() || soughtFor.get().distance(model.mix()) > MIX_MOVED) {
      found = seek(model);
      soughtFor = Optional.of(model.mix());
    }
    return found;
  }

  /** Looks at all sizes that were profiled; empty if none is within the bounds. */
  Optional<PoolSizes> seek(PoolModel model) {
    return new PoolOptimizer(model, threadsMax, connectionsMax).best().map(SustainableRate::sizes);
  }

  /** Says what to do if there are none. */
  OutsideProfileException nothing() {
    return new OutsideProfileException(
        "nothing up to %d threads and %d connections was profiled: raise the bounds or profile there"
            .formatted(threadsMax, connectionsMax));
  }
}
