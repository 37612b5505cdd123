package io.headwaiter.tomcat;

import io.headwaiter.front.RequestPermits;
import io.headwaiter.front.Turn;
import io.headwaiter.telemetry.ServerMeters;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.coyote.ActionCode;
import org.apache.coyote.Response;

/**
 * What a request gets that has waited too long for a worker or for its permit: 503 and when to ask
 * again. Nothing of the application runs for it. Thread-safe.
 */
final class BusyAnswer {
  private static final int STATUS = 503;
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
   * time is over; who waits for a worker when there is one, which before could do nothing for it.
   *
   * @param permits null where a worker thread is the permit
   */
  boolean isDue(RequestPermits permits) {
    return permits == null ? Turn.hasWaitedLonger(timeoutNanos) : !Turn.takePermit(permits);
  }

  /** Answers a request. */
  void answer(Response response) throws IOException {
    meters.requestRefused();
    response.setStatus(STATUS);
    response.setHeader("Retry-After", Integer.toString(retryAfterSeconds));
    response.setHeader("Cache-Control", "no-store");
    response.setContentType("text/plain;charset=utf-8");
    response.setContentLength(TEXT.length);
    response.doWrite(ByteBuffer.wrap(TEXT));
    response.action(ActionCode.CLOSE, null);
  }
}
