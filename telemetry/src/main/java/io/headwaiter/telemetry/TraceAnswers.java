package io.headwaiter.telemetry;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Answers {@code POST /trace?seconds=N} with a recording of so long, on a thread of its own. One
 * more thread tells those who come meanwhile that they must wait. Thread-safe.
 */
final class TraceAnswers {
  private static final System.Logger LOG = System.getLogger(TraceAnswers.class.getName());
  private static final int THREADS = 2;
  private static final int IDLE_SECONDS = 10;
  private static final long SEND_NANOS = TimeUnit.SECONDS.toNanos(TraceRecorder.SECONDS_MAX + 60);
  private static final String SECONDS = "seconds=";

  private final TraceRecorder recorder = new TraceRecorder();
  private final WorkUnderWay underWay = new WorkUnderWay();
  private final ThreadPoolExecutor threads =
      new ThreadPoolExecutor(
          0,
          THREADS,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          task -> AdminServer.daemon(task, "headwaiter-trace"));

  /** Answers, and closes the exchange, later. */
  void answer(HttpExchange exchange) throws IOException {
    try {
      threads.execute(() -> underWay.run(() -> record(exchange)));
    } catch (RejectedExecutionException e) {
      LOG.log(System.Logger.Level.DEBUG, "Too many want a trace", e);
      try (exchange) {
        AdminAnswer.text(503, "Others want a trace, too; ask again later.").send(exchange);
      }
    }
  }

  private void record(HttpExchange exchange) {
    String query = String.valueOf(exchange.getRequestURI().getRawQuery());
    try (exchange) {
      try {
        send(
            exchange,
            recorder.record(query.startsWith(SECONDS) ? query.substring(SECONDS.length()) : ""));
      } catch (IllegalArgumentException e) {
        AdminAnswer.because(400, e).send(exchange);
      } catch (IllegalStateException e) {
        AdminAnswer.because(409, e).send(exchange);
      }
    } catch (IOException e) {
      LOG.log(System.Logger.Level.WARNING, "A trace could not be written or sent", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the endpoint stops
    }
  }

  private static void send(HttpExchange exchange, Path recording) throws IOException {
    try {
      exchange.getResponseHeaders().set("Content-Type", "application/octet-stream");
      exchange.sendResponseHeaders(200, Files.size(recording));
      try (OutputStream out = exchange.getResponseBody()) {
        Files.copy(recording, out);
      }
    } finally {
      Files.delete(recording);
    }
  }

  /** Ends what takes too long, because its client does not read; to be called often. */
  void endLate(long nowNanos) {
    underWay.end(nowNanos - SEND_NANOS, Integer.MAX_VALUE);
  }

  /** Ends what is under way. */
  void stop() {
    threads.shutdownNow();
  }
}
