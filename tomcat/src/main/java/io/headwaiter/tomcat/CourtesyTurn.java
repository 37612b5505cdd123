package io.headwaiter.tomcat;

import io.headwaiter.front.ThreadCpu;

/**
 * Marks the turns of work on connections that get a courtesy page. Such a connection speaks
 * HTTP/1.1, where a request is served in the turn that has read it, on the same thread.
 */
final class CourtesyTurn {
  private static final ThreadLocal<Boolean> NOW = new ThreadLocal<>();

  private CourtesyTurn() {}

  /** Whether this thread works on such a connection. */
  static boolean isNow() {
    return NOW.get() != null;
  }

  /** Does such work; the thread CPU time that it took. */
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
