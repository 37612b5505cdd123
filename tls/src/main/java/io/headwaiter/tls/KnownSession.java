package io.headwaiter.tls;

/**
 * What can be known of a session before a handshake resumes it. Immutable.
 *
 * @param beganMillis when it began, with its full handshake, in milliseconds since the epoch; the
 *     same for every session that was resumed from it; {@link #UNKNOWN} if it does not say
 * @param renewedMillis when it was last resumed, or what is presented was issued
 * @param courtesyTicket 64 bits that name a ticket of a courtesy page, never 0; {@link #UNKNOWN} if
 *     it is not known to be one
 */
public record KnownSession(long beganMillis, long renewedMillis, long courtesyTicket) {
  /** Nobody knows. */
  public static final long UNKNOWN = 0;

  /** A session of which no more is known than that it is ours. */
  static final KnownSession UNREADABLE = new KnownSession(UNKNOWN, UNKNOWN, UNKNOWN);
}
