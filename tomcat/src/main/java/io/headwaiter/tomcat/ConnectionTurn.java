package io.headwaiter.tomcat;

import io.headwaiter.front.OpenConnection;

/**
 * Says which connection a turn of work is for, so that its first request is known: HTTP/1.1 serves
 * a request in the turn that has read it, on the same thread. Streams of HTTP/2 are told apart by
 * {@link WatchedProtocol}.
 */
final class ConnectionTurn {
  private static final ThreadLocal<OpenConnection> CURRENT = new ThreadLocal<>();

  private ConnectionTurn() {}

  /**
   * Does a turn of work.
   *
   * @param connection for which it is; null if that is not watched
   */
  static void run(OpenConnection connection, Runnable work) {
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

  /** The connection for which this thread is at work; null if none is known. */
  static OpenConnection current() {
    return CURRENT.get();
  }

  /** A request is about to be served in the turn of this thread, if there is one. */
  static void requestCame() {
    OpenConnection connection = CURRENT.get();
    if (connection != null) {
      connection.requestCame();
    }
  }
}
