package io.headwaiter.sim.law;

import java.util.Objects;

/**
 * A connection before its handshake, with the result that a look-up of its claim would have.
 *
 * @param connection its number, unique in a run
 * @param customer its sender; a customer that comes back keeps the number
 * @param source its network
 * @param claims whether it claims to resume a session
 * @param standing the result of a look-up; UNKNOWN if there is no claim
 * @param ticket the ticket to resume; {@link Ticket#NONE} if there is no claim
 * @param attempt how often this customer has tried to begin this visit, from 1
 * @param arrivedNanos when it came
 */
public record Hello(
    long connection,
    long customer,
    int source,
    boolean claims,
    Standing standing,
    Ticket ticket,
    int attempt,
    long arrivedNanos) {
  /** The standing of a claimed session. */
  public enum Standing {
    /** The server does not know it. */
    UNKNOWN,
    /** It is of a visit under way. */
    CONTINUING,
    /** It is of a visit that has ended. */
    RETURNING
  }

  /** Checks that there are a standing and a ticket. */
  public Hello {
    Objects.requireNonNull(standing, "standing");
    Objects.requireNonNull(ticket, "ticket");
  }
}
