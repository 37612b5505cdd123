package io.headwaiter.core.admission;

import java.util.HashMap;
import java.util.Map;

/**
 * How many connections each visit has open, and that it has no more than it may.
 *
 * <p>Remembers visits with an open connection only, so there are never more of them than open
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
   * Whether the visit may have one more.
   *
   * @param visit its name; for {@link Verdict#NO_VISIT}, which many share, there is no bound
   */
  public boolean hasRoom(long visit) {
    return of(visit) < perVisitMax;
  }

  /** A connection of the visit was opened; false if it is one too many, and is not counted. */
  public boolean add(long visit) {
    if (!hasRoom(visit)) {
      return false;
    }
    if (visit != Verdict.NO_VISIT) {
      counts.merge(visit, 1, Integer::sum);
    }
    return true;
  }

  /**
   * A connection that was counted was closed.
   *
   * @throws IllegalStateException if the visit has none
   */
  public void remove(long visit) {
    if (visit == Verdict.NO_VISIT) {
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

  /** Connections that the visit has open; 0 for {@link Verdict#NO_VISIT}. */
  public int of(long visit) {
    return counts.getOrDefault(visit, 0);
  }

  /** Visits that have some. */
  public int visits() {
    return counts.size();
  }
}
