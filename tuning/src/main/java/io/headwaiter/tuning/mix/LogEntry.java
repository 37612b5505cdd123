package io.headwaiter.tuning.mix;

/**
 * The fields of one request in an access log.
 *
 * @param client address or name; empty if not logged
 * @param agent User-Agent of the browser; empty if not logged
 * @param session id or cookie of the session; empty if there is none
 * @param epochSeconds logged time in seconds since the epoch; {@link #UNKNOWN} if not logged
 * @param method method, such as GET; empty if not logged
 * @param target path and query, as the client sent them
 * @param status status of the reply; {@link #UNKNOWN} if not logged
 * @param micros duration in microseconds; {@link #UNKNOWN} if not logged
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
  /** The value of a number that is not logged. */
  static final int UNKNOWN = -1;
}
