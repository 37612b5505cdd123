package io.headwaiter.tomcat;

import io.headwaiter.front.RequestPermits;
import io.headwaiter.front.Turn;
import io.headwaiter.telemetry.ServerMeters;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.coyote.ActionCode;
import org.apache.coyote.Request;
import org.apache.coyote.Response;
import org.apache.tomcat.util.net.ApplicationBufferHandler;

/**
 * What a request gets that has waited too long for a worker or for its permit: 503 and when to ask
 * again. Nothing of the application runs for it. Thread-safe.
 */
final class BusyAnswer {
  private static final System.Logger LOG = System.getLogger(BusyAnswer.class.getName());
  private static final int STATUS = 503;
  private static final long DROPPED_BYTES_MAX = 2_000_000;
  private static final byte[] TEXT =
      "The server is busy. Please try again in a few seconds.\n".getBytes(StandardCharsets.UTF_8);

  private final long timeoutNanos;
  private final int retryAfterSeconds;
  private final ServerMeters meters;

  /**
   * @param timeoutNanos the longest wait for a worker thread
   */
  BusyAnswer(long timeoutNanos, int retryAfterSeconds, ServerMeters meters) {
    this.timeoutNanos = timeoutNanos;
    this.retryAfterSeconds = retryAfterSeconds;
    this.meters = meters;
  }

  /**
   * Whether it is what the request gets that comes now. Who waits for a permit is told when the
   * time is over; who waits for a worker by {@link LateTurns}, or by a worker that comes before it.
   *
   * @param permits null where a worker thread is the permit
   */
  boolean isDue(RequestPermits permits) {
    if (LateTurns.isNow()) {
      return true;
    }
    return permits == null
        ? Turn.hasWaitedLonger(timeoutNanos)
        : !Turn.takePermit(permits, ConnectionTurn.current());
  }

  /** Answers a request. */
  void answer(Request request, Response response) throws IOException {
    meters.requestRefused();
    response.setStatus(STATUS);
    response.setHeader("Retry-After", Integer.toString(retryAfterSeconds));
    response.setHeader("Cache-Control", "no-store");
    response.setContentType("text/plain;charset=utf-8");
    response.setContentLength(TEXT.length);
    response.doWrite(ByteBuffer.wrap(TEXT));
    response.action(ActionCode.CLOSE, null);
    if (LateTurns.isNow()) {
      dropBody(request, response);
    }
  }

  /**
   * A worker waits for what the client still sends, so that it reads the answer before it sees that
   * the connection is closed. One thread for all can only take what is there, and nothing of a body
   * in chunks, since whoever reads the head of one waits for it.
   */
  private static void dropBody(Request request, Response response) {
    long left = Math.min(request.getContentLengthLong(), DROPPED_BYTES_MAX);
    try {
      int dropped = 1;
      while (left > 0 && dropped > 0 && hasCome(request)) {
        dropped = request.doRead(new Nowhere());
        left -= dropped;
      }
    } catch (IOException e) {
      // The client has gone in the middle of it: nobody reads the answer.
      LOG.log(System.Logger.Level.TRACE, "A client that waited too long has gone", e);
    }
    response.action(ActionCode.DISABLE_SWALLOW_INPUT, null);
  }

  private static boolean hasCome(Request request) {
    request.action(ActionCode.AVAILABLE, true);
    return request.getAvailable() > 0;
  }

  /** Where the body goes. */
  private static final class Nowhere implements ApplicationBufferHandler {
    private ByteBuffer buffer = ByteBuffer.allocate(0);

    @Override
    public void setByteBuffer(ByteBuffer read) {
      buffer = read;
    }

    @Override
    public ByteBuffer getByteBuffer() {
      return buffer;
    }

    @Override
    public void expand(int size) {}
  }
}
