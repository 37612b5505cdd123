package io.headwaiter.door;

import io.headwaiter.core.admission.ParallelConnections;
import io.headwaiter.core.admission.TicketRateLimiter;

/**
 * Bounds on the use of one session or ticket: the rate, see {@link TicketRateLimiter}, and the open
 * connections. Also bounds the connections without a session that belong to a visit.
 *
 * @param burst uses at once, from 0 (no bounds at all) to {@value TicketRateLimiter#BURST_MAX}
 * @param perSecond uses per second in the long run, above 0
 * @param connectionsMax connections that may be open with one ticket, at least 1
 * @param ticketsMax tickets, and connections with them, that are remembered, from 8 to 1,000,000;
 *     about 200 bytes each at most
 * @param parallelMax connections without a session that a visit may open beside its first one, from
 *     0 to {@value ParallelConnections#PER_VISIT_MAX}, see {@link ParallelConnections}
 */
public record SessionUseLimits(
    int burst, double perSecond, int connectionsMax, int ticketsMax, int parallelMax) {
  /** No bound on tickets, and no parallel connections. */
  public static final SessionUseLimits NONE = new SessionUseLimits(0, 1, 1, 8, 0);

  /** Makes settings without parallel connections. */
  public SessionUseLimits(int burst, double perSecond, int connectionsMax, int ticketsMax) {
    this(burst, perSecond, connectionsMax, ticketsMax, /* parallelMax= */ 0);
  }

  /**
   * Checks the ranges, except that of {@code parallelMax}: {@link ParallelConnections} checks it.
   */
  public SessionUseLimits {
    if (burst < 0 || burst > TicketRateLimiter.BURST_MAX) {
      throw new IllegalArgumentException(
          "burst must be from 0 to " + TicketRateLimiter.BURST_MAX + ", got " + burst);
    }
    if (!(perSecond > 0)) {
      throw new IllegalArgumentException("perSecond must be above 0, got " + perSecond);
    }
    if (connectionsMax < 1) {
      throw new IllegalArgumentException(
          "connectionsMax must be at least 1, got " + connectionsMax);
    }
    if (ticketsMax < 8 || ticketsMax > 1_000_000) {
      throw new IllegalArgumentException("ticketsMax must be from 8 to 1000000, got " + ticketsMax);
    }
  }
}
