package io.headwaiter.core.visit;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Chooses the workers to take away from the slow clients that they wait for, when other turns of
 * work wait for a worker.
 *
 * <pre>
 *   owed(w) := max(0, owed(w) + t - b / r)   when the client moves b bytes after a worker w has
 *                                            waited t for it; 0 at the start of a turn; r = 500
 *                                            bytes a second
 *   owed(v)  = sum of owed(w)                over the workers that wait for clients of visit v
 *   the next one                             of the visit with the largest owed(v), if that is at
 *                                            least 1 s, the worker with the largest owed(w)
 * </pre>
 *
 * <p>A worker that waits does no work, so the sum is what a visit takes from others. A visit cannot
 * take more by opening more connections. No client can pay in advance: a reply that fills the
 * buffers, or a fast start, allows no long wait later.
 *
 * <p>Worked number: ten visits each hold 20 of 200 workers with requests whose bodies do not come.
 * Each visit owes 1 s after 50 ms. If 30 turns wait then, one worker of each visit is taken away at
 * once, and the others as they owe more: all of them within a second. A client on a slow line that
 * sends a segment of 1,400 bytes every 2 s owes at most 2 s, and nothing after each segment.
 */
public final class SlowClientChoice {
  /** The least that a visit must owe to lose a worker. */
  public static final long OWED_NANOS_MIN = 1_000_000_000L;

  /** Bytes that pay for a second of waiting. */
  public static final long BYTES_PER_SECOND = 500;

  /**
   * A worker that waits.
   *
   * @param <W> the type that represents a worker
   * @param visit represents the visit, by identity
   * @param owedNanos owed(w) if the client moved nothing now, at least 0
   */
  public record Wait<W>(W worker, Object visit, long owedNanos) {}

  /** The workers that wait for one visit. */
  private static final class Owing<W> {
    private final PriorityQueue<Wait<W>> waits =
        new PriorityQueue<>(Comparator.<Wait<W>>comparingLong(Wait::owedNanos).reversed());
    private long owedNanos;

    private void add(Wait<W> wait) {
      waits.add(wait);
      owedNanos += wait.owedNanos();
    }

    private Wait<W> takeMost() {
      Wait<W> most = waits.remove();
      owedNanos -= most.owedNanos();
      return most;
    }
  }

  private SlowClientChoice() {}

  /** Returns owed(w) in ns, at least 0, after what was owed before. */
  public static long owedNanos(long owedNanos, long waitedNanos, long bytes) {
    return Math.max(0, owedNanos + waitedNanos - bytes * (1_000_000_000L / BYTES_PER_SECOND));
  }

  /**
   * Chooses workers. Takes O(n log n) for n that wait.
   *
   * @param waits all workers that wait for their clients
   * @param count the number wanted, at least 0
   * @return at most as many
   */
  public static <W> List<W> choose(List<Wait<W>> waits, int count) {
    PriorityQueue<Owing<W>> visits =
        new PriorityQueue<>(
            Comparator.<Owing<W>>comparingLong(visit -> visit.owedNanos).reversed());
    visits.addAll(byVisit(waits));
    List<W> chosen = new ArrayList<>();
    while (chosen.size() < count
        && !visits.isEmpty()
        && visits.peek().owedNanos >= OWED_NANOS_MIN) {
      Owing<W> most = visits.remove();
      chosen.add(most.takeMost().worker());
      if (!most.waits.isEmpty()) {
        visits.add(most);
      }
    }
    return chosen;
  }

  private static <W> Collection<Owing<W>> byVisit(List<Wait<W>> waits) {
    IdentityHashMap<Object, Owing<W>> visits = new IdentityHashMap<>();
    for (Wait<W> wait : waits) {
      visits.computeIfAbsent(wait.visit(), visit -> new Owing<>()).add(wait);
    }
    return visits.values();
  }
}
