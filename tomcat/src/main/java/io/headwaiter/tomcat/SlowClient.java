package io.headwaiter.tomcat;

import io.headwaiter.front.request.Turn;
import io.headwaiter.front.session.ClientPace.Pace;
import java.net.SocketTimeoutException;

/** What follows from the pace of a client, on the thread that serves it. */
final class SlowClient {
  private SlowClient() {}

  /**
   * Charges the visit of a slow client.
   *
   * @throws SocketTimeoutException if the client was too slow
   */
  static void check(Pace pace) throws SocketTimeoutException {
    switch (pace) {
      case GIVEN_UP ->
          throw new SocketTimeoutException(
              "The client was too slow while others waited for a worker");
      case SLOW -> Turn.slowClientMoved();
      case PROMPT -> {
        // Nothing to do.
      }
    }
  }
}
