package io.headwaiter.core.admission;

import java.util.Objects;
import java.util.function.DoubleSupplier;

/**
 * Where new clients wait while the gate has no room for them. It is bounded in length and in
 * patience, and holds nobody who cannot be served within that patience:
 *
 * <pre>
 *   a client gets a place if   n + 1 &lt;= min(lengthMax, max(1, mu * P'))
 *   estimated wait             W = min(n / mu, P)
 *   n    clients that wait
 *   mu   releases per second, see {@link ReleaseRate}
 *   P    patience: who has waited so long is sent away; at most that of the limits, and less where
 *        those who wait are seen to leave sooner, see {@link PatienceEstimate}
 *   P'   the patience assumed: P, but the target where somebody has been waiting for all of the last P
 * </pre>
 *
 * <p>A line that never empties bridges nothing any more; then those who come are better told at
 * once than after they have waited in vain. So a standing line is held at what is served within the
 * target.
 *
 * <p>One may always wait, because a rate of nothing could not be unlearned otherwise.
 *
 * <p>Below the target wait it is first come, first served. Beyond it the newest goes first: those
 * who have waited longest are the most likely to have given up, and a line of people who are about
 * to leave is the way in which servers do nothing but useless work (adaptive LIFO beside CoDel's
 * target, and a short timeout while the line stands: Maurer, "Fail at Scale", ACM Queue 13(8),
 * 2015). Networks take turns, see {@link SourceShares}; one that has fewer waiting than another
 * gets a place from it when the room is full.
 *
 * <p>W is the time until all who wait now are through. It is what the last of them waits while it
 * is first come, first served; the newest-first order moves waits between clients and leaves their
 * sum.
 *
 * <p>Worked number: mu = 60 a second and P = 2 s: 120 places, whatever {@code lengthMax} above that
 * says. With 30 waiting, W = 0.5 s. Once somebody has been waiting for 2 s without a break and the
 * target is 0.2 s, newcomers get a place only while fewer than 12 wait.
 *
 * <p>Every step takes constant time, apart from a hash table of networks. The owner asks the gate
 * before each {@link #release}; nothing here calls back. Not thread-safe, but for {@link
 * #counters}. Time is {@code nowNanos} of any monotonic clock.
 *
 * @param <T> who waits
 */
public final class WaitingRoom<T> {
  private static final double NANOS_PER_SECOND = 1e9;
  // Whoever enters and leaves at once must not be able to close the room for the others.
  private static final long PATIENCE_NANOS_MIN = 100_000_000L;

  /**
   * A place in the room, the ticket to leave it early.
   *
   * @param <T> who waits
   */
  public static final class Place<T> {
    final T who;
    final Source<T> source;
    final long enteredNanos;
    final Chain.Link<Place<T>> inRoom = new Chain.Link<>(this);
    final Chain.Link<Place<T>> inSource = new Chain.Link<>(this);

    Place(T who, Source<T> source, long enteredNanos) {
      this.who = who;
      this.source = source;
      this.enteredNanos = enteredNanos;
    }
  }

  /**
   * What became of somebody who wanted a place.
   *
   * @param place his, or null if he got none
   * @param displaced who lost his place to him, or null
   * @param <T> who waits
   */
  public record Entrance<T>(Place<T> place, T displaced) {}

  private final WaitingRoomLimits limits;
  private final DoubleSupplier policyPerSecond;
  private final SourceShares<T> shares;
  private final PatienceEstimate patience;
  private final ReleaseRate rate = new ReleaseRate();
  private final Chain<Place<T>> room = new Chain<>();
  private final WaitingRoomCounters counters = new WaitingRoomCounters();
  // Since when somebody has been waiting all the time.
  private long busySinceNanos;

