package io.headwaiter.jdbc;

import io.headwaiter.core.api.UserApi;

/**
 * Counts of a {@link RequestWideDataSource} since it was made.
 *
 * @param takes connections taken from the pool
 * @param waitNanos nanoseconds that requests have waited for connections, failed waits included
 * @param refused calls for a connection that got none
 * @param refusedWhileHolding refused calls of requests that held another connection open, and so
 *     may have waited for each other
 * @param leaks connections that were open when their request ended
 * @param broken connections that were not lent again
 * @param reclaimed connections kept idle that were given back for waiting callers
 */
@UserApi
public record HoldingCounts(
    long takes,
    long waitNanos,
    long refused,
    long refusedWhileHolding,
    long leaks,
    long broken,
    long reclaimed) {

  /** Returns the sum of both. */
  public HoldingCounts plus(HoldingCounts other) {
    return new HoldingCounts(
        takes + other.takes,
        waitNanos + other.waitNanos,
        refused + other.refused,
        refusedWhileHolding + other.refusedWhileHolding,
        leaks + other.leaks,
        broken + other.broken,
        reclaimed + other.reclaimed);
  }
}
