package io.headwaiter.core.capacity;

/**
 * First uses: requests, handshakes and other work that loaded classes, compiled a JSP or filled a
 * cache for the first time. Their CPU time is in no other account, so it is not part of the visit
 * cost. The requests and handshakes themselves are counted with all others.
 *
 * @param requests requests with their CPU time in {@code cpuNanos}
 * @param fullHandshakes full handshakes with their CPU time there
 * @param resumedHandshakes resumed handshakes with their CPU time there
 * @param failedHandshakes failed handshakes with their CPU time there
 * @param cpuNanos CPU time of all of them, of other work on connections, and of the warm-up
 */
public record FirstUses(
    long requests,
    long fullHandshakes,
    long resumedHandshakes,
    long failedHandshakes,
    long cpuNanos) {
  /** No first use. */
  public static final FirstUses NONE = new FirstUses(0, 0, 0, 0, 0);

  /** Returns these totals minus {@code earlier}. */
  public FirstUses since(FirstUses earlier) {
    return new FirstUses(
        requests - earlier.requests,
        fullHandshakes - earlier.fullHandshakes,
        resumedHandshakes - earlier.resumedHandshakes,
        failedHandshakes - earlier.failedHandshakes,
        cpuNanos - earlier.cpuNanos);
  }
}
