package io.headwaiter.door;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Connections that linger after an alert are bounded in time, in bytes and in number. */
class LingeringCloseTest {
  private static final int LINGERING_MAX = 3;

  private final List<SocketChannel> discarded = new ArrayList<>();
  private final List<Socket> clients = new ArrayList<>();
  private long nowNanos = 7;
  private boolean closedWhileRegistered;
  private ServerSocketChannel listener;
  private Selector selector;
  private ConnectionCloser closer;

  @BeforeEach
  void open() throws IOException {
    listener = ServerSocketChannel.open();
    listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    selector = Selector.open();
    closer =
        new ConnectionCloser(
            DoorFixture.settings().with(RefusalStyle.parse("alert:internal_error"), LINGERING_MAX),
            new NotingHost(),
            new LoopContext(selector, () -> nowNanos, new LogLimiter()));
  }

  @AfterEach
  void close() throws IOException {
    closer.closeAll();
    selector.close();
    listener.close();
    for (Socket client : clients) {
      client.close();
    }
  }

  @Test
  void closesOldestWhenTooManyLinger() throws IOException {
    List<SocketChannel> told = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      told.add(refuseOne());
    }
    turn();
    assertThat(discarded).isEqualTo(told.subList(0, 10 - LINGERING_MAX));
  }

  @Test
  void closesLingeringConnectionAfterTimeLimit() throws IOException {
    SocketChannel first = refuseOne();
    nowNanos += ConnectionCloser.LINGER_NANOS - 1;
    SocketChannel second = refuseOne();
    turn();
    assertThat(discarded).isEmpty();
    assertThat(closer.nanosToDeadline()).hasValue(1);
    nowNanos++;
    turn();
    assertThat(discarded).containsExactly(first);
    nowNanos += ConnectionCloser.LINGER_NANOS - 1;
    turn();
    assertThat(discarded).containsExactly(first, second);
    assertThat(closer.nanosToDeadline()).isEmpty();
  }

  @Test
  void closesLingeringConnectionAfterByteLimit() throws IOException {
    SocketChannel talker = refuseOne();
    byte[] much = new byte[16 * 1024];
    int said = 0;
    while (discarded.isEmpty()) {
      assertThat(said).isLessThan(2 * ConnectionCloser.LINGER_BYTES_MAX);
      clients.get(0).getOutputStream().write(much);
      said += much.length;
      turn();
    }
    assertThat(said).isGreaterThanOrEqualTo(ConnectionCloser.LINGER_BYTES_MAX);
    assertThat(discarded).containsExactly(talker);
  }

  @Test
  void closesLingeringConnectionWhenClientLeaves() throws IOException {
    List<SocketChannel> told = List.of(refuseOne(), refuseOne());
    clients.get(0).close();
    clients.get(1).setSoLinger(true, 0);
    clients.get(1).close();
    while (discarded.size() < 2) {
      selector.select(this::take, DoorFixture.GUARD_MILLIS);
      turn();
    }
    assertThat(discarded).containsExactlyInAnyOrderElementsOf(told);
    assertThat(closer.nanosToDeadline()).isEmpty();
  }

  private SocketChannel refuseOne() throws IOException {
    Socket client = new Socket(InetAddress.getLoopbackAddress(), listener.socket().getLocalPort());
    clients.add(client);
    SocketChannel channel = listener.accept();
    channel.configureBlocking(false);
    closer.refuse(new PendingConnection(channel, nowNanos));
    return channel;
  }

  /** Does what the loop does in one iteration. */
  private void turn() throws IOException {
    selector.selectNow(this::take);
    closer.closeDeregistered();
    closer.expire();
    selector.selectNow(this::take);
    closer.closeDeregistered();
    assertThat(closedWhileRegistered).isFalse();
  }

  private void take(SelectionKey key) {
    closer.ready((LingeringClose) key.attachment());
  }

  private final class NotingHost extends ClosingHost {
    @Override
    public void discard(SocketChannel channel) {
      closedWhileRegistered |= channel.isRegistered();
      discarded.add(channel);
      super.discard(channel);
    }
  }
}
