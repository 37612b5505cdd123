package io.headwaiter.core.capacity;

import io.headwaiter.core.admission.AdmissionPolicy;
import java.util.Objects;

/**
 * What a controller makes of an interval.
 *
 * @param policy to follow in the next interval
 * @param report the estimates and decisions that it was made of
 */
public record ControlStep(AdmissionPolicy policy, ControlReport report) {
  /** Checks that both are there. */
  public ControlStep {
    Objects.requireNonNull(policy, "policy");
    Objects.requireNonNull(report, "report");
  }
}
