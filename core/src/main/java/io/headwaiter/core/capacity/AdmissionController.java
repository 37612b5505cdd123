package io.headwaiter.core.capacity;

import io.headwaiter.core.admission.AdmissionPolicy;

/**
 * Turns measurements into a policy, interval after interval. A controller has no clock and no
 * thread: whoever owns it calls {@link #step} from one thread.
 */
public interface AdmissionController {
  /** How often {@link #step} wants to be called, in nanoseconds, above 0. */
  long intervalNanos();

  /** The policy to follow before anything was measured. */
  AdmissionPolicy initialPolicy();

  /** Takes what the last interval measured and answers with the policy of the next. */
  AdmissionPolicy step(MeterSnapshot snapshot);

  /** What the last step believed and decided, for the status page. */
  ControlReport report();
}
