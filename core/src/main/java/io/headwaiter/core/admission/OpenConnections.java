package io.headwaiter.core.admission;

import java.util.HashMap;
import java.util.Map;

/**
 * Counts the open connections of each visit, and limits them.
 *
 * <p>Keeps only visits with an open connection, so there are never more of them than open
 * connections. Not thread-safe.
 */
public final class OpenConnections {
  private final int perVisitMax;
  private final Map<Long, Integer> counts = new HashMap<>();

  /**
   * @param perVisitMax connections that one visit may have open, at least 1
   */
  public OpenConnections(int perVisitMax) {
    if (perVisitMax < 1) {
      throw new IllegalArgumentException("perVisitMax must be at least 1, got " + perVisitMax);
    }
    this.perVisitMax = perVisitMax;
  }

  /**
   * Returns whether the visit may have one more.
   *
   * @param visit the visit name; for {@link SessionLookup#NO_VISIT}, which many share, there is no
   *     bound
   */
  public boolean hasRoom(long visit) {
    return of(visit) < perVisitMax;
  }

  /**
   * Counts a connection that the visit has opened; false if it is one too many, and is not counted.
   */
  public boolean add(long visit) {
    if (!hasRoom(visit)) {
      return false;
    }
    if (visit != SessionLookup.NO_VISIT) {
      counts.merge(visit, 1, Integer::sum);
    }
    return true;
  }

  /**
   * Removes a connection that was counted and has been closed.
   *
   * @throws IllegalStateException if the visit has none
   */
  public void remove(long visit) {
    if (visit == SessionLookup.NO_VISIT) {
      return;
    }
    int count = of(visit);
    if (count == 0) {
      throw new IllegalStateException("The visit has no open connection.");
    }
    if (count == 1) {
      counts.remove(visit);
    } else {
      counts.put(visit, count - 1);
    }
  }

  /** Returns the open connections of the visit; 0 for {@link SessionLookup#NO_VISIT}. */
  public int of(long visit) {
    return counts.getOrDefault(visit, 0);
  }

  /** Returns the number of visits with open connections. */
  public int visits() {
    return counts.size();
  }
}
