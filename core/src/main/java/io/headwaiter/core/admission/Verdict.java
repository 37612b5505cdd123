package io.headwaiter.core.admission;

import java.util.Objects;

/**
 * What a look-up says about a claimed session. Immutable.
 *
 * @param standing what its holder is to us
 * @param visit which visit the session belongs to, by its name; {@link #NO_VISIT} if it is not
 *     known
 */
public record Verdict(Standing standing, long visit) {
  /** What the holder of a session is to us. */
  public enum Standing {
    /** The session is none of ours, or is over: a connection that claims it is new. */
    UNKNOWN,
    /** A visit that was let in and is under way: it has been promised to be carried to its end. */
    CONTINUING,
    /** The session is ours, but its visit is over: another one begins, with a small handshake. */
    RETURNING,
    /** A visit that is under way, but has taken more than it may: it pays once more. */
    OVERDRAWN,
    /** The session is of a courtesy page: its holder was never let in. */
    COURTESY
  }

  /** No visit is known. */
  public static final long NO_VISIT = 0;

  /** A session that is none of ours. */
  public static final Verdict UNKNOWN = new Verdict(Standing.UNKNOWN, NO_VISIT);

  /** Checks that there is a standing. */
  public Verdict {
    Objects.requireNonNull(standing, "standing");
  }
}
