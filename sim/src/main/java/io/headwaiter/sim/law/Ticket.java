package io.headwaiter.sim.law;

/**
 * The ticket that a connection shows to resume, as a look-up would read it.
 *
 * @param visit name of the visit to which it was issued, the same on all tickets of the visit and
 *     on all {@link Turn}s of it; 0 if no look-up finds one
 * @param number of this ticket: a client that shows one twice shows the same number; 0 without one
 */
public record Ticket(long visit, long number) {
  /** No ticket. */
  public static final Ticket NONE = new Ticket(0, 0);
}
