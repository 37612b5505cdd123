package io.headwaiter.tls;

/**
 * What can be known of a session before a handshake resumes it. Immutable.
 *
 * @param visit the name of its visit: 64 bits that nobody can guess, the same for every session
 *     that was resumed from one full handshake; {@link #UNKNOWN} if the visit has no name
 * @param beganMillis when the visit began, with its full handshake, in milliseconds since the
 *     epoch; on BoringSSL in whole seconds
 * @param renewedMillis when the session was last resumed, or its ticket issued
 * @param courtesy whether its ticket was issued with a courtesy page; only BoringSSL's tickets say
 *     so
 */
public record KnownSession(long visit, long beganMillis, long renewedMillis, boolean courtesy) {
  /** Not known. */
  public static final long UNKNOWN = 0;
}
