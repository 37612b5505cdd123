package io.headwaiter.core.admission;

/**
 * A continuous budget of CPU time: a bucket that refills with time and may go into debt.
 *
 * <pre>
 *   work done     down to -{@value #DEBT_BUCKETS_MAX} buckets, at each refill
 *   refusals      down to -1 bucket
 * </pre>
 *
 * <p>Refusals are charged, but many refusals delay new visits no longer than one bucket takes to
 * refill. Work for admitted connections is charged when it shows, and its debt may be larger.
 * Otherwise all work beyond one bucket between two decisions would be free. The debt is limited,
 * because an attacker could otherwise add to it and have new visits refused for as long as it
 * likes.
 *
 * <p>Not thread-safe; time is passed in as {@code nowNanos} of any monotonic clock.
 */
final class CpuBudget {
  /** The largest debt for work, in buckets. */
  static final int DEBT_BUCKETS_MAX = 4;

  private static final long NANOS_PER_SECOND = 1_000_000_000L;
  // A longer pause counts as 10 s, which normally fills the bucket.
  private static final long ELAPSED_NANOS_MAX = 10 * NANOS_PER_SECOND;

  private double balanceNanos;
  private long lastNanos;
  private boolean started;

  /** Adds the refill since the last call; the first call fills the bucket. */
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

  /** Sets the balance, and starts the clock if it has not been started. */
  void set(long nowNanos, long nanos) {
    started = true;
    lastNanos = nowNanos;
    balanceNanos = nanos;
  }

  /** Subtracts a cost; the balance may become negative. */
  void charge(long costNanos) {
    balanceNanos -= costNanos;
  }

  /** Subtracts the cost of a refusal, which adds no debt beyond one bucket. */
  void chargeRefusal(long costNanos, long maxNanos) {
    balanceNanos = Math.max(Math.min(balanceNanos, -maxNanos), balanceNanos - costNanos);
  }

  /** Adds what was charged and not used, up to the bucket's size. */
  void giveBack(long nanos, long maxNanos) {
    balanceNanos = Math.max(balanceNanos, Math.min(maxNanos, balanceNanos + nanos));
  }

  double balanceNanos() {
    return balanceNanos;
  }
}
