package io.headwaiter.core.admission;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.LongToIntFunction;

/**
 * Chooses the idle connections to close when connections run short. It takes one after the other:
 * each time the longest idle connection of the visit that has most connections open at that point,
 * idle or not. Among visits with equally many, it takes the visit with the connection idle longest.
 *
 * <p>So a visit with many connections gives them up first, down to the number that others have.
 * With visits of 40, 3 and 2 connections, all idle, the first 37 closed are of the first visit.
 *
 * <pre>
 *   n idle connections, k to be closed: O(n log n + k log n)
 * </pre>
 */
public final class IdleChoice {
  /**
   * An idle connection.
   *
   * @param <C> the type that represents a connection
   * @param connection the connection
   * @param visit the visit name; {@link SessionLookup#NO_VISIT} if it is not known: then it counts
   *     as a visit with this connection alone
   * @param activeNanos time of the last activity on it, on a monotonic clock
   */
  public record Idle<C>(C connection, long visit, long activeNanos) {}

  /** A visit with idle connections left. */
  private static final class Holder<C> {
    private final Deque<Idle<C>> idle = new ArrayDeque<>();
    private int open;

    private long oldestNanos() {
      return idle.peekFirst().activeNanos();
    }
  }

  private IdleChoice() {}

  /**
   * Chooses connections.
   *
   * @param idle all connections that may be closed
   * @param open returns the connections that a visit has open, including those in use
   * @param count the number wanted, at least 0
   * @return as many, or all, in the order in which they are to be closed
   */
  public static <C> List<C> choose(List<Idle<C>> idle, LongToIntFunction open, int count) {
    List<Idle<C>> longestFirst = new ArrayList<>(idle);
    // Compare by difference, because a monotonic clock may overflow.
    longestFirst.sort((a, b) -> Long.compare(a.activeNanos() - b.activeNanos(), 0));
    PriorityQueue<Holder<C>> holders =
        new PriorityQueue<>(
            Comparator.<Holder<C>>comparingInt(holder -> -holder.open)
                .thenComparing((a, b) -> Long.compare(a.oldestNanos() - b.oldestNanos(), 0)));
    holders.addAll(holders(longestFirst, open));
    List<C> chosen = new ArrayList<>();
    while (chosen.size() < count && !holders.isEmpty()) {
      Holder<C> most = holders.remove();
      chosen.add(most.idle.removeFirst().connection());
      most.open--;
      if (!most.idle.isEmpty()) {
        holders.add(most);
      }
    }
    return chosen;
  }

  private static <C> List<Holder<C>> holders(List<Idle<C>> longestFirst, LongToIntFunction open) {
    List<Holder<C>> holders = new ArrayList<>();
    Map<Long, Holder<C>> byVisit = new HashMap<>();
    for (Idle<C> one : longestFirst) {
      boolean known = one.visit() != SessionLookup.NO_VISIT;
      Holder<C> holder = known ? byVisit.get(one.visit()) : null;
      if (holder == null) {
        holder = new Holder<>();
        holders.add(holder);
        // A connection opened meanwhile is not counted yet.
        holder.open = known ? Math.max(1, open.applyAsInt(one.visit())) : 1;
        if (known) {
          byVisit.put(one.visit(), holder);
        }
      }
      holder.idle.addLast(one);
    }
    return holders;
  }
}
