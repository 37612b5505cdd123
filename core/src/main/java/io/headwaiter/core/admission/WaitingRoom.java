package io.headwaiter.core.admission;

import java.util.Objects;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Holds clients while the gate has no capacity for their visits. Its length and the patience are
 * bounded, and it holds no client that cannot be served within the patience:
 *
 * <pre>
 *   a client gets a place if   n + 1 &lt;= min(lengthMax, max(1, mu * P'))
 *   estimated wait             W = min(n / mu, P)
 *   n    clients that wait
 *   mu   releases per second, see {@link ReleaseRate}
 *   P    patience: a client that has waited this long is refused; at most the limit, and less
 *        where waiting clients are seen to leave sooner, see {@link PatienceEstimate}
 *   P'   the patience assumed: P, but the target if clients have been waiting for all of the last P
 * </pre>
 *
 * <p>A queue that never empties bridges no gap any more. A client is then better refused at once
 * than after waiting in vain. So a standing queue is held at the length that is served within the
 * target.
 *
 * <p>One client may always wait, because otherwise a measured rate of 0 could never rise again.
 *
 * <p>Below the target wait the order is first come, first served. Beyond it the newest client goes
 * first: the clients that have waited longest are the most likely to have given up, and a server
 * that serves a queue of leaving clients does only useless work (adaptive LIFO beside CoDel's
 * target, and a short timeout while the queue stands: Maurer, "Fail at Scale", ACM Queue 13(8),
 * 2015). Networks take turns, see {@link FairQueue}. If the waiting room is full, a network with
 * fewer waiting clients takes a place from one with more.
 *
 * <p>W is the time until all clients that wait now have left the waiting room. It is the wait of
 * the last of them in the order first come, first served. The order newest first moves waits
 * between clients and leaves their sum.
 *
 * <p>Worked number: mu = 60 a second and P = 2 s: 120 places, if {@code lengthMax} allows as many.
 * With 30 waiting, W = 0.5 s. If clients have been waiting for 2 s without a break and the target
 * is 0.2 s, a new client gets a place only while fewer than 12 wait.
 *
 * <p>Every step takes constant time, apart from a hash table of networks. The owner asks the gate
 * before each {@link #release}; the waiting room calls nothing but the supplier of the policy's
 * rate. Not thread-safe, except for {@link #counters}. Time is {@code nowNanos} of any monotonic
 * clock.
 *
 * @param <T> the type of a waiting client
 */
public final class WaitingRoom<T> {
  private static final double NANOS_PER_SECOND = 1e9;
  // A client that enters and leaves at once must not be able to close the waiting room for others.
  private static final long PATIENCE_NANOS_MIN = 100_000_000L;

  /**
   * A place in the waiting room, with which a client leaves early.
   *
   * @param <T> the type of a waiting client
   */
  public static final class Place<T> {
    final T who;
    final QueuedNetwork<T> network;
    final long enteredNanos;
    final IntrusiveList.Link<Place<T>> inRoom = new IntrusiveList.Link<>(this);
    final IntrusiveList.Link<Place<T>> inSource = new IntrusiveList.Link<>(this);

    Place(T who, QueuedNetwork<T> network, long enteredNanos) {
      this.who = who;
      this.network = network;
      this.enteredNanos = enteredNanos;
    }
  }

  /**
   * The result of asking for a place.
   *
   * @param place the place, or null if there was none
   * @param displaced the client that lost its place to this one, or null
   * @param <T> the type of a waiting client
   */
  public record Entrance<T>(@Nullable Place<T> place, @Nullable T displaced) {}

  private final WaitingRoomLimits limits;
  private final DoubleSupplier policyPerSecond;
  private final FairQueue<T> shares;
  private final PatienceEstimate patience;
  private final ReleaseRate rate = new ReleaseRate();
  private final IntrusiveList<Place<T>> room = new IntrusiveList<>();
  private final WaitingRoomCounters counters = new WaitingRoomCounters();
  // Start of the present time without a break in which clients wait.
  private long busySinceNanos;

  /**
   * Creates an empty waiting room.
   *
   * @param policyPerSecond new clients per second that the gate would admit by its policy, at least
   *     0; infinity if the policy does not say
   */
  public WaitingRoom(WaitingRoomLimits limits, DoubleSupplier policyPerSecond) {
    this.limits = Objects.requireNonNull(limits, "limits");
    this.policyPerSecond = Objects.requireNonNull(policyPerSecond, "policyPerSecond");
    this.shares = new FairQueue<>(limits.targetNanos(), limits.patienceNanos());
    long floorNanos = Math.max(PATIENCE_NANOS_MIN, limits.targetNanos());
    this.patience =
        new PatienceEstimate(Math.min(limits.patienceNanos(), floorNanos), limits.patienceNanos());
    counters.patienceNanos.set(limits.patienceNanos());
  }

  /**
   * Asks for a place.
   *
   * @param network the network of the client
   * @return no place if the waiting room is full, or cannot serve so many within its patience, and
   *     no other network has more waiting
   */
  public Entrance<T> enter(T who, long network, long nowNanos) {
    T displaced = null;
    if (room.size() + 1 > placesNow(nowNanos)) {
      Place<T> victim = room.isEmpty() ? null : shares.victimFor(network, nowNanos);
      if (victim == null) {
        counters.refused.incrementAndGet();
        return new Entrance<>(null, null);
      }
      patience.stayed(nowNanos - victim.enteredNanos, nowNanos);
      remove(victim, nowNanos);
      counters.displaced.incrementAndGet();
      displaced = victim.who;
    }
    if (room.isEmpty()) {
      busySinceNanos = nowNanos;
      rate.begin(nowNanos, policyPerSecond.getAsDouble());
    }
    Place<T> place = new Place<>(who, shares.of(network), nowNanos);
    room.addLast(place.inRoom);
    shares.join(place, nowNanos);
    counters.entered.incrementAndGet();
    publish(nowNanos);
    return new Entrance<>(place, displaced);
  }

  /** Notes that the client has left; false if it did not wait any more. */
  public boolean leave(Place<T> place, long nowNanos) {
    if (!remove(place, nowNanos)) {
      return false;
    }
    patience.left(nowNanos - place.enteredNanos, nowNanos);
    counters.left.incrementAndGet();
    publish(nowNanos);
    return true;
  }

  /** Removes the next client to admit; null if none waits. */
  public @Nullable T release(long nowNanos) {
    Place<T> place = shares.next(nowNanos);
    if (place == null) {
      return null;
    }
    patience.stayed(nowNanos - place.enteredNanos, nowNanos);
    IntrusiveList.unlink(place.inRoom);
    shares.serve(place, nowNanos);
    rate.released(nowNanos);
    counters.released.incrementAndGet();
    finish(nowNanos);
    publish(nowNanos);
    return place.who;
  }

  /** Removes a client that has waited for the patience; null if there is none. */
  public @Nullable T expire(long nowNanos) {
    Place<T> oldest = room.first();
    if (oldest == null || nowNanos - oldest.enteredNanos < patience.nanos(nowNanos)) {
      return null;
    }
    patience.stayed(nowNanos - oldest.enteredNanos, nowNanos);
    remove(oldest, nowNanos);
    counters.expired.incrementAndGet();
    publish(nowNanos);
    return oldest.who;
  }

  /**
   * Removes the client that has waited longest, because the waiting room closes; null if none
   * waits.
   */
  public @Nullable T dismiss(long nowNanos) {
    Place<T> oldest = room.first();
    if (oldest == null) {
      return null;
    }
    remove(oldest, nowNanos);
    counters.displaced.incrementAndGet();
    publish(nowNanos);
    return oldest.who;
  }

  /** Returns whether no client waits. */
  public boolean isEmpty() {
    return room.isEmpty();
  }

  /**
   * Returns the nanoseconds until {@link #expire} has something to do; {@link Long#MAX_VALUE} if no
   * client waits.
   */
  public long nanosToExpiry(long nowNanos) {
    Place<T> oldest = room.first();
    return oldest == null
        ? Long.MAX_VALUE
        : Math.max(0, patience.nanos(nowNanos) - (nowNanos - oldest.enteredNanos));
  }

  /**
   * Returns P, the longest wait by now, in nanoseconds: at most the patience of the limits, and at
   * least their target and 100 ms, unless the limit is lower.
   */
  public long patienceNanos(long nowNanos) {
    return patience.nanos(nowNanos);
  }

  /** Returns the releases per second: the measured rate, at most that of the policy. */
  public double releasesPerSecond(long nowNanos) {
    return rate.perSecond(nowNanos, policyPerSecond.getAsDouble());
  }

  /**
   * Returns the nanoseconds until all clients that wait now have left the waiting room, at most the
   * patience; 0 if none waits.
   */
  public long estimatedWaitNanos(long nowNanos) {
    if (room.isEmpty()) {
      return 0;
    }
    double nanos = room.size() * NANOS_PER_SECOND / releasesPerSecond(nowNanos);
    return (long) Math.min(nanos, patience.nanos(nowNanos));
  }

  /** Returns the counters; reading them is safe from any thread. */
  public WaitingRoomCounters counters() {
    return counters;
  }

  int tableSize() {
    return shares.tableSize();
  }

  private double placesNow(long nowNanos) {
    long patienceNanos = patience.nanos(nowNanos);
    boolean standing = !room.isEmpty() && nowNanos - busySinceNanos > patienceNanos;
    long assumedNanos = standing ? limits.targetNanos() : patienceNanos;
    double served = releasesPerSecond(nowNanos) * assumedNanos / NANOS_PER_SECOND;
    return Math.min(limits.lengthMax(), Math.max(1, served));
  }

  private boolean remove(Place<T> place, long nowNanos) {
    if (!IntrusiveList.unlink(place.inRoom)) {
      return false;
    }
    shares.leave(place, nowNanos);
    finish(nowNanos);
    return true;
  }

  private void finish(long nowNanos) {
    if (room.isEmpty()) {
      rate.end(nowNanos);
    }
  }

  private void publish(long nowNanos) {
    counters.length.set(room.size());
    counters.estimatedWaitNanos.set(estimatedWaitNanos(nowNanos));
    counters.patienceNanos.set(patience.nanos(nowNanos));
  }
}
