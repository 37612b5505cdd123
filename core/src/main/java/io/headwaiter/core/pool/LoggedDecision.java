package io.headwaiter.core.pool;

/**
 * A decision that was news, and how often it came again before another one was.
 *
 * @param firstNanos when it came first
 * @param times how often, at least 1
 * @param last as it came last
 */
public record LoggedDecision(long firstNanos, long times, PoolDecision last) {
  static LoggedDecision first(PoolDecision decision) {
    return new LoggedDecision(decision.nowNanos(), 1, decision);
  }

  /** Whether that is the same once more: its reason may have other numbers. */
  boolean isLike(PoolDecision next) {
    return next.action() == last.action() && next.sizes().equals(last.sizes());
  }

  LoggedDecision again(PoolDecision next) {
    return new LoggedDecision(firstNanos, times + 1, next);
  }
}
