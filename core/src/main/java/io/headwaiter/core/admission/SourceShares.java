package io.headwaiter.core.admission;

import io.headwaiter.core.admission.WaitingRoom.Place;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Whose turn it is, so that no network gets more than its share of new admissions while clients
 * wait. Every network that waits is a source with a line of its own:
 *
 * <ul>
 *   <li>Sources of which nobody was let in of late are <b>fresh</b> and go first, the newest of
 *       them under pressure, else the oldest.
 *   <li>The others stand in a <b>ring</b> and take turns, one admission each (deficit round robin
 *       with a quantum of one: Shreedhar and Varghese, 1995; fresh before served: fq_codel, RFC
 *       8290 section 4.1).
 *   <li>Whoever in the ring was not served for the time that a turn is remembered takes every other
 *       turn, so that a stream of networks never seen before cannot keep a large one out for good.
 *   <li>Within a source the newest goes first if its oldest has waited beyond the target, else the
 *       oldest.
 * </ul>
 *
 * <p>Hence of the admissions while N sources have somebody waiting at all times, each gets 1/N.
 * Worked number: one network with 1,000 waiting and a hundred with one each: of the first 101
 * admissions the large one gets one; if each of the hundred sends another as soon as one is in, it
 * gets one in 101 for as long as that lasts.
 *
 * <p>Bounds: a source exists while somebody of it waits, so there are never more than places in the
 * room; of those that were served of late and have nobody waiting at most {@value #REMEMBERED_MAX}
 * are remembered, and over that the one that has had nobody waiting for longest is forgotten. Who
 * is forgotten is fresh again, which is what an attacker with networks without number has anyhow.
 * All steps take constant time.
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
   * @param memoryNanos how long it counts that a source was served
   */
  SourceShares(long targetNanos, long memoryNanos) {
    this.targetNanos = targetNanos;
    this.memoryNanos = memoryNanos;
  }

  /** The source of this key, made if need be; somebody must join it next. */
  Source<T> of(long key) {
    return sources.computeIfAbsent(key, Source::new);
  }

  /** Somebody begins to wait; he is the newest of his source. */
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

  /** Somebody waits no more, without having been let in. */
  void leave(Place<T> place, long nowNanos) {
    Source<T> source = place.source;
    Chain.unlink(place.inSource);
    resize(source, source.waiting.size());
    if (source.waiting.isEmpty()) {
      Chain.unlink(source.turn);
      remember(source, nowNanos);
    }
  }

  /** Somebody is let in: his source is served, and goes behind the others. */
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

  /** Whose turn it is, or null if nobody waits. Asking counts: who is named must be served. */
  Place<T> next(long nowNanos) {
    Source<T> source = nextSource(nowNanos);
    if (source == null) {
      return null;
    }
    return pressure(source, nowNanos) ? source.waiting.last() : source.waiting.first();
  }

  /**
   * Who makes room for one more of this source: of the source of which most wait, who has the least
   * hope. Null if that would leave the shares no more equal than they are.
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

  /** Sources in the table: those that wait and those that are remembered. */
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
