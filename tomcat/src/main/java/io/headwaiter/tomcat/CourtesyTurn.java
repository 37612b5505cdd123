package io.headwaiter.tomcat;

import io.headwaiter.front.supply.ThreadCpu;

/**
 * Marks the turns on connections that get a courtesy page. Such a connection uses HTTP/1.1, where a
 * request is served in the turn that has read it, on the same thread.
 */
final class CourtesyTurn {
  private static final ThreadLocal<Boolean> NOW = new ThreadLocal<>();

  private CourtesyTurn() {}

  /** Returns whether this thread works on such a connection. */
  static boolean isNow() {
    return NOW.get() != null;
  }

  /** Runs such a turn, and returns the thread CPU time that it took, in ns. */
  static long run(Runnable work) {
    long before = ThreadCpu.nanos();
    NOW.set(Boolean.TRUE);
    try {
      work.run();
    } finally {
      NOW.remove();
    }
    return ThreadCpu.nanos() - before;
  }
}
