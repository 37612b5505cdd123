package io.headwaiter.front;

import java.util.Optional;

/** A pool whose size can be changed while requests take from it. Thread-safe. */
public interface AdjustablePool extends ResourceGauge {
  /** Why its size cannot be changed as it is set up now, in a sentence; empty if it can. */
  Optional<String> whyFixed();

  /**
   * Sets how many units there can be, at once for those who come; units too many go when they are
   * given back.
   *
   * @param units at least 1
   * @throws IllegalStateException if it cannot be changed, with {@link #whyFixed}
   */
  void resize(int units);
}
