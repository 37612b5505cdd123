package io.headwaiter.telemetry;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Answers {@code POST /trace?seconds=N} with a recording of so long, on the thread of the request.
 * Thread-safe.
 */
final class TraceAnswers {
  private static final System.Logger LOG = System.getLogger(TraceAnswers.class.getName());
  private static final int TOGETHER_MAX = 2;
  private static final long SEND_NANOS = TimeUnit.SECONDS.toNanos(TraceRecorder.SECONDS_MAX + 60);
  private static final String SECONDS = "seconds=";

  private final TraceRecorder recorder = new TraceRecorder();
  private final WorkUnderWay underWay = new WorkUnderWay();
  // One records, and one more is told that it must wait.
  private final Semaphore free = new Semaphore(TOGETHER_MAX);

  /**
   * Answers.
   *
   * @throws IOException if the recording could not be written, or the client has left
   */
  void answer(HttpExchange exchange) throws IOException {
    if (!free.tryAcquire()) {
      AdminAnswer.text(503, "Others want a trace, too; ask again later.").send(exchange);
      return;
    }
    try {
      underWay.run(() -> record(exchange));
    } catch (IOException e) {
      LOG.log(System.Logger.Level.WARNING, "A trace could not be written or sent", e);
      throw e;
    } finally {
      free.release();
    }
  }

  private void record(HttpExchange exchange) throws IOException {
    String query = String.valueOf(exchange.getRequestURI().getRawQuery());
    Path recording;
    try {
      recording =
          recorder.record(query.startsWith(SECONDS) ? query.substring(SECONDS.length()) : "");
    } catch (IllegalArgumentException e) {
      AdminAnswer.because(400, e).send(exchange);
      return;
    } catch (IllegalStateException e) {
      AdminAnswer.because(409, e).send(exchange);
      return;
    } catch (InterruptedException e) {
      throw RequestThreads.stopping(e);
    }
    send(exchange, recording);
  }

  private static void send(HttpExchange exchange, Path recording) throws IOException {
    try {
      exchange.getResponseHeaders().set("Content-Type", "application/octet-stream");
      exchange.getResponseHeaders().set("Connection", "close");
      exchange.sendResponseHeaders(200, Files.size(recording));
      Files.copy(recording, exchange.getResponseBody());
      exchange.getResponseBody().close();
    } finally {
      Files.delete(recording);
    }
  }

  /** Ends what takes too long, because its client does not read; to be called often. */
  void endLate(long nowNanos) {
    underWay.end(nowNanos - SEND_NANOS, Integer.MAX_VALUE);
  }
}
