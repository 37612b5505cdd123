package io.headwaiter.front.pools;

import io.headwaiter.core.api.UserApi;
import java.util.Optional;

/** A pool whose size can be changed while requests take from it. Thread-safe. */
@UserApi
public interface AdjustablePool extends ResourceGauge {
  /**
   * Returns why the size cannot be changed in the present set-up, as a sentence; empty if it can.
   */
  Optional<String> whyFixed();

  /**
   * Sets the maximum number of units. It applies at once to requests that take a unit; surplus
   * units go when they are returned.
   *
   * @param units at least 1
   * @throws IllegalStateException if the size cannot be changed, with {@link #whyFixed}
   */
  void resize(int units);
}
