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
 * Which idle connections are closed when places run short: one after the other, each time the
 * longest idle one of the visit that has most connections open just then, idle or not. Among visits
 * that have equally many it is the visit whose connection has been idle longest.
 *
 * <p>So a visit that holds many makes room first, down to what others have: with visits of 40, 3
 * and 2 connections, all idle, the first 37 to go are of the first visit.
 *
 * <pre>
 *   n idle connections, k to be closed: O(n log n + k log n)
 * </pre>
 */
public final class IdleChoice {
  /**
   * An idle connection.
   *
   * @param <C> what stands for a connection
   * @param connection which one it is
   * @param visit its name; {@link Verdict#NO_VISIT} if it is not known, which is then a visit of
   *     this connection alone
   * @param activeNanos when something happened on it last, on a monotonic clock
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
   * Chooses.
   *
   * @param idle all connections that may be closed
   * @param open connections that a visit has open, with those in use
   * @param count how many are wanted, at least 0
   * @return as many, or all, in the order in which they are to be closed
   */
  public static <C> List<C> choose(List<Idle<C>> idle, LongToIntFunction open, int count) {
    List<Idle<C>> longestFirst = new ArrayList<>(idle);
    // By differences, as a monotonic clock may run over.
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
      boolean known = one.visit() != Verdict.NO_VISIT;
      Holder<C> holder = known ? byVisit.get(one.visit()) : null;
      if (holder == null) {
        holder = new Holder<>();
        holders.add(holder);
        // One that was opened meanwhile is not counted yet.
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
