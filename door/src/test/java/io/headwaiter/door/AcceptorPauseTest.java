package io.headwaiter.door;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The door does not retry a failed accept without a pause. The test supplies the clock. */
class AcceptorPauseTest {
  private static final long MILLI = 1_000_000L;
  private static final long[] PAUSES_MILLIS = {50, 100, 200, 400, 800, 1_600, 1_600};

  private long nowNanos = Long.MAX_VALUE - MILLI; // a clock may overflow
  private boolean fails;
  private boolean spares;
  private final Acceptor acceptor =
      new Acceptor(
          new FailingHost(),
          new DoorCounters(),
          () -> spares,
          new DoorClocks(() -> nowNanos, () -> 0, () -> nowNanos));
  private Selector selector;
  private ServerSocketChannel listener;

  /** Fails within the attempt to accept, like a system without a free descriptor. */
  private final class FailingHost extends ClosingHost {
    @Override
    public int vacancies() {
      if (fails) {
        throw new IllegalStateException("on purpose");
      }
      return Integer.MAX_VALUE;
    }

    @Override
    public void discard(SocketChannel channel) {
      throw new AssertionError("no connection comes");
    }
  }

  @BeforeEach
  void listen() throws IOException {
    selector = Selector.open();
    listener = ServerSocketChannel.open();
    listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    listener.configureBlocking(false);
    assertThat(acceptor.settle(listener, selector)).isEmpty();
    assertThat(listens()).isTrue();
  }

  @AfterEach
  void close() throws IOException {
    listener.close();
    selector.close();
  }

  /** Reports a waiting connection to the loop; returns the pause that follows. */
  private OptionalLong attempt(boolean failing) {
    fails = failing;
    acceptor.ready();
    acceptor.acceptSome();
    fails = false;
    return acceptor.settle(listener, selector);
  }

  private boolean listens() {
    return listener.keyFor(selector).interestOps() == SelectionKey.OP_ACCEPT;
  }

  /** Fails once, checks that nothing is accepted during the pause, and waits until its end. */
  private void assertPause(long millis) {
    assertThat(attempt(/* failing= */ true)).hasValue(millis * MILLI);
    assertThat(listens()).isFalse();
    nowNanos += millis * MILLI - 1;
    assertThat(acceptor.settle(listener, selector)).hasValue(1);
    assertThat(listens()).isFalse();
    nowNanos++;
    assertThat(acceptor.settle(listener, selector)).isEmpty();
    assertThat(listens()).isTrue();
  }

  private void assertTriedAgainAtOnce() {
    assertThat(attempt(/* failing= */ true)).isEmpty();
    assertThat(listens()).isTrue();
  }

  /** The first failure may concern a single connection, which has then left the backlog. */
  @Test
  void retriesAtOnceThenAfterGrowingPauses() {
    assertTriedAgainAtOnce();
    for (long millis : PAUSES_MILLIS) {
      assertPause(millis);
    }
  }

  /** Closing the undecided connection frees the missing descriptor. */
  @Test
  void retriesAtOnceWhileConnectionCanBeClosed() {
    assertTriedAgainAtOnce();
    spares = true;
    for (int i = 0; i < PAUSES_MILLIS.length; i++) {
      assertTriedAgainAtOnce();
    }
    spares = false;
    assertPause(50);
  }

  @Test
  void successResetsPause() {
    assertTriedAgainAtOnce();
    assertPause(50);
    assertPause(100);
    assertThat(attempt(/* failing= */ false)).isEmpty();
    assertTriedAgainAtOnce();
    assertPause(50);
  }

  @Test
  void newListenerResetsPause() throws IOException {
    assertTriedAgainAtOnce();
    assertPause(50);
    assertThat(attempt(/* failing= */ true)).hasValue(100 * MILLI);
    acceptor.stop();
    selector.selectNow(); // lets go of the cancelled key
    assertThat(acceptor.settle(listener, selector)).isEmpty();
    assertThat(listens()).isTrue();
    assertTriedAgainAtOnce();
    assertPause(50);
  }
}
