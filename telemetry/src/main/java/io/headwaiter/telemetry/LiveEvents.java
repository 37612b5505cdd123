package io.headwaiter.telemetry;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends the same text to all open dashboards again and again, as server-sent events.
 *
 * <p>One text is made for all of them, and none while no dashboard is open. Each dashboard takes
 * the thread of its request, which waits while its client does not read. Only the newest text is
 * kept: a slow client misses some, and is closed when one takes longer than {@value #WRITE_SECONDS}
 * s to send. So a client that stops reading costs the others nothing, and the server a thread that
 * waits.
 *
 * <p>Thread-safe.
 */
final class LiveEvents {
  /** The most dashboards that can be open at a time. */
  static final int LISTENERS_MAX = 32;

  private static final System.Logger LOG = System.getLogger(LiveEvents.class.getName());
  private static final int WRITE_SECONDS = 5;

  private final Supplier<String> source;
  private final PageThread maker;
  private final WorkUnderWay writes = new WorkUnderWay();
  private byte @Nullable [] newest;
  private long number;
  private int listeners;
  private boolean isBeingMade;
  private boolean closed;

  /** A text, and how many there were with it. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Event(byte[] bytes, long number) {}

  /**
   * @param source makes a text, which must be one line
   * @param maker the thread on which it is made
   */
  LiveEvents(Supplier<String> source, PageThread maker) {
    this.source = source;
    this.maker = maker;
  }

  /** Has the next text made, if a dashboard is open; to be called once for each text. */
  void makeNext() {
    synchronized (this) {
      // One at a time, or slow figures would fill the queue before other pages.
      if (listeners == 0 || isBeingMade) {
        return;
      }
      isBeingMade = true;
    }
    try {
      maker.execute(this::makeAndPublish);
    } catch (RejectedExecutionException | OutOfMemoryError e) { // the latter: no more threads
      made();
      LOG.log(System.Logger.Level.DEBUG, "Others want pages, so dashboards wait", e);
    }
  }

  private synchronized void made() {
    isBeingMade = false;
  }

  private void makeAndPublish() {
    try {
      make();
    } finally {
      made();
    }
  }

  private void make() {
    byte[] made;
    try {
      made = ("data: " + source.get() + "\n\n").getBytes(StandardCharsets.UTF_8);
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.ERROR, "The figures for dashboards failed", e);
      return;
    }
    synchronized (this) {
      newest = made;
      number++;
      notifyAll();
    }
  }

  /** Closes dashboards whose client has not read for too long; to be called often. */
  void endLate(long nowNanos) {
    writes.end(nowNanos - TimeUnit.SECONDS.toNanos(WRITE_SECONDS), Integer.MAX_VALUE);
  }

  /**
   * Sends all further texts to a client, on the calling thread, until the endpoint stops. If too
   * many dashboards are open, it is told so.
   *
   * @throws IOException if the client has left, or does not read
   */
  void follow(HttpExchange exchange) throws IOException {
    OptionalLong seen = begin();
    if (seen.isEmpty()) {
      AdminAnswer.text(503, "As many dashboards as can be are open; close one, or try again later.")
          .send(exchange);
      return;
    }
    try {
      send(exchange, seen.getAsLong());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the endpoint stops
    } finally {
      end();
    }
  }

  private void send(HttpExchange exchange, long seen) throws IOException, InterruptedException {
    exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
    exchange.getResponseHeaders().set("Cache-Control", "no-store");
    exchange.getResponseHeaders().set("Connection", "close");
    exchange.sendResponseHeaders(200, /* chunked= */ 0);
    OutputStream out = exchange.getResponseBody();
    out.flush(); // newer JDKs keep the headers until the first text
    for (Event next = after(seen); next != null; next = after(next.number())) {
      byte[] bytes = next.bytes();
      writes.run(
          () -> {
            out.write(bytes);
            out.flush();
          });
    }
    out.close();
  }

  private synchronized OptionalLong begin() {
    if (listeners == LISTENERS_MAX) {
      return OptionalLong.empty();
    }
    listeners++;
    return OptionalLong.of(number);
  }

  private synchronized void end() {
    listeners--;
  }

  /** Waits for a newer text; null when there will be none. */
  private synchronized @Nullable Event after(long seen) throws InterruptedException {
    while (number == seen && !closed) {
      wait();
    }
    return closed || newest == null ? null : new Event(newest, number);
  }

  /** Closes all dashboards. */
  synchronized void stop() {
    closed = true;
    notifyAll();
  }
}
