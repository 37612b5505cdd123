package io.headwaiter.sim;

/**
 * Counts of what attacks did since the start of a run. Written by {@link Attackers} and the meters.
 */
public final class AttackCounts {
  long hellos;
  long admitted;
  long refused;
  long dropped;
  long handshakesFailed;
  long pages;
  long closed;
  double cpuNanos;

  AttackCounts() {}

  /** Returns the connections tried. */
  public long hellos() {
    return hellos;
  }

  /** Returns the connections admitted. */
  public long admitted() {
    return admitted;
  }

  /** Returns the connections that the server refused, or that waited too long, before admission. */
  public long refused() {
    return refused;
  }

  /**
   * Returns the admitted connections that ended because the law rejected one of their turns, or
   * closed them after their handshake.
   */
  public long dropped() {
    return dropped;
  }

  /**
   * Returns the handshakes that the server gave up: at their deadline, or because the law closed
   * the connection.
   */
  public long handshakesFailed() {
    return handshakesFailed;
  }

  /** Returns the pages served. */
  public long pages() {
    return pages;
  }

  /** Returns the admitted connections that were closed, without those that a restart ended. */
  public long closed() {
    return closed;
  }

  /** Returns the CPU of handshakes and pages, nanoseconds; without accepting and refusing. */
  public double cpuNanos() {
    return cpuNanos;
  }
}
