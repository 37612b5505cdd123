package io.headwaiter.lab.profile;

/**
 * What an access log tells of one request.
 *
 * @param client address or name; empty if the log does not tell
 * @param agent the browser's name for itself; empty if the log does not tell
 * @param session id or cookie of the session; empty if there is none
 * @param epochSeconds when it was logged; {@link #UNKNOWN} if the log does not tell
 * @param method such as GET; empty if the log does not tell
 * @param target path and query, as the client sent them
 * @param status of the reply; {@link #UNKNOWN} if the log does not tell
 * @param micros how long it took, in microseconds; {@link #UNKNOWN} if the log does not tell
 */
record LogEntry(
    String client,
    String agent,
    String session,
    long epochSeconds,
    String method,
    String target,
    int status,
    long micros) {
  /** A number that the log does not tell. */
  static final int UNKNOWN = -1;
}
