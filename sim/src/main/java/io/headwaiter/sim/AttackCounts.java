package io.headwaiter.sim;

/** What an attack did in a run since its start. Written by {@link Attackers} and the meters. */
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

  /** Connections tried. */
  public long hellos() {
    return hellos;
  }

  /** Connections let in. */
  public long admitted() {
    return admitted;
  }

  /** Connections that the server refused, or let wait too long, before they were let in. */
  public long refused() {
    return refused;
  }

  /** Connections that were let in and ended because one of their turns was turned away. */
  public long dropped() {
    return dropped;
  }

  /** Handshakes that the server gave up when the client's time was over. */
  public long handshakesFailed() {
    return handshakesFailed;
  }

  /** Pages served. */
  public long pages() {
    return pages;
  }

  /** Connections that were let in and are not open any more. */
  public long closed() {
    return closed;
  }

  /** CPU of handshakes and pages, nanoseconds; what accepting and refusing took is not in it. */
  public double cpuNanos() {
    return cpuNanos;
  }
}
