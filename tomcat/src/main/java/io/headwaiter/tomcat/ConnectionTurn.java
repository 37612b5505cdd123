package io.headwaiter.tomcat;

import io.headwaiter.front.session.OpenConnection;
import org.jspecify.annotations.Nullable;

/**
 * Records the connection of the turn that a thread runs, so that the connection's first request is
 * noted. HTTP/1.1 serves a request in the turn that has read it, on the same thread. {@link
 * WatchedProtocol} does this for HTTP/2 streams.
 */
final class ConnectionTurn {
  private static final ThreadLocal<@Nullable OpenConnection> CURRENT = new ThreadLocal<>();

  private ConnectionTurn() {}

  /**
   * Runs a turn.
   *
   * @param connection connection of the turn; null if it is not watched
   */
  static void run(@Nullable OpenConnection connection, Runnable work) {
    OpenConnection outer = CURRENT.get();
    CURRENT.set(connection);
    try {
      work.run();
    } finally {
      if (outer == null) {
        CURRENT.remove();
      } else {
        CURRENT.set(outer);
      }
    }
  }

  /** Returns the connection for which this thread works; null if unknown. */
  static @Nullable OpenConnection current() {
    return CURRENT.get();
  }

  /** Notes that this thread is about to serve a request, if the connection is known. */
  static void requestCame() {
    OpenConnection connection = CURRENT.get();
    if (connection != null) {
      connection.requestCame();
    }
  }
}
