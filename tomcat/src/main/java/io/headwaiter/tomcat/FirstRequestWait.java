package io.headwaiter.tomcat;

import io.headwaiter.front.session.OpenConnection;
import org.jspecify.annotations.Nullable;

/**
 * How long a client has waited until a worker has its first request: from the turn after the one
 * that ended the handshake, or in that turn if the request came with the client's last flight.
 * Thread-safe.
 */
final class FirstRequestWait {
  private volatile boolean isOver = true;
  private volatile long queuedNanos;
  private volatile long sinceNanos;

  /** Ends it: there is no connection, or none of a client. */
  void end() {
    isOver = true;
    queuedNanos = 0;
  }

  /** Begins it, at the admission. */
  void begin(long nowNanos) {
    isOver = false;
    queuedNanos = 0;
    sinceNanos = nowNanos;
  }

  /**
   * Notes that a worker begins a turn.
   *
   * @param proven whether the handshake is done
   * @param waitedNanos how long the turn has waited
   */
  void turnBegins(boolean proven, long waitedNanos) {
    isOver = proven;
    queuedNanos = proven ? 0 : queuedNanos + waitedNanos;
  }

  /** Returns how long the turns of the handshake have waited for workers; 0 when it is over. */
  long queuedNanos(@Nullable OpenConnection connection) {
    return isOver(connection) ? 0 : queuedNanos;
  }

  /** Returns since when the client has waited; now when it is over. */
  long sinceNanos(@Nullable OpenConnection connection, long nowNanos) {
    return isOver(connection) ? nowNanos : sinceNanos;
  }

  private boolean isOver(@Nullable OpenConnection connection) {
    return isOver || (connection != null && connection.hasHadRequest());
  }
}
