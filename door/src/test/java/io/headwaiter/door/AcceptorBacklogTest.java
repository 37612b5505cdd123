package io.headwaiter.door;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Connections wait in the backlog, and the acceptor tells whether they are many. */
class AcceptorBacklogTest {
  private static final int MANY = 200;

  private int vacancies = Integer.MAX_VALUE;
  private final List<SocketChannel> clients = new ArrayList<>();
  private final Acceptor acceptor =
      new Acceptor(
          new FullHost(),
          new DoorCounters(),
          () -> false,
          new DoorClocks(System::nanoTime, () -> 0, System::nanoTime));
  private Selector selector;
  private ServerSocketChannel listener;

  private final class FullHost extends ClosingHost {
    @Override
    public int vacancies() {
      return vacancies;
    }
  }

  @BeforeEach
  void listen() throws IOException {
    selector = Selector.open();
    listener = ServerSocketChannel.open();
    listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), MANY);
    listener.configureBlocking(false);
    acceptor.settle(listener, selector);
  }

  @AfterEach
  void close() throws IOException {
    for (SocketChannel client : clients) {
      client.close();
    }
    for (SocketChannel taken : acceptor.accepted()) {
      taken.close();
    }
    listener.close();
    selector.close();
  }

  private void connect(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      clients.add(SocketChannel.open(listener.getLocalAddress()));
    }
  }

  /** An iteration of the loop; returns whether the backlog held a connection. */
  private boolean turn() throws IOException {
    boolean some = selector.selectNow(key -> acceptor.ready()) > 0;
    acceptor.acceptSome();
    acceptor.settle(listener, selector);
    return some;
  }

  @Test
  void fewWaitingConnectionsDoNotStarveDoor() throws IOException {
    connect(20);
    while (turn()) {
      assertThat(acceptor.isStarved()).isFalse();
    }
    assertThat(acceptor.accepted()).hasSize(20);
  }

  @Test
  void manyWaitingConnectionsStarveDoorUntilBacklogIsEmpty() throws IOException {
    connect(MANY);
    boolean wasStarved = false;
    while (turn()) {
      wasStarved |= acceptor.isStarved();
    }
    assertThat(wasStarved).isTrue();
    assertThat(acceptor.isStarved()).isFalse();
    assertThat(acceptor.accepted()).hasSize(MANY);
  }

  /** The door waits for the container then, and not for a processor. */
  @Test
  void lackOfPlacesDoesNotStarveDoor() throws IOException {
    connect(MANY);
    vacancies = 40;
    for (int i = 0; i < 10; i++) {
      turn();
      vacancies = 40 - acceptor.accepted().size();
    }
    assertThat(acceptor.accepted()).hasSize(40);
    assertThat(acceptor.isStarved()).isFalse();
    assertThat(listener.keyFor(selector).interestOps()).isNotEqualTo(SelectionKey.OP_ACCEPT);
  }

  @Test
  void closedListenerDoesNotStarveDoor() throws IOException {
    connect(MANY);
    while (!acceptor.isStarved()) {
      assertThat(turn()).isTrue();
    }
    acceptor.settle(/* wanted= */ null, selector);
    assertThat(acceptor.isStarved()).isFalse();
  }
}
