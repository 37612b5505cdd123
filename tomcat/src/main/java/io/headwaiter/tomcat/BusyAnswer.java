package io.headwaiter.tomcat;

import io.headwaiter.telemetry.ServerMeters;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.coyote.ActionCode;
import org.apache.coyote.Response;

/**
 * What a request gets that has waited for its permit in vain: 503 and when to ask again. Nothing of
 * the application runs for it. Thread-safe.
 */
final class BusyAnswer {
  private static final int STATUS = 503;
  private static final byte[] TEXT =
      "The server is busy. Please try again in a few seconds.\n".getBytes(StandardCharsets.UTF_8);

  private final int retryAfterSeconds;
  private final ServerMeters meters;

  BusyAnswer(int retryAfterSeconds, ServerMeters meters) {
    this.retryAfterSeconds = retryAfterSeconds;
    this.meters = meters;
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
