package io.headwaiter.core.admission;

/**
 * The budget that claims which were admitted unverified may still take. Such a claim is charged
 * when its handshake has shown that it was false, and its client decides when that is. Without this
 * loan all claims of a burst would see the same budget.
 *
 * <pre>
 *   L := L + V                         with each claim that is admitted unverified
 *   L := max(0, L - max(B, V) t / 5 s) as time t passes
 *   V  cost of a new visit, B  largest budget
 * </pre>
 *
 * <p>Worked number: with B = 500 ms and V = 20 ms, five claims a second are admitted unverified for
 * any time; a burst of ten lends 200 ms, which is forgotten after 2 s.
 *
 * <p>Thread-safe.
 */
final class UnprovenClaims {
  // A handshake that is not finished by then is given up.
  private static final double LAPSE_NANOS = 5e9;

  private double loanNanos;
  private long settledNanos;
  private boolean started;

  /** Returns L, CPU nanoseconds. */
  synchronized double loanNanos(AdmissionPolicy policy, long nowNanos) {
    double most = Math.max(policy.budgetMaxNanos(), policy.newVisitCostNanos());
    long elapsedNanos = started ? Math.max(0, nowNanos - settledNanos) : 0;
    loanNanos = Math.max(0, loanNanos - most * elapsedNanos / LAPSE_NANOS);
    settledNanos = started ? settledNanos + elapsedNanos : nowNanos;
    started = true;
    return loanNanos;
  }

  /** Adds a claim that was admitted unverified. */
  synchronized void admitted(AdmissionPolicy policy) {
    loanNanos += policy.newVisitCostNanos();
  }
}
