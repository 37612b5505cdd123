package io.headwaiter.telemetry;

import com.sun.net.httpserver.HttpExchange;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Answers {@code /status/history} on the threads of the requests, one at a time: the pages are
 * long, and together they take at most one processor from the application. Thread-safe.
 */
final class HistoryAnswers {
  private static final System.Logger LOG = System.getLogger(AdminServer.class.getName());
  private static final int TOGETHER_MAX = 5;
  private static final long SEND_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final IntervalHistory history;
  private final Semaphore places = new Semaphore(TOGETHER_MAX);
  private final Semaphore turn = new Semaphore(1, /* fair= */ true);
  private final WorkUnderWay underWay = new WorkUnderWay();

  HistoryAnswers(IntervalHistory history) {
    this.history = history;
  }

  /**
   * Answers, after those that came before.
   *
   * @throws IOException if the client has left, or does not read
   */
  void answer(HttpExchange exchange) throws IOException {
    if (!places.tryAcquire()) {
      AdminAnswer.text(503, "Others are reading the history; try again later.").send(exchange);
      return;
    }
    try {
      awaitTurn();
      try {
        underWay.run(() -> send(exchange));
      } finally {
        turn.release();
      }
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.ERROR, "The history failed", e);
      throw e;
    } finally {
      places.release();
    }
  }

  private void awaitTurn() throws InterruptedIOException {
    try {
      turn.acquire();
    } catch (InterruptedException e) {
      throw RequestThreads.stopping(e);
    }
  }

  private void send(HttpExchange exchange) throws IOException {
    HistoryPage page;
    try {
      HistoryQuery query = HistoryQuery.parse(exchange.getRequestURI().getRawQuery());
      page = new HistoryPage(history, query, System.nanoTime());
    } catch (IllegalArgumentException e) {
      AdminAnswer.because(400, e).send(exchange);
      return;
    }
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.getResponseHeaders().set("Connection", "close");
    exchange.sendResponseHeaders(200, /* chunked= */ 0);
    Writer out =
        new BufferedWriter(
            new OutputStreamWriter(exchange.getResponseBody(), StandardCharsets.UTF_8));
    page.writeTo(out);
    out.close();
  }

  /** Ends what takes too long, because its client does not read; to be called often. */
  void endLate(long nowNanos) {
    underWay.end(nowNanos - SEND_NANOS, Integer.MAX_VALUE);
  }
}
