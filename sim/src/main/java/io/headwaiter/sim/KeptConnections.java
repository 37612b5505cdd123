package io.headwaiter.sim;

import java.util.HashMap;
import java.util.Map;

/**
 * The connections that workers keep: the worker of each runs a turn of it, or waits for the next
 * request.
 *
 * <p>The wait is shorter while workers are short, as on the multithreaded server of the module
 * baseline (PersistenceTimeout), which follows Beltran et al. 2005:
 *
 * <pre>
 *   busy workers of all    up to 1/3   up to 2/3   up to 9/10   more
 *   part of the timeout       1          1/2          1/3       1/20
 * </pre>
 */
final class KeptConnections {
  private static final long RUNS = -1;
  private static final int HUNDRED = 100;
  private static final int[] PERCENT = {33, 66, 90};
  private static final int[] PARTS = {1, 2, 3};
  private static final int LEAST_PART = 20;

  // By connection: the number of the wait for its next request, or RUNS.
  private final Map<Long, Long> waits = new HashMap<>();
  private long begun;

  /**
   * A wait for the next request of a connection.
   *
   * @param number unique in a run
   */
  record Wait(long connection, long number) {}

  /** Returns whether a worker keeps this connection. */
  boolean contains(long connection) {
    return waits.containsKey(connection);
  }

  /** Begins a turn; returns whether the connection had no worker until now. */
  boolean begin(long connection) {
    return waits.put(connection, RUNS) == null;
  }

  /** Ends a turn; the wait for the next request begins. */
  void end(long connection) {
    waits.put(connection, begun++);
  }

  /** Returns the wait for the next request; null if a turn runs, or no worker keeps it. */
  Wait waitOn(long connection) {
    Long number = waits.get(connection);
    return number == null || number == RUNS ? null : new Wait(connection, number);
  }

  /** Returns whether a wait still lasts. */
  boolean lasts(Wait wait) {
    return wait.equals(waitOn(wait.connection()));
  }

  /** Removes a connection if its worker waits; returns whether that is so. */
  boolean leave(long connection) {
    boolean waiting = waitOn(connection) != null;
    if (waiting) {
      waits.remove(connection);
    }
    return waiting;
  }

  void clear() {
    waits.clear();
  }

  /**
   * Returns how long a worker waits for the next request.
   *
   * @param full wait of a server without load
   * @param busy workers that keep a connection
   * @param workers all of them, at least 1
   */
  static double timeout(double full, int busy, int workers) {
    int percent = HUNDRED * busy / workers;
    for (int i = 0; i < PERCENT.length; i++) {
      if (percent <= PERCENT[i]) {
        return full / PARTS[i];
      }
    }
    return full / LEAST_PART;
  }
}
