package io.headwaiter.sim.law;

import java.util.Objects;

/**
 * A piece of work for a worker, as a server sees it: its cost is not known before.
 *
 * @param kind its kind
 * @param number of this turn, unique in a run
 * @param customer its customer
 * @param visit name of the visit, never 0: that of the ticket of its connection, or one that the
 *     server created when it admitted the connection with a full handshake
 * @param connection its connection
 * @param visitBeganNanos when the visit was admitted
 * @param askedNanos since when the customer waits
 * @param queuedNanos when it was submitted to the queue
 */
public record Turn(
    Kind kind,
    long number,
    long customer,
    long visit,
    long connection,
    long visitBeganNanos,
    long askedNanos,
    long queuedNanos) {
  /** Kinds of work. */
  public enum Kind {
    /** A full handshake, with the private key. */
    FULL_HANDSHAKE,
    /** A resumed handshake. */
    RESUMED_HANDSHAKE,
    /** A request of a page. */
    REQUEST
  }

  /** Checks that there is a kind. */
  public Turn {
    Objects.requireNonNull(kind, "kind");
  }
}
