package io.headwaiter.lab.server;

import io.headwaiter.load.UncheckedTls;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.net.ssl.SSLSocket;

/**
 * Asks for one page as a command line client does: a new TCP connection and a full TLS handshake
 * for each request, nothing kept, no retry. Thread-safe.
 */
public final class StartClient {
  private static final int TIMEOUT_MILLIS = 20_000;
  private static final String OK = "HTTP/1.1 200";

  private final URI page;

  /** For one page of a server; any certificate is trusted. */
  public StartClient(URI page) {
    this.page = page;
  }

  /**
   * One request after the other.
   *
   * @param gap from the end of one to the next
   * @return how many were served
   */
  public int calm(int requests, Duration gap) throws InterruptedException {
    int served = 0;
    for (int i = 0; i < requests; i++) {
      served += isServed() ? 1 : 0;
      Thread.sleep(gap.toMillis());
    }
    return served;
  }

  /**
   * Many at a time.
   *
   * @return how many were served
   */
  public int burst(int requests, int atOnce) throws InterruptedException {
    ExecutorService clients = Executors.newFixedThreadPool(atOnce);
    try {
      List<Future<Boolean>> asked = new ArrayList<>();
      for (int i = 0; i < requests; i++) {
        asked.add(clients.submit(this::isServed));
      }
      int served = 0;
      for (Future<Boolean> answer : asked) {
        served += answer.get() ? 1 : 0;
      }
      return served;
    } catch (ExecutionException e) {
      throw new IllegalStateException("A client failed: " + e.getCause(), e);
    } finally {
      clients.shutdownNow();
    }
  }

  /** Whether a request got a whole answer with the code 200. */
  private boolean isServed() {
    try (Socket plain = new Socket()) {
      plain.setSoTimeout(TIMEOUT_MILLIS);
      plain.connect(new InetSocketAddress(page.getHost(), page.getPort()), TIMEOUT_MILLIS);
      try (SSLSocket socket =
          (SSLSocket)
              UncheckedTls.context()
                  .getSocketFactory()
                  .createSocket(plain, page.getHost(), page.getPort(), /* autoClose= */ true)) {
        socket.getOutputStream().write(request().getBytes(StandardCharsets.US_ASCII));
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        socket.getInputStream().transferTo(answer);
        return answer.toString(StandardCharsets.US_ASCII).startsWith(OK);
      }
    } catch (IOException refusedOrBroken) {
      return false;
    }
  }

  private String request() {
    return "GET %s HTTP/1.1\r\nHost: %s:%d\r\nConnection: close\r\n\r\n"
        .formatted(page.getPath(), page.getHost(), page.getPort());
  }
}
