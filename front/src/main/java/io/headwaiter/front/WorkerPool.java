package io.headwaiter.front;

import java.util.Optional;

/**
 * The worker threads of a connector, whose number {@link WorkerSizer} sets between a floor and a
 * maximum while nobody else does. Thread-safe.
 */
public interface WorkerPool extends ResourceGauge {
  /** The most threads unless somebody says another number: what stock Tomcat and Jetty have. */
  int STOCK_THREADS = 200;

  /** Threads for each processor to begin with. */
  int FLOOR_PER_PROCESSOR = 10;

  /** The fewest threads on this machine, at least 10. */
  static int floorOfThisMachine() {
    return FLOOR_PER_PROCESSOR * Runtime.getRuntime().availableProcessors();
  }

  /** The fewest threads. */
  default int floor() {
    return floorOfThisMachine();
  }

  /** The most threads, at least the floor. */
  default int maximum() {
    return Math.max(STOCK_THREADS, floor());
  }

  /** While they are sized, as many as they may become. */
  @Override
  default int limit() {
    return whyNotSized().isEmpty() ? Math.max(capacity(), maximum()) : capacity();
  }

  /**
   * Turns that are held back because their visit leaves no more threads idle than it holds: {@link
   * SharedWorkers}. They are no part of {@link #waiting}.
   */
  int heldBack();

  /** Why their number is not to be changed, in a sentence; empty while it may be. */
  Optional<String> whyNotSized();

  /**
   * Their number is somebody else's from now on.
   *
   * @param why in a sentence, for {@link #whyNotSized}
   */
  void leave(String why);

  /**
   * Sets how many there can be, at once for turns that wait; threads too many end when they are
   * idle. Somebody who sets the number later is not hindered by it.
   *
   * @param threads from the floor to the maximum
   */
  void size(int threads);
}
