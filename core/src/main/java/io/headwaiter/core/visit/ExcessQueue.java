package io.headwaiter.core.visit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;

/**
 * Turns of visits that are over their account, in the order in which they are to be done: by
 * start-time fair queueing, so that visits take turns, however many each of them wants.
 *
 * <pre>
 *   place := max(place of the one removed last, the visit's next place)     next place := place + 1
 *   first the one with the least place, of equals the one that came first
 * </pre>
 *
 * <p>Worked number: one visit adds a, b and c, then another one d: they come out as a, d, b, c.
 *
 * <p>Not thread-safe.
 *
 * @param <T> what stands for a turn
 */
public final class ExcessQueue<T> {
  private final PriorityQueue<Place<T>> places =
      new PriorityQueue<>(
          Comparator.<Place<T>>comparingLong(Place::at).thenComparingLong(Place::number));
  private long served;
  private long numbers;

  /** One in the queue. */
  private record Place<T>(T turn, long at, long number) {}

  /** Nothing waits yet. */
  public ExcessQueue() {}

  /**
   * Puts in a turn.
   *
   * @param placeBehind of its visit: {@link VisitAccount#placeBehind}
   */
  public void add(T turn, LongUnaryOperator placeBehind) {
    places.add(new Place<>(turn, placeBehind.applyAsLong(served), numbers++));
  }

  /** Whether none waits. */
  public boolean isEmpty() {
    return places.isEmpty();
  }

  /**
   * Takes out the first one, which is going to be done.
   *
   * @throws java.util.NoSuchElementException if none waits
   */
  public T remove() {
    Place<T> first = places.remove();
    served = first.at();
    return first.turn();
  }

  /** Takes out those that are not to be done any more; false if there are none. */
  public boolean removeIf(Predicate<T> unwanted) {
    return places.removeIf(place -> unwanted.test(place.turn()));
  }

  /** Those that wait now, in no order. */
  public List<T> all() {
    List<T> all = new ArrayList<>();
    places.forEach(place -> all.add(place.turn()));
    return all;
  }
}