  /**
   * An empty room.
   *
   * @param policyPerSecond new clients per second that the gate would let in by its policy, at
   *     least 0; infinity if the policy does not say
   */
  public WaitingRoom(WaitingRoomLimits limits, DoubleSupplier policyPerSecond) {
    this.limits = Objects.requireNonNull(limits, "limits");
    this.policyPerSecond = Objects.requireNonNull(policyPerSecond, "policyPerSecond");
    this.shares = new SourceShares<>(limits.targetNanos(), limits.patienceNanos());
    long floorNanos = Math.max(PATIENCE_NANOS_MIN, limits.targetNanos());
    this.patience =
        new PatienceEstimate(Math.min(limits.patienceNanos(), floorNanos), limits.patienceNanos());
    counters.patienceNanos.set(limits.patienceNanos());
  }

  /**
   * Asks for a place.
   *
   * @param source of which network the client is
   * @return his place; none if the room is full, or cannot serve so many within its patience, and
   *     no other network has more waiting
   */
  public Entrance<T> enter(T who, long source, long nowNanos) {
    T displaced = null;
    if (room.size() + 1 > placesNow(nowNanos)) {
      Place<T> victim = room.isEmpty() ? null : shares.victimFor(source, nowNanos);
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
    Place<T> place = new Place<>(who, shares.of(source), nowNanos);
    room.addLast(place.inRoom);
    shares.join(place, nowNanos);
    counters.entered.incrementAndGet();
    publish(nowNanos);
    return new Entrance<>(place, displaced);
  }

  /** The client has left; false if he did not wait any more. */
  public boolean leave(Place<T> place, long nowNanos) {
    if (!remove(place, nowNanos)) {
      return false;
    }
    patience.left(nowNanos - place.enteredNanos, nowNanos);
    counters.left.incrementAndGet();
    publish(nowNanos);
    return true;
  }

  /** Takes out whose turn it is to be let in; null if nobody waits. */
  public T release(long nowNanos) {
    Place<T> place = shares.next(nowNanos);
    if (place == null) {
      return null;
    }
    patience.stayed(nowNanos - place.enteredNanos, nowNanos);
    Chain.unlink(place.inRoom);
    shares.serve(place, nowNanos);
    rate.released(nowNanos);
    counters.released.incrementAndGet();
    finish(nowNanos);
    publish(nowNanos);
    return place.who;
  }

  /** Takes out one whose patience is over; null if there is none. */
  public T expire(long nowNanos) {
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

  /** Takes out the one who has waited longest, because the room closes; null if nobody waits. */
  public T dismiss(long nowNanos) {
    Place<T> oldest = room.first();
    if (oldest == null) {
      return null;
    }
    remove(oldest, nowNanos);
    counters.displaced.incrementAndGet();
    publish(nowNanos);
    return oldest.who;
  }

  /** Whether nobody waits. */
  public boolean isEmpty() {
    return room.isEmpty();
  }

  /** Nanoseconds until {@link #expire} has something to do; the maximum if nobody waits. */
  public long nanosToExpiry(long nowNanos) {
    Place<T> oldest = room.first();
    return oldest == null
        ? Long.MAX_VALUE
        : Math.max(0, patience.nanos(nowNanos) - (nowNanos - oldest.enteredNanos));
  }

  /**
   * P, the longest wait by now, in nanoseconds: at most the patience of the limits, at least their
   * target or 100 ms.
   */
  public long patienceNanos(long nowNanos) {
    return patience.nanos(nowNanos);
  }

  /** Releases per second, as learned and as the policy allows. */
  public double releasesPerSecond(long nowNanos) {
    return rate.perSecond(nowNanos, policyPerSecond.getAsDouble());
  }

  /** Nanoseconds until all who wait now are through, at most the patience; 0 if nobody waits. */
  public long estimatedWaitNanos(long nowNanos) {
    if (room.isEmpty()) {
      return 0;
    }
    double nanos = room.size() * NANOS_PER_SECOND / releasesPerSecond(nowNanos);
    return (long) Math.min(nanos, patience.nanos(nowNanos));
  }

  /** What the room shows of itself; reading it is safe from any thread. */
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
    if (!Chain.unlink(place.inRoom)) {
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
