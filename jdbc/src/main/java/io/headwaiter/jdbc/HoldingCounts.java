package io.headwaiter.jdbc;

/**
 * What a {@link RequestWideDataSource} has seen since it was made.
 *
 * @param takes connections taken from the pool
 * @param waitNanos time requests have waited for them, those that got none included
 * @param refused requests for a connection that got none
 * @param refusedWhileHolding those of them that held another connection open, and so may have
 *     waited for each other
 * @param leaks connections that were open when their request ended
 * @param broken connections that were not lent again
 * @param reclaimed connections kept idle that were given to those who waited
 */
public record HoldingCounts(
    long takes,
    long waitNanos,
    long refused,
    long refusedWhileHolding,
    long leaks,
    long broken,
    long reclaimed) {

  /** What both have seen. */
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
