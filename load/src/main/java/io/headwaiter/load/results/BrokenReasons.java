package io.headwaiter.load.results;

/**
 * The reasons why admitted sessions broke.
 *
 * @param refusedLaterConnection a later connection was closed, reset or alerted before its
 *     handshake was finished
 * @param timeout patience ended
 * @param error a reply of 4xx (but 409) or 5xx, a close in the middle, bad HTTP
 */
public record BrokenReasons(long refusedLaterConnection, long timeout, long error) {

  /** Returns the sum of all reasons. */
  public long total() {
    return refusedLaterConnection + timeout + error;
  }
}
