package io.headwaiter.sim.law;

import io.headwaiter.core.capacity.MeterSnapshot;
import io.headwaiter.core.capacity.MeterSnapshotBuilder;
import java.util.List;

/**
 * An overload control algorithm. The simulated server calls it at every point at which some known
 * law acts. The default methods let everything pass in the order of arrival.
 *
 * <p>A law has no clock and no thread. Each run has its own law.
 */
public interface Law {
  /** Returns the name on the scoreboard. */
  String name();

  /** Decides on a connection that has sent its hello; the server has only accepted it so far. */
  default Entrance connection(Hello hello, long nowNanos) {
    return Entrance.ADMIT;
  }

  /** Returns whether a turn may enter the queue in front of the workers; if not, it is rejected. */
  default boolean enqueue(Turn turn, long nowNanos) {
    return true;
  }

  /**
   * Returns whether the queue is in the order in which customers began to wait, so that the first
   * page of a new visit does not wait a second time after its handshake; else in the order in which
   * turns came. Called once.
   */
  default boolean longestWaitingFirst() {
    return false;
  }

  /** Returns whether a free worker takes the turn that came last, not the one that came first. */
  default boolean newestFirst(long nowNanos) {
    return false;
  }

  /** Returns whether a worker begins a turn that has waited; if not, the turn is dropped. */
  default boolean begin(Turn turn, long waitedNanos, long nowNanos) {
    return true;
  }

  /**
   * Notes that a turn is done. For each turn that begins, exactly one of this, {@link #left} and
   * {@link #awaits} is called.
   *
   * @param residenceNanos from its arrival in the queue until now
   */
  default void done(Turn turn, long residenceNanos, long nowNanos) {}

  /**
   * Notes, in place of {@link #done}, that a turn is done and its client has left: the work was in
   * vain. The server cannot know this sooner.
   */
  default void left(Turn turn, long nowNanos) {}

  /**
   * Returns the place of a turn in a queue that is {@link #longestWaitingFirst}: the time since
   * which its customer waits, or later. A turn with a place later than its arrival waits for its
   * own visit until then. It does not count as waiting, and is in no delay that the meters measure.
   */
  default long placeNanos(Turn turn) {
    return turn.askedNanos();
  }

  /**
   * Returns whether a turn is deferred: the law keeps it until {@link #nextDeferred} returns it.
   * Called when it would enter the queue, and again when a worker would begin it.
   */
  default boolean defers(Turn turn, long nowNanos) {
    return false;
  }

  /**
   * Returns the deferred turn that goes to the workers now. Called until it returns null: when a
   * turn was deferred, when a deferred one is computed, and after each {@link #tick}. The turn
   * enters the queue at the place of its arrival, and is in no delay that the meters measure.
   *
   * @return null if none
   */
  default Turn nextDeferred(long nowNanos) {
    return null;
  }

  /**
   * Notes that a worker has computed a turn; called before {@link #done}, {@link #left} or {@link
   * #awaits}.
   *
   * @param cpuNanos CPU time that the meters saw: a request's own thread, without poller and kernel
   */
  default void spent(Turn turn, long cpuNanos, long nowNanos) {}

  /**
   * Notes that the server's part of a handshake is computed and sent, and the client does not
   * answer. {@link #expired} follows for the same turn. By default it is treated as {@link #left}.
   */
  default void awaits(Turn turn, long nowNanos) {
    left(turn, nowNanos);
  }

  /**
   * Notes that a handshake after {@link #awaits} has failed: at its deadline, or because the law
   * closed the connection.
   */
  default void expired(Turn turn, long nowNanos) {}

  /** Returns how long a client may take for a handshake, as Tomcat's {@code connectionTimeout}. */
  default long handshakeTimeoutNanos() {
    return 20_000_000_000L;
  }

  /** Returns how long a connection may be open without a first request, as Tomcat's. */
  default long firstRequestTimeoutNanos() {
    return 20_000_000_000L;
  }

  /** Returns the time between calls of {@link #tick}, in nanoseconds, above 0. */
  default long intervalNanos() {
    return 50_000_000L;
  }

  /**
   * Changes a snapshot before it is made. A law that looks up claims may set values that only it
   * knows ({@code newAdmitted}, {@code resumedAdmitted}, {@code newRefused}, {@code
   * falseResumptions}, {@code newWaiting}). A law that keeps accounts may set its bookings ({@code
   * returningVisits}, {@code visitsBegun}, {@code visitWork}, {@code excessCpuNanos}, {@code
   * deferredCpuNanos}). All other values follow the true kinds of the connections.
   */
  default void amend(MeterSnapshotBuilder snapshot) {}

  /** Takes the measurements of the interval that has passed. */
  default void tick(MeterSnapshot snapshot) {}

  /** The decision on a connection. */
  enum Entrance {
    /** It is admitted. */
    ADMIT,
    /** It waits at the door, until {@link #release} or {@link #expel} returns it. */
    WAIT,
    /** It is closed, at the cost of a refusal. */
    REFUSE
  }

  /**
   * Returns the waiting connection that is admitted now. Called often while connections wait, until
   * it returns null. Admitting one that its client has closed costs a refusal and has no other
   * effect.
   *
   * @return null if none
   */
  default Hello release(long nowNanos) {
    return null;
  }

  /**
   * Returns the waiting connection that is refused now. Called often while connections wait, until
   * it returns null.
   *
   * @return null if none
   */
  default Hello expel(long nowNanos) {
    return null;
  }

  /**
   * Notes that an admitted connection is closed, by either side.
   *
   * @param visit name of its visit, as in {@link Turn}
   */
  default void closed(long connection, long visit, long nowNanos) {}

  /**
   * Returns whether a connection stays open after its handshake; if not, it is closed. Called after
   * {@link #done}.
   */
  default boolean stays(Turn handshake, long nowNanos) {
    return true;
  }

  /**
   * Returns the open connections that the server closes, if nothing is requested on them at that
   * time. Called after each {@link #tick}. Their clients reconnect for their next request.
   */
  default List<Long> closes(long nowNanos) {
    return List.of();
  }

  /** Notes that the client of a waiting connection has closed it. */
  default void gone(Hello hello, long nowNanos) {}

  /**
   * Notes that an admitted visit has ended, completed or broken off.
   *
   * @param customer its customer
   */
  default void over(long customer, long nowNanos) {}
}
