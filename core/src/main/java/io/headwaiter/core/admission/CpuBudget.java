package io.headwaiter.core.admission;

/**
 * A continuous budget of CPU time: a bucket that refills with time and may go into debt by one
 * bucket's worth, so that a storm of refusals is paid for but does not shut the door for longer
 * than the refill takes.
 *
 * <p>Not thread-safe; time comes in as {@code nowNanos} of any monotonic clock.
 */
final class CpuBudget {
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
    balanceNanos = Math.max(-maxNanos, Math.min(maxNanos, balanceNanos));
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

  /** Adds what was charged and not used, up to the bound. */
  void giveBack(long nanos, long maxNanos) {
    balanceNanos = Math.max(balanceNanos, Math.min(maxNanos, balanceNanos + nanos));
  }

  double balanceNanos() {
    return balanceNanos;
  }
}
