package io.headwaiter.core.admission;

/**
 * A continuous budget of CPU time: a bucket that refills with time and may go into debt.
 *
 * <pre>
 *   work done     down to -{@value #DEBT_BUCKETS_MAX} buckets
 *   refusals      down to -1 bucket
 * </pre>
 *
 * <p>A storm of refusals is paid for but does not shut the door for longer than the refill takes.
 * What was done for those that were let in, and is charged when it shows, is owed for longer: a
 * crowd that makes the server do more than one bucket's worth between two decisions would else get
 * the rest for nothing. A debt without a bound would keep the door shut for as long as an attacker
 * manages to add to it.
 *
 * <p>Not thread-safe; time comes in as {@code nowNanos} of any monotonic clock.
 */
final class CpuBudget {
  /** Buckets of work that may be owed. */
  static final int DEBT_BUCKETS_MAX = 4;

  private static final long NANOS_PER_SECOND = 1_000_000_000L;
  // Longer pauses than this fill any bucket; the cap keeps the product below overflow.
  private static final long ELAPSED_NANOS_MAX = 10 * NANOS_PER_SECOND;

  private double balanceNanos;
  private long lastNanos;
  private boolean started;

  /** Adds what has come in since the last call. */
  void refill(long nowNanos, long refillNanosPerSecond, long maxNanos) {
    if (!started) {
      started = true;
      lastNanos = nowNanos;
      balanceNanos = maxNanos;
      return;
    }
    long elapsedNanos = Math.min(nowNanos - lastNanos, ELAPSED_NANOS_MAX);
    if (elapsedNanos > 0) {
      lastNanos = nowNanos;
      balanceNanos += (double) elapsedNanos * refillNanosPerSecond / NANOS_PER_SECOND;
    }
    balanceNanos =
        Math.max(-(double) DEBT_BUCKETS_MAX * maxNanos, Math.min(maxNanos, balanceNanos));
  }

  /** Sets the balance, starting the clock if need be. */
  void set(long nowNanos, long nanos) {
    started = true;
    lastNanos = nowNanos;
    balanceNanos = nanos;
  }

  /** Takes a cost, whether it is there or not; the balance may become negative. */
  void charge(long costNanos) {
    balanceNanos -= costNanos;
  }

  /** Takes the cost of a refusal, which makes no more debt than one bucket. */
  void chargeRefusal(long costNanos, long maxNanos) {
    balanceNanos = Math.max(Math.min(balanceNanos, -maxNanos), balanceNanos - costNanos);
  }

  /** Adds what was charged and not used, up to the bound. */
  void giveBack(long nanos, long maxNanos) {
    balanceNanos = Math.max(balanceNanos, Math.min(maxNanos, balanceNanos + nanos));
  }

  double balanceNanos() {
    return balanceNanos;
  }
}
