package io.headwaiter.tomcat;

import io.headwaiter.front.session.OpenConnection;
import org.jspecify.annotations.Nullable;

/**
 * How long a client has waited for workers until one has its first request: from the turn after the
 * one that ended the handshake, or in that turn if the request came with the client's last flight.
 * Time that the client itself takes does not count, or a handshake that comes byte by byte would go
 * before all other work. Thread-safe.
 */
final class FirstRequestWait {
  /**
   * Most turns of a handshake. A client that sends its flight in small parts needs one for each. A
   * flight has some 130 bytes, or takes a dozen parts with the largest client certificate.
   */
  static final int HANDSHAKE_TURNS_MAX = 200;

  private volatile boolean isOver = true;
  private volatile int handshakeTurns;
  private volatile long queuedNanos;

  /** Ends it: there is no connection, or none of a client. */
  void end() {
    isOver = true;
    queuedNanos = 0;
    handshakeTurns = 0;
  }

  /** Begins it, at the admission. */
  void begin() {
    isOver = false;
    queuedNanos = 0;
    handshakeTurns = 0;
  }

  /**
   * Notes that a worker begins a turn.
   *
   * @param proven whether the handshake is done
   * @param waitedNanos how long the turn has waited
   */
  void turnBegins(boolean proven, long waitedNanos) {
    isOver = proven;
    handshakeTurns = proven ? 0 : handshakeTurns + 1;
    queuedNanos = proven ? 0 : queuedNanos + waitedNanos;
  }

  /** Returns whether the handshake has had more turns than an honest client needs. */
  boolean isDrippedHandshake() {
    return handshakeTurns > HANDSHAKE_TURNS_MAX;
  }

  /** Returns how long the turns of the handshake have waited for workers; 0 when it is over. */
  long queuedNanos(@Nullable OpenConnection connection) {
    return isOver(connection) ? 0 : queuedNanos;
  }

  /**
   * Returns since when a turn that is queued now counts as waiting: earlier than now by the waits
   * of the turns before it; now when it is over.
   */
  long sinceNanos(@Nullable OpenConnection connection, long nowNanos) {
    return nowNanos - queuedNanos(connection);
  }

  private boolean isOver(@Nullable OpenConnection connection) {
    return isOver || (connection != null && connection.hasHadRequest());
  }
}
