package io.headwaiter.load.results;

/**
 * Ends of patience in the window, by the awaited event.
 *
 * @param connect the TCP connection
 * @param handshake the end of the TLS handshake
 * @param reply the end of a reply
 */
public record Timeouts(long connect, long handshake, long reply) {

  /** Returns the sum of all timeouts. */
  public long total() {
    return connect + handshake + reply;
  }
}
