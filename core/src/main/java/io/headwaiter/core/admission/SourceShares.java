package io.headwaiter.core.admission;

import io.headwaiter.core.admission.WaitingRoom.Place;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Chooses the next client to admit, so that no network gets more than its share of new admissions
 * while clients wait. Every waiting network is a source with a queue of its own:
 *
 * <ul>
 *   <li>Sources without a recent admission are <b>fresh</b> and go first, the newest of them under
 *       pressure, else the oldest.
 *   <li>The others stand in a <b>ring</b> and take turns, one admission each (deficit round robin
 *       with a quantum of one: Shreedhar and Varghese, 1995; fresh before served: fq_codel, RFC
 *       8290 section 4.1).
 *   <li>A source in the ring without an admission for the time that a turn is remembered takes
 *       every other turn, so that a stream of networks never seen before cannot block a large one
 *       for good.
 *   <li>Within a source the newest client goes first if the oldest has waited beyond the target,
 *       else the oldest.
 * </ul>
 *
 * <p>Hence if N sources have clients waiting at all times, each gets 1/N of the admissions. Worked
 * number: one network with 1,000 waiting and a hundred with one each: of the first 101 admissions
 * the large one gets one. If each of the hundred sends another client as soon as one is admitted,
 * the large one gets one in 101 for as long as that lasts.
 *
 * <p>Bounds: a source exists while clients of it wait, so there are never more than places in the
 * waiting room. Of the recently served sources without waiting clients, at most {@value
 * #REMEMBERED_MAX} are remembered. Over that, the one without waiting clients for longest is
 * forgotten. A forgotten source is fresh again; an attacker with unlimited networks has that in any
 * case. All steps take amortized constant time.
 *
 * <p>Not thread-safe.
 */
final class SourceShares<T> {
  static final int REMEMBERED_MAX = 4096;

  private final long targetNanos;
  private final long memoryNanos;
  private final Map<Long, Source<T>> sources = new HashMap<>();
  private final Chain<Source<T>> fresh = new Chain<>();
  private final Chain<Source<T>> ring = new Chain<>();
  private final Chain<Source<T>> remembered = new Chain<>();
  // By the number of their waiting clients; grows to the most that ever waited of one source.
  private final List<Chain<Source<T>>> bySize = new ArrayList<>();
  private int longest;
  private boolean tookOverdue;

  /**
   * @param targetNanos a wait beyond this is pressure
   * @param memoryNanos how long an admission of a source is remembered
   */
  SourceShares(long targetNanos, long memoryNanos) {
    this.targetNanos = targetNanos;
    this.memoryNanos = memoryNanos;
  }

  /** Returns the source of this key, creating it if necessary; a client must join it next. */
  Source<T> of(long key) {
    return sources.computeIfAbsent(key, Source::new);
  }

  /** Adds a waiting client, the newest of its source. */
  void join(Place<T> place, long nowNanos) {
    Source<T> source = place.source;
    source.waiting.addLast(place.inSource);
    int size = source.waiting.size();
    resize(source, size);
    if (size > 1) {
      return;
    }
    Chain.unlink(source.turn);
    if (source.served && nowNanos - source.servedNanos >= memoryNanos) {
      source.served = false;
    }
    (source.served ? ring : fresh).addLast(source.turn);
  }

  /** Removes a client that waits no more and was not admitted. */
  void leave(Place<T> place, long nowNanos) {
    Source<T> source = place.source;
    Chain.unlink(place.inSource);
    resize(source, source.waiting.size());
    if (source.waiting.isEmpty()) {
      Chain.unlink(source.turn);
      remember(source, nowNanos);
    }
  }

  /** Removes a client that is admitted. Its source is served, and goes behind the others. */
  void serve(Place<T> place, long nowNanos) {
    Source<T> source = place.source;
    source.served = true;
    source.servedNanos = nowNanos;
    leave(place, nowNanos);
    if (!source.waiting.isEmpty()) {
      Chain.unlink(source.turn);
      ring.addLast(source.turn);
    }
  }

  /**
   * Chooses the next client to admit, or null if none waits. A call changes the turns, so the
   * client returned must be served.
   */
  Place<T> next(long nowNanos) {
    Source<T> source = nextSource(nowNanos);
    if (source == null) {
      return null;
    }
    return pressure(source, nowNanos) ? source.waiting.last() : source.waiting.first();
  }

  /**
   * Chooses the waiting client to displace for one more of this source: the client of the largest
   * source with the lowest chance of admission. Null if that would not make the shares more equal.
   */
  Place<T> victimFor(long key, long nowNanos) {
    Source<T> own = sources.get(key);
    int ownSize = own == null ? 0 : own.waiting.size();
    if (longest < ownSize + 2) {
      return null;
    }
    Source<T> largest = bySize.get(longest).last();
    return pressure(largest, nowNanos) ? largest.waiting.first() : largest.waiting.last();
  }

  /**
   * Returns the number of sources in the table: those with waiting clients and those remembered.
   */
  int tableSize() {
    return sources.size();
  }

  private Source<T> nextSource(long nowNanos) {
    Source<T> head = ring.first();
    boolean overdue = head != null && nowNanos - head.servedNanos >= memoryNanos;
    if (fresh.isEmpty() || (overdue && !tookOverdue)) {
      tookOverdue = overdue;
      return head;
    }
    tookOverdue = false;
    return pressure(fresh.first(), nowNanos) ? fresh.last() : fresh.first();
  }

  private boolean pressure(Source<T> source, long nowNanos) {
    return nowNanos - source.waiting.first().enteredNanos > targetNanos;
  }

  private void remember(Source<T> source, long nowNanos) {
    if (source.served) {
      remembered.addLast(source.turn);
    } else {
      sources.remove(source.key);
    }
    Source<T> oldest = remembered.first();
    while (oldest != null
        && (remembered.size() > REMEMBERED_MAX || nowNanos - oldest.servedNanos >= memoryNanos)) {
      Chain.unlink(oldest.turn);
      sources.remove(oldest.key);
      oldest = remembered.first();
    }
  }

  private void resize(Source<T> source, int size) {
    Chain.unlink(source.rank);
    while (bySize.size() <= size) {
      bySize.add(new Chain<>());
    }
    if (size > 0) {
      bySize.get(size).addLast(source.rank);
    }
    longest = Math.max(longest, size);
    while (longest > 0 && bySize.get(longest).isEmpty()) {
      longest--;
    }
  }
}
