package io.headwaiter.tomcat;

import io.headwaiter.front.request.RequestPermits;
import io.headwaiter.front.request.Turn;
import io.headwaiter.telemetry.ServerMeters;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.coyote.ActionCode;
import org.apache.coyote.Request;
import org.apache.coyote.Response;
import org.apache.tomcat.util.net.ApplicationBufferHandler;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a request that has waited too long for a worker or for its permit, or that {@link
 * MeteredAdapter} refuses because its visit is over its account: 503 with {@code Retry-After}. No
 * application code runs for it. Thread-safe.
 */
final class BusyResponse {
  private static final System.Logger LOG = System.getLogger(BusyResponse.class.getName());
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
  BusyResponse(long timeoutNanos, int retryAfterSeconds, ServerMeters meters) {
    this.timeoutNanos = timeoutNanos;
    this.retryAfterSeconds = retryAfterSeconds;
    this.meters = meters;
  }

  /**
   * Decides whether the current request has waited too long. A request that waits for a permit gets
   * the answer at its timeout. A request that waits for a worker gets it from {@link
   * QueueTimeouts}, or from a worker that takes it first.
   *
   * @param permits null where a worker thread takes the place of a permit
   */
  boolean isDue(@Nullable RequestPermits permits) {
    if (QueueTimeouts.isNow()) {
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
    if (QueueTimeouts.isNow()) {
      dropBody(request, response);
    }
  }

  /**
   * Discards the request body that has arrived, instead of waiting for the rest, as Tomcat does, so
   * that the client reads the answer before it sees the connection closed. Takes only the bytes
   * that are available, and none of a chunked body, because reading the header of a chunk blocks.
   */
  static void dropBody(Request request, Response response) {
    long left = Math.min(request.getContentLengthLong(), DROPPED_BYTES_MAX);
    try {
      int dropped = 1;
      while (left > 0 && dropped > 0 && hasCome(request)) {
        dropped = request.doRead(new Nowhere());
        left -= dropped;
      }
    } catch (IOException e) {
      // The client closed the connection while it sent: the answer is not read.
      LOG.log(System.Logger.Level.TRACE, "A client that waited too long has gone", e);
    }
    response.action(ActionCode.DISABLE_SWALLOW_INPUT, null);
  }

  private static boolean hasCome(Request request) {
    request.action(ActionCode.AVAILABLE, true);
    return request.getAvailable() > 0;
  }

  /** Discards the body. */
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
