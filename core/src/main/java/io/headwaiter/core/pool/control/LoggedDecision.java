package io.headwaiter.core.pool.control;

/**
 * A decision with the number of times that it was repeated before another one followed.
 *
 * @param firstNanos time of the first one
 * @param times how often, at least 1
 * @param last the latest one
 */
public record LoggedDecision(long firstNanos, long times, PoolDecision last) {
  public static LoggedDecision first(PoolDecision decision) {
    return new LoggedDecision(decision.nowNanos(), 1, decision);
  }

  /** Whether the next decision is a repetition; the numbers in its reason may differ. */
  public boolean isLike(PoolDecision next) {
    return next.action() == last.action() && next.sizes().equals(last.sizes());
  }

  public LoggedDecision again(PoolDecision next) {
    return new LoggedDecision(firstNanos, times + 1, next);
  }
}
