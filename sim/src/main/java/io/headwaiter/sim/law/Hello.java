package io.headwaiter.sim.law;

import java.util.Objects;

/**
 * A connection as it shows itself before its handshake, with what the server would find out about
 * its claim if it looked.
 *
 * @param connection its number, unique in a run
 * @param customer who sends it; a customer who comes back keeps the number
 * @param source from which network
 * @param claims whether it claims to resume a session
 * @param standing what a look-up would find; UNKNOWN where there is no claim
 * @param ticket what it shows to resume; {@link Ticket#NONE} where there is no claim
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
  /** What the session behind a claim is. */
  public enum Standing {
    /** None that the server knows. */
    UNKNOWN,
    /** Of a visit under way. */
    CONTINUING,
    /** Of a visit that is over. */
    RETURNING
  }

  /** Checks that there are a standing and a ticket. */
  public Hello {
    Objects.requireNonNull(standing, "standing");
    Objects.requireNonNull(ticket, "ticket");
  }
}
