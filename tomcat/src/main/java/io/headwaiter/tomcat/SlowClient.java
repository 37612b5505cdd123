package io.headwaiter.tomcat;

import io.headwaiter.front.request.Turn;
import io.headwaiter.front.session.ClientPace.Pace;
import java.net.SocketTimeoutException;

/** What follows from the pace of a client, on the thread that serves it. */
final class SlowClient {
  private SlowClient() {}

  /**
   * Charges the visit of a client that sends slowly.
   *
   * @throws SocketTimeoutException if the client was too slow
   */
  static void checkRead(Pace pace) throws SocketTimeoutException {
    checkWrite(pace);
    if (pace == Pace.SLOW) {
      Turn.slowClientMoved();
    }
  }

  /**
   * Lets a client that reads slowly go on. The CPU time before such a wait was for its page.
   *
   * @throws SocketTimeoutException if the client was too slow
   */
  static void checkWrite(Pace pace) throws SocketTimeoutException {
    if (pace == Pace.GIVEN_UP) {
      throw new SocketTimeoutException("The client was too slow while others waited for a worker");
    }
  }
}
