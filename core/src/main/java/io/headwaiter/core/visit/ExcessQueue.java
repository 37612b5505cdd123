package io.headwaiter.core.visit;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.TreeSet;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Turns of visits that are over their account, in the order in which they are to be run. Start-time
 * fair queueing (Goyal, Vin and Cheng, 1996) gives visits the same CPU time, however many turns
 * each of them wants and however long these take.
 *
 * <pre>
 *   place of a visit := max(place of the turn removed last, its last place + cost)
 *                       when a turn becomes the first one of it that waits
 *   cost              = CPU time of the last of these turns of the visit that has ended;
 *                       at least 1 us
 *   the next turn     = the first one of the visit with the least place; of equals, the one that
 *                       came first
 * </pre>
 *
 * <p>Worked number: one visit adds a, b and c, then another one d, and the time they take is not
 * known: they come out as a, d, b, c. If turns of one visit take 100 ms and those of another one 10
 * ms, ten of the other one come out for each of the first.
 *
 * <p>Any object may represent a visit, by identity. Not thread-safe.
 *
 * @param <T> the type of a turn
 */
public final class ExcessQueue<T> {
  /**
   * The most turns of one visit that may wait. It is more than the 128 streams that one connection
   * may have open in Jetty, or the 100 in Tomcat. Without it, a client that resets its streams
   * could have any number of turns wait.
   */
  public static final int WAITING_MAX = 200;

  // Visits with turns here.
  private final IdentityHashMap<Object, Line<T>> lines = new IdentityHashMap<>();
  private final TreeSet<Line<T>> order =
      new TreeSet<>(
          Comparator.<Line<T>>comparingLong(line -> line.place)
              .thenComparingLong(line -> line.turns.getFirst().number()));
  private long served;
  private long numbers;

  /** A turn in the queue. */
  private record Numbered<T>(T turn, long number) {}

  /** The turns of a visit. */
  private static final class Line<T> {
    private final Deque<Numbered<T>> turns = new ArrayDeque<>();
    private final Object visit;
    private final LongUnaryOperator placeBehind;
    private long place;

    Line(Object visit, LongUnaryOperator placeBehind) {
      this.visit = visit;
      this.placeBehind = placeBehind;
    }
  }

  /** Creates an empty queue. */
  public ExcessQueue() {}

  /**
   * Adds a turn.
   *
   * @param visit the turn's visit
   * @param placeBehind of the visit: {@link VisitAccount#placeBehind}
   * @return false if the turn is to be refused because {@link #WAITING_MAX} of its visit wait
   *     already
   */
  public boolean add(Object visit, T turn, LongUnaryOperator placeBehind) {
    Line<T> line = lines.computeIfAbsent(visit, any -> new Line<>(any, placeBehind));
    if (line.turns.size() >= WAITING_MAX) {
      return false;
    }
    line.turns.addLast(new Numbered<>(turn, numbers++));
    if (line.turns.size() == 1) {
      takePlace(line);
    }
    return true;
  }

  private void takePlace(Line<T> line) {
    line.place = line.placeBehind.applyAsLong(served);
    order.add(line);
  }

  /** Returns whether no turn waits. */
  public boolean isEmpty() {
    return order.isEmpty();
  }

  /** Returns the visit of the first turn of these visits; null if none of them has one here. */
  public @Nullable Object first(Predicate<Object> visits) {
    for (Line<T> line : order) {
      if (visits.test(line.visit)) {
        return line.visit;
      }
    }
    return null;
  }

  /**
   * Removes the first turn of this visit, to be run now.
   *
   * @throws NoSuchElementException if it has none here
   */
  public T removeFirst(Object visit) {
    Line<T> line = lines.get(visit);
    if (line == null) {
      throw new NoSuchElementException("no turn of this visit waits");
    }
    order.remove(line);
    served = Math.max(served, line.place);
    T turn = line.turns.removeFirst().turn();
    if (line.turns.isEmpty()) {
      lines.remove(line.visit);
    } else {
      takePlace(line);
    }
    return turn;
  }

  /**
   * Removes a turn that is not to be run any more.
   *
   * @param visit the turn's visit
   * @return false if it does not wait
   */
  public boolean remove(Object visit, T turn) {
    Line<T> line = lines.get(visit);
    if (line == null) {
      return false;
    }
    order.remove(line);
    boolean removed = line.turns.removeIf(one -> one.turn() == turn);
    if (line.turns.isEmpty()) {
      lines.remove(visit);
    } else {
      order.add(line);
    }
    return removed;
  }

  /** Returns the turns that wait now, in no order. */
  public List<T> all() {
    List<T> all = new ArrayList<>();
    order.forEach(line -> line.turns.forEach(one -> all.add(one.turn())));
    return all;
  }
}
