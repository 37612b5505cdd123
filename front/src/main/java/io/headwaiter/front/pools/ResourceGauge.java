package io.headwaiter.front.pools;

import io.headwaiter.core.api.UserApi;
import io.headwaiter.core.capacity.Resource;

/**
 * Shows the use of a pool that requests take from: worker threads, connections to a database. The
 * control thread asks it every 50 ms, so it must not block.
 */
@UserApi
public interface ResourceGauge {
  /** Returns what is pooled. */
  Resource resource();

  /** Returns the most units there can be; below 1 if not known, and then nothing else is asked. */
  int capacity();

  /**
   * Returns the units that the pool may grow to by itself; those there can be now, unless it grows.
   */
  default int limit() {
    return capacity();
  }

  /** Returns the units in use now. */
  int busy();

  /** Returns how many wait for a unit now. */
  int waiting();
}
