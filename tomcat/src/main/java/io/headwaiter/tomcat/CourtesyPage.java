package io.headwaiter.tomcat;

import io.headwaiter.telemetry.ServerMeters;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.coyote.ActionCode;
import org.apache.coyote.Request;
import org.apache.coyote.Response;

/**
 * The courtesy page for some of the refused clients: 503, when to retry, and the end of the
 * connection. No application code runs for it.
 *
 * <p>The retry time is random between one and two times the configured time: clients refused in the
 * same second need not return in the same second. Browsers ignore {@code Retry-After}, so the page
 * of a GET reloads itself at that time. This keeps people from reloading it earlier, and the reload
 * presents their ticket. For any other method a reload would lose the submitted data.
 *
 * <p>Thread-safe.
 */
final class CourtesyPage {
  private static final int STATUS = 503;
  private static final String BEFORE =
      "<!DOCTYPE html><html lang=en><meta charset=utf-8>"
          + "<meta name=viewport content=\"width=device-width\"><title>One moment, please</title>";
  private static final String AFTER =
      "<style>body{font:1.2em sans-serif;margin:4em auto;max-width:30em;padding:1em}</style>"
          + "<h1>One moment, please</h1><p>More visitors have come than can be served at once."
          + " Those who are inside go first; so will you, as soon as there is room.";

  private final int retryAfterSeconds;
  private final ServerMeters meters;

  /**
   * @param retryAfterSeconds the shortest time until a client should retry, at least 1
   */
  CourtesyPage(int retryAfterSeconds, ServerMeters meters) {
    this.retryAfterSeconds = retryAfterSeconds;
    this.meters = meters;
  }

  /** Answers a request. */
  void answer(Request request, Response response) throws IOException {
    int seconds = ThreadLocalRandom.current().nextInt(retryAfterSeconds, 2 * retryAfterSeconds + 1);
    byte[] html = html(seconds, "GET".equals(request.getMethod()));
    response.setStatus(STATUS);
    response.setHeader("Retry-After", Integer.toString(seconds));
    response.setHeader("Cache-Control", "no-store");
    response.setContentType("text/html;charset=utf-8");
    response.setContentLength(html.length);
    response.doWrite(ByteBuffer.wrap(html));
    response.action(ActionCode.CLOSE, null);
    BusyResponse.dropBody(request, response);
    meters.courtesyPage();
  }

  /** Returns the page; well under 1 KB. */
  static byte[] html(int seconds, boolean comesBackByItself) {
    String refresh =
        comesBackByItself
            ? "<meta http-equiv=refresh content="
                + seconds
                + ">"
                + AFTER
                + " This page looks again by itself in "
                + seconds
                + " seconds."
            : AFTER + " Please try again in " + seconds + " seconds.";
    return (BEFORE + refresh + "</p></html>\n").getBytes(StandardCharsets.UTF_8);
  }
}
