package io.headwaiter.core.admission;

import io.headwaiter.core.admission.WaitingRoom.Place;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

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
final class FairQueue<T> {
  static final int REMEMBERED_MAX = 4096;

  private final long targetNanos;
  private final long memoryNanos;
  private final Map<Long, QueuedNetwork<T>> sources = new HashMap<>();
  private final IntrusiveList<QueuedNetwork<T>> fresh = new IntrusiveList<>();
  private final IntrusiveList<QueuedNetwork<T>> ring = new IntrusiveList<>();
  private final IntrusiveList<QueuedNetwork<T>> remembered = new IntrusiveList<>();
  // By the number of their waiting clients; grows to the most that ever waited of one source.
  private final List<IntrusiveList<QueuedNetwork<T>>> bySize = new ArrayList<>();
  private int longest;
  private boolean tookOverdue;

  /**
   * @param targetNanos a wait beyond this is pressure
   * @param memoryNanos how long an admission of a source is remembered
   */
  FairQueue(long targetNanos, long memoryNanos) {
    this.targetNanos = targetNanos;
    this.memoryNanos = memoryNanos;
  }

  /** Returns the source of this key, creating it if necessary; a client must join it next. */
  QueuedNetwork<T> of(long key) {
    return sources.computeIfAbsent(key, QueuedNetwork::new);
  }

  /** Adds a waiting client, the newest of its source. */
  void join(Place<T> place, long nowNanos) {
    QueuedNetwork<T> network = place.network;
    network.waiting.addLast(place.inSource);
    int size = network.waiting.size();
    resize(network, size);
    if (size > 1) {
      return;
    }
    IntrusiveList.unlink(network.turn);
    if (network.served && nowNanos - network.servedNanos >= memoryNanos) {
      network.served = false;
    }
    (network.served ? ring : fresh).addLast(network.turn);
  }

  /** Removes a client that waits no more and was not admitted. */
  void leave(Place<T> place, long nowNanos) {
    QueuedNetwork<T> network = place.network;
    IntrusiveList.unlink(place.inSource);
    resize(network, network.waiting.size());
    if (network.waiting.isEmpty()) {
      IntrusiveList.unlink(network.turn);
      remember(network, nowNanos);
    }
  }

  /** Removes a client that is admitted. Its source is served, and goes behind the others. */
  void serve(Place<T> place, long nowNanos) {
    QueuedNetwork<T> network = place.network;
    network.served = true;
    network.servedNanos = nowNanos;
    leave(place, nowNanos);
    if (!network.waiting.isEmpty()) {
      IntrusiveList.unlink(network.turn);
      ring.addLast(network.turn);
    }
  }

  /**
   * Chooses the next client to admit, or null if none waits. A call changes the turns, so the
   * client returned must be served.
   */
  @Nullable Place<T> next(long nowNanos) {
    QueuedNetwork<T> network = nextSource(nowNanos);
    if (network == null) {
      return null;
    }
    return pressure(network, nowNanos) ? network.waiting.last() : network.waiting.first();
  }

  /**
   * Chooses the waiting client to displace for one more of this source: the client of the largest
   * source with the lowest chance of admission. Null if that would not make the shares more equal.
   */
  @Nullable Place<T> victimFor(long key, long nowNanos) {
    QueuedNetwork<T> own = sources.get(key);
    int ownSize = own == null ? 0 : own.waiting.size();
    if (longest < ownSize + 2) {
      return null;
    }
    QueuedNetwork<T> largest = Objects.requireNonNull(bySize.get(longest).last());
    return pressure(largest, nowNanos) ? largest.waiting.first() : largest.waiting.last();
  }

  /**
   * Returns the number of sources in the table: those with waiting clients and those remembered.
   */
  int tableSize() {
    return sources.size();
  }

  private @Nullable QueuedNetwork<T> nextSource(long nowNanos) {
    QueuedNetwork<T> head = ring.first();
    boolean overdue = head != null && nowNanos - head.servedNanos >= memoryNanos;
    QueuedNetwork<T> oldest = fresh.first();
    if (oldest == null || (overdue && !tookOverdue)) {
      tookOverdue = overdue;
      return head;
    }
    tookOverdue = false;
    return pressure(oldest, nowNanos) ? fresh.last() : oldest;
  }

  private boolean pressure(QueuedNetwork<T> network, long nowNanos) {
    Place<T> oldest = network.waiting.first();
    return oldest != null && nowNanos - oldest.enteredNanos > targetNanos;
  }

  private void remember(QueuedNetwork<T> network, long nowNanos) {
    if (network.served) {
      remembered.addLast(network.turn);
    } else {
      sources.remove(network.key);
    }
    QueuedNetwork<T> oldest = remembered.first();
    while (oldest != null
        && (remembered.size() > REMEMBERED_MAX || nowNanos - oldest.servedNanos >= memoryNanos)) {
      IntrusiveList.unlink(oldest.turn);
      sources.remove(oldest.key);
      oldest = remembered.first();
    }
  }

  private void resize(QueuedNetwork<T> network, int size) {
    IntrusiveList.unlink(network.rank);
    while (bySize.size() <= size) {
      bySize.add(new IntrusiveList<>());
    }
    if (size > 0) {
      bySize.get(size).addLast(network.rank);
    }
    longest = Math.max(longest, size);
    while (longest > 0 && bySize.get(longest).isEmpty()) {
      longest--;
    }
  }
}
