package io.headwaiter.tomcat;

import io.headwaiter.front.session.ClientPace;
import io.headwaiter.front.session.ClientPace.Pace;
import io.headwaiter.front.session.OpenConnection;
import java.io.IOException;
import org.apache.coyote.InputBuffer;
import org.apache.tomcat.util.net.ApplicationBufferHandler;

/**
 * The body of an HTTP/2 request. The worker of a stream waits for it without the connection's
 * channel, so its reads are timed here. Such a worker is woken by an interrupt: the end of the
 * connection would need another worker to be noticed.
 */
final class PacedBody implements InputBuffer {
  private static final int NOTHING = -1;

  private final InputBuffer body;
  private final ClientPace pace = new ClientPace(/* isInterruptible= */ true);

  /** Only the calling thread's reads are timed. */
  PacedBody(InputBuffer body, OpenConnection connection) {
    this.body = body;
    pace.begin(connection);
  }

  @Override
  public int doRead(ApplicationBufferHandler handler) throws IOException {
    int count = NOTHING;
    pace.moved(0, System.nanoTime());
    try {
      count = body.doRead(handler);
    } finally {
      // A read of 0 bytes did not block, so nobody waits.
      Pace seen = pace.moved(count == 0 ? NOTHING : count, System.nanoTime());
      if (seen == Pace.GIVEN_UP) {
        clearInterrupt();
      }
      SlowClient.check(seen);
    }
    return count;
  }

  /** The next turn of this thread must not see it. */
  @SuppressWarnings("ResultOfMethodCallIgnored")
  private static void clearInterrupt() {
    Thread.interrupted();
  }

  @Override
  public int available() {
    return body.available();
  }
}
