package io.headwaiter.tls;

/**
 * The facts about a session that are known before a handshake resumes it. Immutable.
 *
 * @param visit the name of its visit: 64 bits, the same for every session that is known to come
 *     from one full handshake; {@link #UNKNOWN} if the visit has no name. No client can guess it,
 *     except on JSSE in stateless mode, where it is the time at which the visit began
 * @param beganMillis when the visit began, with its full handshake, in milliseconds since the
 *     epoch; on BoringSSL in whole seconds
 * @param renewedMillis when the session was last resumed, or its ticket issued, in milliseconds
 *     since the epoch
 * @param courtesy whether its ticket was issued with a courtesy page; only BoringSSL's tickets say
 *     so
 */
public record KnownSession(long visit, long beganMillis, long renewedMillis, boolean courtesy) {
  /** The value of a visit or a time that is not known. */
  public static final long UNKNOWN = 0;
}
