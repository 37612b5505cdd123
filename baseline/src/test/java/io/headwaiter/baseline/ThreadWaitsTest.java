package io.headwaiter.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ThreadWaitsTest {
  private static final long WAIT_MILLIS = 200;
  private static final long LEAST_NANOS = 150_000_000;

  @Test
  void countsWaitForMonitor() throws Exception {
    Object monitor = new Object();
    CountDownLatch begins = new CountDownLatch(1);
    Thread waiter =
        new Thread(
            () -> {
              begins.countDown();
              synchronized (monitor) {
                assertThat(Thread.holdsLock(monitor)).isTrue();
              }
            });
    try (ThreadWaits waits = ThreadWaits.start()) {
      synchronized (monitor) {
        waiter.start();
        begins.await();
        monitorIsWanted(waiter);
        assertThat(new CountDownLatch(1).await(WAIT_MILLIS, TimeUnit.MILLISECONDS)).isFalse();
      }
      waiter.join();
      waits.awaitFlush();
      assertThat(waits.monitorNanos()).isGreaterThan(LEAST_NANOS);
    }
  }

  private static void monitorIsWanted(Thread waiter) {
    while (waiter.getState() != Thread.State.BLOCKED) {
      Thread.onSpinWait();
    }
  }

  @Test
  void countsWaitForClient() throws Exception {
    try (ThreadWaits waits = ThreadWaits.start();
        ServerSocketChannel listener =
            ServerSocketChannel.open()
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        SocketChannel silent = SocketChannel.open(listener.getLocalAddress());
        SocketChannel channel = listener.accept()) {
      assertThat(silent.isConnected()).isTrue();
      channel.configureBlocking(false);
      WorkerWait wait = new WorkerWait();
      assertThatThrownBy(() -> wait.await(channel, SelectionKey.OP_READ, WAIT_MILLIS))
          .isInstanceOf(SocketTimeoutException.class);
      wait.free();
      waits.awaitFlush();
      assertThat(waits.bytesNanos()).isGreaterThan(LEAST_NANOS);
      assertThat(waits.monitorNanos()).isLessThan(LEAST_NANOS);
    }
  }
}
