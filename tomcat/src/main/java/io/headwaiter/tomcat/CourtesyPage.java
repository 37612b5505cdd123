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
 * The page for some of those who are refused: 503, when to come back, and the end of the
 * connection. It comes from here, so that nothing of the application runs for them.
 *
 * <p>The time to come back is spread over one to two times the configured one: who was refused in
 * one second need not return in one. Browsers do not heed {@code Retry-After}; the page of a GET
 * therefore asks them to load it again by themselves, which keeps people from pressing the button
 * before, and brings them back with their ticket. Of any other method that would lose what was
 * sent.
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
   * @param retryAfterSeconds the shortest time until a client should come back, at least 1
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
    meters.courtesyPage();
  }

  /** The page; well under 1 KB. */
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
