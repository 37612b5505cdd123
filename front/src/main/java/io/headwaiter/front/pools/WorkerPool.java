package io.headwaiter.front.pools;

import java.util.Optional;

/**
 * The worker threads of a connector. {@link io.headwaiter.front.control.WorkerSizer} sets their
 * number between a floor and a maximum, unless something else does. Thread-safe.
 */
public interface WorkerPool extends ResourceGauge {
  /** The most threads unless another number is set: that of stock Tomcat and Jetty. */
  int STOCK_THREADS = 200;

  /** Threads for each processor to begin with. */
  int FLOOR_PER_PROCESSOR = 10;

  /** Returns the fewest threads on this machine, at least 10. */
  static int floorOfThisMachine() {
    return FLOOR_PER_PROCESSOR * Runtime.getRuntime().availableProcessors();
  }

  /** Returns the fewest threads. */
  default int floor() {
    return floorOfThisMachine();
  }

  /** Returns the most threads, at least the floor. */
  default int maximum() {
    return Math.max(STOCK_THREADS, floor());
  }

  /** Returns as many as they may become while they are sized. */
  @Override
  default int limit() {
    return whyNotSized().isEmpty() ? Math.max(capacity(), maximum()) : capacity();
  }

  /**
   * Returns how many turns are held back because their visits hold as many workers as they may:
   * {@link io.headwaiter.front.request.SharedWorkers}. They are no part of {@link #waiting}.
   */
  int heldBack();

  /** Returns why their number is not to be changed, in a sentence; empty while it may be. */
  Optional<String> whyNotSized();

  /**
   * Leaves their number to something else from now on.
   *
   * @param why in a sentence, for {@link #whyNotSized}
   */
  void leave(String why);

  /**
   * Sets how many there can be. It applies at once to turns that wait; surplus threads end when
   * they are idle. It does not hinder other code that sets the number later.
   *
   * @param threads from the floor to the maximum
   */
  void size(int threads);
}
