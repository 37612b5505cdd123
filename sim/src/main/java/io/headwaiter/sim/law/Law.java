package io.headwaiter.sim.law;

import io.headwaiter.core.capacity.MeterSnapshot;

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

  /** Whether a free worker takes the turn that came last, not the one that came first. */
  default boolean newestFirst(long nowNanos) {
    return false;
  }

  /** A worker is about to begin a turn that has waited. False: it is dropped. */
  default boolean begin(Turn turn, long waitedNanos, long nowNanos) {
    return true;
  }

  /**
   * A turn that was begun is done.
   *
   * @param residenceNanos from its coming into the queue until now
   */
  default void done(Turn turn, long residenceNanos, long nowNanos) {}

  /** The client of a turn that was let in has left before it was done. */
  default void left(Turn turn, long nowNanos) {}

  /** How often {@link #tick} wants to be called, in nanoseconds, above 0. */
  default long intervalNanos() {
    return 50_000_000L;
  }

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
   * Asked often while connections wait: which of them comes in now.
   *
   * @return null if none
   */
  default Hello release(long nowNanos) {
    return null;
  }
}
