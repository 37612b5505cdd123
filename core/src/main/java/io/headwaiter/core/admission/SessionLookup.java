package io.headwaiter.core.admission;

import java.util.Objects;

/**
 * The result of looking up a claimed session. Immutable.
 *
 * @param standing the standing of the session
 * @param visit the name of the visit that the session belongs to; {@link #NO_VISIT} if it is not
 *     known
 */
public record SessionLookup(Standing standing, long visit) {
  /** The standing of a session. */
  public enum Standing {
    /** The session is not of this server, or has ended: a connection that claims it is new. */
    UNKNOWN,
    /** The session of a visit under way: the server has promised to serve it to its end. */
    CONTINUING,
    /** The session of a visit that has ended: another visit begins, with a small handshake. */
    RETURNING,
    /**
     * The session of a visit under way that must be charged again, for example because it is over
     * its account.
     */
    OVERDRAWN,
    /** The session of a courtesy page: its client was never admitted. */
    COURTESY
  }

  /** The visit is not known. */
  public static final long NO_VISIT = 0;

  /** The answer for an unknown session. */
  public static final SessionLookup UNKNOWN = new SessionLookup(Standing.UNKNOWN, NO_VISIT);

  /** Checks that there is a standing. */
  public SessionLookup {
    Objects.requireNonNull(standing, "standing");
  }
}
