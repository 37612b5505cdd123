package io.headwaiter.core.capacity;

/**
 * First uses: requests, handshakes and other work in which classes were loaded, a JSP was compiled
 * or a cache was filled for the first time. Their CPU time is counted nowhere else, so it is no
 * part of what a visit costs; the requests and handshakes themselves are counted where all are.
 *
 * @param requests those whose CPU time is here
 * @param fullHandshakes those whose CPU time is here
 * @param resumedHandshakes those whose CPU time is here
 * @param failedHandshakes those whose CPU time is here
 * @param cpuNanos thread CPU time of all of them, and of other work on connections
 */
public record FirstUses(
    long requests,
    long fullHandshakes,
    long resumedHandshakes,
    long failedHandshakes,
    long cpuNanos) {
  /** No first use. */
  public static final FirstUses NONE = new FirstUses(0, 0, 0, 0, 0);

  /** These totals less earlier ones. */
  public FirstUses since(FirstUses earlier) {
    return new FirstUses(
        requests - earlier.requests,
        fullHandshakes - earlier.fullHandshakes,
        resumedHandshakes - earlier.resumedHandshakes,
        failedHandshakes - earlier.failedHandshakes,
        cpuNanos - earlier.cpuNanos);
  }
}
