package io.headwaiter.lab.results;

/**
 * Ends of patience in the window, by what was waited for.
 *
 * @param connect the TCP connection
 * @param handshake the end of the TLS handshake
 * @param reply the end of a reply
 */
public record Timeouts(long connect, long handshake, long reply) {

  /** Sum of all. */
  public long total() {
    return connect + handshake + reply;
  }
}
