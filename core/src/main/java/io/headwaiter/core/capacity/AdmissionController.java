package io.headwaiter.core.capacity;

import io.headwaiter.core.admission.AdmissionPolicy;

/**
 * Turns measurements into a policy, interval by interval. A controller has no clock and no thread:
 * its owner calls {@link #step} from one thread.
 */
public interface AdmissionController {
  /** Returns the interval between calls of {@link #step}, in nanoseconds, above 0. */
  long intervalNanos();

  /** Returns the policy to follow before anything was measured. */
  AdmissionPolicy initialPolicy();

  /** Takes the measurements of the last interval and returns the policy of the next. */
  ControlStep step(MeterSnapshot snapshot);
}
