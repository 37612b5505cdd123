package io.headwaiter.core.capacity;

import io.headwaiter.core.admission.AdmissionPolicy;

/**
 * Admission by {@link EacFormula} with static, profiled costs. At the beginning of each interval
 * the controller grants N(k) new visits, computed from the resumed connections of the previous
 * interval; the gate refuses all further ones. Kept as published, as the baseline of {@link
 * AdaptiveController}.
 */
public final class EacController implements AdmissionController {
  private final EacFormula formula;
  private final long intervalNanos;
  private long sequence;

  /**
   * Creates a controller with static costs.
   *
   * @param intervalNanos the sampling interval k, above 0; the paper uses 2 s
   * @throws IllegalArgumentException if {@code intervalNanos} is not above 0
   */
  public EacController(EacFormula formula, long intervalNanos) {
    if (intervalNanos <= 0) {
      throw new IllegalArgumentException("intervalNanos (k) must be above 0, got " + intervalNanos);
    }
    this.formula = formula;
    this.intervalNanos = intervalNanos;
  }

  @Override
  public long intervalNanos() {
    return intervalNanos;
  }

  @Override
  public AdmissionPolicy initialPolicy() {
    return grant(formula.newAllowed(intervalNanos, 1, 0));
  }

  @Override
  public ControlStep step(MeterSnapshot s) {
    sequence++;
    long allowed =
        formula.newAllowed(intervalNanos, s.processors(), s.connections().resumedAdmitted());
    ControlReport report =
        new ControlReport(
            sequence,
            s.elapsedNanos(),
            s.supply(),
            s.connections().resumedAdmitted(),
            new LearnedCosts(0, 0, 0, formula.newNanos(), 0, 0, 0),
            LearnedVisits.NONE,
            new AdmissionLimit(
                allowed, AdmissionPolicy.NO_BOUND, s.queue().delayNanosMean(), 1, 0, 1),
            CapacityEstimate.UNKNOWN,
            ExcessUse.NONE);
    return new ControlStep(grant(allowed), report);
  }

  private AdmissionPolicy grant(long allowed) {
    long nanos = allowed * formula.newNanos();
    // Every claim is verified: the formula has no budget that could be to spare.
    return AdmissionPolicy.builder(sequence)
        .grantNanos(nanos)
        .budgetMaxNanos(nanos)
        .newVisitCostNanos(formula.newNanos())
        .verifyBelowNanos(Long.MAX_VALUE)
        .build();
  }
}
