package io.headwaiter.sim.law;

import io.headwaiter.core.capacity.MeterSnapshot;
import io.headwaiter.core.capacity.MeterSnapshotBuilder;
import java.util.List;

/**
 * A way of dealing with overload. The simulated server asks it at every point at which some known
 * law acts; what a law does not answer lets everything through in the order in which it came.
 *
 * <p>A law has no clock and no thread. One run, one law.
 */
public interface Law {
  /** What the scoreboard calls it. */
  String name();

  /** A connection has sent its hello; nothing was paid for but its accepting. */
  default Entrance connection(Hello hello, long nowNanos) {
    return Entrance.ADMIT;
  }

  /** A turn of work wants into the queue in front of the workers. False: it is turned away. */
  default boolean enqueue(Turn turn, long nowNanos) {
    return true;
  }

  /**
   * Whether the queue is in the order in which customers asked, so that the first page of a new
   * visit does not wait a second time after its handshake; else in the order in which turns came.
   * Asked once.
   */
  default boolean longestWaitingFirst() {
    return false;
  }

  /** Whether a free worker takes the turn that came last, not the one that came first. */
  default boolean newestFirst(long nowNanos) {
    return false;
  }

  /** A worker is about to begin a turn that has waited. False: it is dropped. */
  default boolean begin(Turn turn, long waitedNanos, long nowNanos) {
    return true;
  }

  /**
   * A turn that was begun is done. Each turn begun ends with exactly one of this and {@link #left}.
   *
   * @param residenceNanos from its coming into the queue until now
   */
  default void done(Turn turn, long residenceNanos, long nowNanos) {}

  /**
   * A turn that was begun is done, in place of {@link #done}, and the server finds that nobody
   * waits for it any more: the work was in vain. Until then it cannot know.
   */
  default void left(Turn turn, long nowNanos) {}

  /**
   * Where a turn stands in a queue that is {@link #longestWaitingFirst}: since when its customer
   * waits, or later. A turn that stands behind the moment at which it came waits for its own visit
   * until then: it counts as none that waits, and in no delay that the meters measure.
   */
  default long placeNanos(Turn turn) {
    return turn.askedNanos();
  }

  /**
   * Whether a turn is deferred: the law keeps it until it answers it to {@link #nextDeferred}.
   * Asked when it comes into the queue, and once more when a worker would begin it.
   */
  default boolean defers(Turn turn, long nowNanos) {
    return false;
  }

  /**
   * Asked until it answers null, when a turn was deferred, when a deferred one is computed, and
   * after each {@link #tick}: which of the deferred turns goes to the workers now. It stands behind
   * all that others ask for until a second later, and is in no delay that the meters measure.
   *
   * @return null if none
   */
  default Turn nextDeferred(long nowNanos) {
    return null;
  }

  /**
   * A worker has computed a turn; told before {@link #done}, {@link #left} or {@link #awaits}.
   *
   * @param cpuNanos what the meters saw of it: a request's own thread, without poller and kernel
   */
  default void spent(Turn turn, long cpuNanos, long nowNanos) {}

  /**
   * The server's part of a handshake is computed and sent, and the client does not answer. Later
   * {@link #expired} is told of the same turn. Who does not look at it takes it for {@link #left}.
   */
  default void awaits(Turn turn, long nowNanos) {
    left(turn, nowNanos);
  }

  /** A handshake of which {@link #awaits} was told has failed: the client's time is over. */
  default void expired(Turn turn, long nowNanos) {}

  /** How long a client may take to end a handshake, as Tomcat's {@code connectionTimeout}. */
  default long handshakeTimeoutNanos() {
    return 20_000_000_000L;
  }

  /** How long a connection may be open without a first request, as Tomcat's. */
  default long firstRequestTimeoutNanos() {
    return 20_000_000_000L;
  }

  /** How often {@link #tick} wants to be called, in nanoseconds, above 0. */
  default long intervalNanos() {
    return 50_000_000L;
  }

  /**
   * Before a snapshot is made: a law that looks claims up may set what only it knows ({@code
   * newAdmitted}, {@code resumedAdmitted}, {@code newRefused}, {@code falseResumptions}, {@code
   * newWaiting}), and one that keeps accounts what it booked ({@code returningVisits}, {@code
   * visitsBegun}, {@code visitWork}, {@code excessCpuNanos}, {@code deferredCpuNanos}). What it
   * does not set is counted by what the connections truly were.
   */
  default void amend(MeterSnapshotBuilder snapshot) {}

  /** An interval has passed, and this was measured in it. */
  default void tick(MeterSnapshot snapshot) {}

  /** What becomes of a connection. */
  enum Entrance {
    /** It comes in. */
    ADMIT,
    /** It waits before the door; asked again by {@link #release}. */
    WAIT,
    /** It is closed, at the price of a refusal. */
    REFUSE
  }

  /**
   * Asked often while connections wait, until it answers null: which of them comes in now. Letting
   * in one that has left costs a refusal and does nothing else.
   *
   * @return null if none
   */
  default Hello release(long nowNanos) {
    return null;
  }

  /**
   * Asked often while connections wait, until it answers null: which of them is refused after all.
   *
   * @return null if none
   */
  default Hello expel(long nowNanos) {
    return null;
  }

  /**
   * A connection that was let in is closed, by either side.
   *
   * @param visit name of its visit, as in {@link Turn}
   */
  default void closed(long connection, long visit, long nowNanos) {}

  /**
   * Whether a connection stays open whose handshake is done; asked after {@link #done}. False: it
   * is closed.
   */
  default boolean stays(Turn handshake, long nowNanos) {
    return true;
  }

  /**
   * Asked after each {@link #tick}: which open connections the server closes, if nothing is asked
   * for on them just then. Their clients come again when they want something.
   */
  default List<Long> closes(long nowNanos) {
    return List.of();
  }

  /** A connection that waits has been closed by its client. */
  default void gone(Hello hello, long nowNanos) {}

  /**
   * A visit that was let in is over, whether it came to its end or broke off.
   *
   * @param customer whose
   */
  default void over(long customer, long nowNanos) {}
}
