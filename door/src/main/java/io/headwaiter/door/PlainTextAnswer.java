package io.headwaiter.door;

import io.headwaiter.core.hello.HelloDefect;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/** Answers a client that speaks plain HTTP to a TLS port with a message that people can read. */
final class PlainTextAnswer {
  private static final String BODY = "This port speaks HTTPS. Use https:// instead of http://.\n";
  private static final byte[] ANSWER =
      ("HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain;charset=UTF-8\r\nContent-Length: "
              + BODY.length()
              + "\r\nConnection: close\r\n\r\n"
              + BODY)
          .getBytes(StandardCharsets.US_ASCII);

  private PlainTextAnswer() {}

  /**
   * Writes the answer if the defect is plain HTTP. The answer fits any socket buffer; the part that
   * does not fit is dropped.
   */
  static void writeTo(SocketChannel channel, HelloDefect defect) {
    if (defect != HelloDefect.PLAIN_HTTP) {
      return;
    }
    try {
      channel.write(ByteBuffer.wrap(ANSWER));
    } catch (IOException e) {
      // The client has left; it is refused anyway.
      System.getLogger(PlainTextAnswer.class.getName())
          .log(System.Logger.Level.DEBUG, "Plain HTTP client left", e);
    }
  }
}
