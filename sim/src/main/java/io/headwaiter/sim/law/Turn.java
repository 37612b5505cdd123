package io.headwaiter.sim.law;

import java.util.Objects;

/**
 * A piece of work for a worker, as a server sees it: what it will cost nobody knows.
 *
 * @param kind what it is
 * @param number of this turn, unique in a run
 * @param customer whose
 * @param visit name of the visit, never 0: that of the ticket of its connection, or one that the
 *     server made up when the connection was let in with a full handshake
 * @param connection on which connection
 * @param visitBeganNanos when the visit was let in
 * @param askedNanos since when the customer waits
 * @param queuedNanos when it came into the queue
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
    /** A full handshake: private key and all. */
    FULL_HANDSHAKE,
    /** A resumed one. */
    RESUMED_HANDSHAKE,
    /** A page. */
    REQUEST
  }

  /** Checks that there is a kind. */
  public Turn {
    Objects.requireNonNull(kind, "kind");
  }
}
