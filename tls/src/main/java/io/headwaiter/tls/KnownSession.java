package io.headwaiter.tls;

/**
 * What can be known of a session before a handshake resumes it. Immutable.
 *
 * @param beganMillis when it began, with its full handshake, in milliseconds since the epoch; the
 *     same for every session that was resumed from it; {@link #UNKNOWN} if it does not say
 * @param renewedMillis when it was last resumed, or what is presented was issued
 * @param courtesyTicket names the tickets of a courtesy page, never 0: in TLS 1.3 it is {@code
 *     beganMillis}, which is then made up and nobody else's, in TLS 1.2 64 bits of the one ticket
 *     there is; {@link #UNKNOWN} if it is not known to be one
 */
public record KnownSession(long beganMillis, long renewedMillis, long courtesyTicket) {
  /** Nobody knows. */
  public static final long UNKNOWN = 0;
}
