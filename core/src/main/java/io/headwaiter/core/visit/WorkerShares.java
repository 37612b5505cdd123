package io.headwaiter.core.visit;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Limits how many workers a visit may hold at a time, whatever its turns do there. This includes
 * turns that use no CPU time, because they wait for a database or for a slow reader. Turns beyond
 * the limit are held back.
 *
 * <pre>
 *   W       workers
 *   n       turns at the workers: running, or in their queue
 *   h       of these, turns of this visit
 *   idle  = max(0, W - n)
 *   share = max(2, floor(W / 10))
 *   a turn of the visit begins   if h &lt; max(share, idle), and no earlier turn of it is held back
 *   the next to begin            of the visits with turns held back, one with the least h; among
 *                                these, the one with the first turn that was held back earliest
 * </pre>
 *
 * <p>A turn cannot be taken from its worker, and may stay there for minutes. So a visit may not
 * hold all workers, even while no other visit wants one: it may hold as many as it leaves idle.
 * This is the dynamic threshold of shared packet buffers (Choudhury and Hahne, 1998, with a factor
 * of 1). A visit has its share even while no worker is idle. The share is a tenth, so that it takes
 * ten visits to fill the workers with no more than their shares. The least share is 2, so that a
 * request that waits for another request of its visit is answered.
 *
 * <p>Worked number: W = 50. One visit holds up to 25 workers at a time, and 25 stay idle. Five
 * visits that take as many as they get hold 8 or 9 each, and 8 stay idle. Three visits cannot hold
 * all of 20 workers or more, however long their turns take and in whatever order they come. While
 * other visits hold all that is left, a visit has 5. Of a page of a dozen parallel requests nothing
 * is held back on 23 workers that no other visit uses.
 *
 * <p>No turn waits that may begin, if {@link #next} is called until it returns null after each
 * {@link #end} and after each change of W. A visit with turns held back has others at the workers,
 * and their ends will be reported.
 *
 * <p>Any object may represent a visit, by identity; null is for work of an unknown visit, which
 * takes workers and is never held back. The memory is bounded by the turns that were not ended and
 * {@link ExcessQueue#WAITING_MAX} turns for each visit among them. A turn costs a look into a hash
 * table when it begins and when it ends. Not thread-safe.
 *
 * @param <T> the type of a turn
 */
public final class WorkerShares<T> {
  private static final int SHARE_PART = 10;
  private static final int SHARE_MIN = 2;

  // Visits with turns at the workers.
  private final IdentityHashMap<Object, Visit<T>> visits = new IdentityHashMap<>();
  // Visits with turns that are held back, the next one to begin first.
  private final TreeSet<Visit<T>> waiting =
      new TreeSet<>(
          Comparator.<Visit<T>>comparingInt(visit -> visit.held)
              .thenComparingLong(visit -> visit.turns.getFirst().number()));
  private int begun;
  private int heldBack;
  private long numbers;

  /**
   * A turn that was held back.
   *
   * @param visit the turn's visit
   * @param turn what is to be run
   * @param number of the turn, ascending in the order in which turns were held back
   */
  public record Turn<T>(Object visit, T turn, long number) {}

  /** A visit with turns at the workers. */
  private static final class Visit<T> {
    private final Object visit;
    // Held back, oldest first.
    private final Deque<Turn<T>> turns = new ArrayDeque<>(0);
    private int held;

    Visit(Object visit) {
      this.visit = visit;
    }
  }

  /**
   * Returns the workers that a visit may hold whatever others do.
   *
   * @param workers W, at least 1
   */
  public static int share(int workers) {
    return Math.max(SHARE_MIN, workers / SHARE_PART);
  }

  /**
   * Returns whether a turn of this visit may begin now.
   *
   * @param visit null if it is not known
   * @param workers W, at least 1
   */
  public boolean mayBegin(@Nullable Object visit, int workers) {
    Visit<T> known = visit == null ? null : visits.get(visit);
    return known == null || (known.turns.isEmpty() && mayHoldMore(known, workers));
  }

  private boolean mayHoldMore(Visit<T> visit, int workers) {
    return visit.held < Math.max(share(workers), workers - begun);
  }

  /**
   * Notes that a turn goes to the workers; {@link #end} must follow.
   *
   * @param visit null if it is not known
   */
  public void begin(@Nullable Object visit) {
    begun++;
    if (visit != null) {
      changeHeld(visits.computeIfAbsent(visit, Visit::new), 1);
    }
  }

  /**
   * Notes that a turn that had begun is done, or will not be done.
   *
   * @param visit with which it began
   */
  public void end(@Nullable Object visit) {
    begun--;
    if (visit == null) {
      return;
    }
    Visit<T> known = known(visit);
    changeHeld(known, -1);
    forgetIfGone(known);
  }

  private Visit<T> known(@Nullable Object visit) {
    Visit<T> known = visit == null ? null : visits.get(visit);
    return Objects.requireNonNull(known, "no turn of this visit has begun");
  }

  private void changeHeld(Visit<T> visit, int by) {
    boolean waits = !visit.turns.isEmpty();
    if (waits) {
      waiting.remove(visit);
    }
    visit.held += by;
    if (waits) {
      waiting.add(visit);
    }
  }

  private void forgetIfGone(Visit<T> visit) {
    if (visit.held == 0 && visit.turns.isEmpty()) {
      visits.remove(visit.visit);
    }
  }

  /**
   * Holds back a turn that may not begin: {@link #next} returns it later.
   *
   * @param visit one for which {@link #mayBegin} is false
   * @return false if the turn is to be refused because {@link ExcessQueue#WAITING_MAX} of its visit
   *     are held back already
   */
  public boolean holdBack(@Nullable Object visit, T turn) {
    Visit<T> known = known(visit);
    if (known.turns.size() >= ExcessQueue.WAITING_MAX) {
      return false;
    }
    known.turns.add(new Turn<>(known.visit, turn, numbers++));
    heldBack++;
    waiting.add(known);
    return true;
  }

  /**
   * Begins the next of the turns that were held back; {@link #end} must follow.
   *
   * @param workers W, at least 1
   * @return null if none may begin
   */
  public @Nullable Turn<T> next(int workers) {
    if (waiting.isEmpty() || !mayHoldMore(waiting.first(), workers)) {
      return null;
    }
    Visit<T> visit = waiting.pollFirst();
    Turn<T> turn = visit.turns.removeFirst();
    heldBack--;
    begun++;
    visit.held++;
    if (!visit.turns.isEmpty()) {
      waiting.add(visit);
    }
    return turn;
  }

  /**
   * Removes a turn that is held back.
   *
   * @return false if it is not held back
   */
  public boolean remove(@Nullable Object visit, T turn) {
    Visit<T> known = visit == null ? null : visits.get(visit);
    if (known == null || known.turns.isEmpty()) {
      return false;
    }
    waiting.remove(known);
    boolean removed = removeFrom(known.turns, turn);
    heldBack -= removed ? 1 : 0;
    if (!known.turns.isEmpty()) {
      waiting.add(known);
    }
    forgetIfGone(known);
    return removed;
  }

  private static <T> boolean removeFrom(Deque<Turn<T>> turns, T turn) {
    for (Iterator<Turn<T>> all = turns.iterator(); all.hasNext(); ) {
      if (all.next().turn() == turn) {
        all.remove();
        return true;
      }
    }
    return false;
  }

  /** Returns the turns that are held back. */
  public List<T> waiting() {
    List<T> turns = new ArrayList<>(heldBack);
    for (Visit<T> visit : waiting) {
      visit.turns.forEach(turn -> turns.add(turn.turn()));
    }
    return turns;
  }

  /** Removes and returns all turns that are held back. */
  public List<T> drain() {
    List<T> turns = waiting();
    waiting.forEach(visit -> visit.turns.clear());
    waiting.clear();
    heldBack = 0;
    return turns;
  }

  /** Returns the number of turns that are held back. */
  public int heldBack() {
    return heldBack;
  }

  /** Returns n, the turns at the workers. */
  public int begun() {
    return begun;
  }

  /** Returns h, the turns of this visit at the workers. */
  public int held(Object visit) {
    Visit<T> known = visits.get(visit);
    return known == null ? 0 : known.held;
  }

  /** Returns the number of visits that are kept. */
  int size() {
    return visits.size();
  }
}
