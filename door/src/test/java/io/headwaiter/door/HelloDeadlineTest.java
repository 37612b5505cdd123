package io.headwaiter.door;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.admission.AdmissionGate;
import io.headwaiter.core.admission.AdmissionPolicy;
import io.headwaiter.core.admission.RefusalReason;
import io.headwaiter.core.admission.SessionLookup;
import io.headwaiter.core.hello.HelloLimits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The door closes a connection without a hello exactly at the deadline. */
class HelloDeadlineTest {
  private static final long DEADLINE_NANOS = 5_000_000_000L;
  private static final DoorSettings SETTINGS =
      new DoorSettings(HelloLimits.DEFAULT, DEADLINE_NANOS, 100, 16L << 20, 100);

  private final AtomicLong nowNanos = new AtomicLong();
  private final AtomicInteger closed = new AtomicInteger();
  private final AdmissionGate gate = new AdmissionGate(AdmissionPolicy.OPEN);
  private final DoorCounters counters = new DoorCounters();
  private final List<SocketChannel> channels = new ArrayList<>();
  private ServerSocketChannel listener;
  private DoorLoop loop;
  private Thread thread;

  private final class CountingHost extends ClosingHost {
    @Override
    public void discard(SocketChannel channel) {
      closed.incrementAndGet();
      super.discard(channel);
    }
  }

  @BeforeEach
  void start() throws IOException {
    listener = ServerSocketChannel.open();
    listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    loop =
        new DoorLoop(
            "test",
            DoorOptions.of(SETTINGS),
            gate,
            (claim, name) -> SessionLookup.UNKNOWN,
            new CountingHost(),
            counters,
            nowNanos::get);
    thread = new Thread(loop, "test-door");
    thread.start();
  }

  @AfterEach
  void stop() throws Exception {
    loop.stop();
    thread.join();
    listener.close();
    for (SocketChannel channel : channels) {
      channel.close();
    }
  }

  /** Opens a connection, sends nothing on it, and returns when the loop has seen it. */
  private void silent() throws IOException {
    long before = counters.arrivedTotal();
    SocketChannel client = SocketChannel.open(listener.getLocalAddress());
    channels.add(client);
    SocketChannel accepted = listener.accept();
    channels.add(accepted);
    loop.offer(accepted);
    Awaitility.await().until(() -> counters.arrivedTotal() > before);
  }

  /**
   * Returns when the loop has checked its deadlines at the present time and has closed the
   * connections that are too late. One selection ends the iteration before, and a connection is
   * closed after the next.
   */
  private void aTurnLater() throws InterruptedException {
    for (int selection = 0; selection < 3; selection++) {
      CountDownLatch selected = new CountDownLatch(1);
      loop.stopAccepting(selected);
      assertThat(selected.await(DoorFixture.GUARD_MILLIS, TimeUnit.MILLISECONDS)).isTrue();
    }
  }

  private long tooLate() {
    return gate.counters().refusedTotal(RefusalReason.HELLO_DEADLINE);
  }

  @Test
  void closesSilentConnectionExactlyAtDeadline() throws Exception {
    silent();
    nowNanos.set(DEADLINE_NANOS - 1);
    aTurnLater();
    assertThat(tooLate()).isZero();
    assertThat(closed).hasValue(0);
    silent();
    nowNanos.set(DEADLINE_NANOS);
    aTurnLater();
    assertThat(tooLate()).isEqualTo(1);
    assertThat(closed).hasValue(1);
    nowNanos.set(2 * DEADLINE_NANOS - 2);
    aTurnLater();
    assertThat(tooLate()).isEqualTo(1);
    nowNanos.set(2 * DEADLINE_NANOS - 1);
    aTurnLater();
    assertThat(tooLate()).isEqualTo(2);
    assertThat(closed).hasValue(2);
  }
}
