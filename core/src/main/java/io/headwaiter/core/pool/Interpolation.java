package io.headwaiter.core.pool;

import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** What is between profile points, for any quantity above 0 that is known at the points. */
interface Interpolation {
  /** Why it says nothing about these sizes; empty if it does. */
  Optional<String> refusal(int threads, int connections);

  /**
   * What to do with the values at the points, in their order, to get the value at these sizes.
   *
   * @throws OutsideProfileException with {@link #refusal}
   */
  ToDoubleFunction<double[]> at(int threads, int connections);
}
