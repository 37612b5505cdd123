package io.headwaiter.tomcat;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A client that sends its request body byte by byte keeps no worker from others. */
@Tag("slow")
class SlowBodyTest {
  private static final long DRIP_NANOS = 300_000_000L;
  private static final long GUARD_NANOS = 60_000_000_000L;

  @Test
  void workerOfSlowClientIsFreedWhenOthersWait() throws Exception {
    Map<String, String> oneWorker =
        Map.of("admission", "off", "maxThreads", "1", "workerTimeoutMillis", "60000");
    try (TestShop shop = TestShop.start(oneWorker);
        TlsConnection slow = new TestClient("TLSv1.3").connect(shop.port(), hello -> hello)) {
      slow.handshake();
      slow.send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\nx");
      CompletableFuture<Boolean> ended = CompletableFuture.supplyAsync(() -> drip(slow));
      assertThat(new TestClient("TLSv1.3").get(shop.port())).contains("served over HTTP/1.1");
      assertThat(ended.get(20, TimeUnit.SECONDS)).as("the server closed it").isTrue();
    }
  }

  private static boolean drip(TlsConnection connection) {
    long began = System.nanoTime();
    try {
      while (System.nanoTime() - began < GUARD_NANOS) {
        connection.send("x");
        LockSupport.parkNanos(DRIP_NANOS);
      }
      return false;
    } catch (IOException closed) {
      return true;
    }
  }
}
