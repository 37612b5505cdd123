package io.headwaiter.door;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.admission.AdmissionGate;
import io.headwaiter.core.admission.AdmissionPolicy;
import io.headwaiter.core.admission.Decision;
import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.core.admission.RefusalReason;
import io.headwaiter.core.admission.WaitingRoomLimits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When capacity returns, visits that wait come before new ones. */
class LobbyTest {
  private static final long SECOND = 1_000_000_000L;
  private static final WaitingSettings PATIENT =
      new WaitingSettings(new WaitingRoomLimits(100, 60 * SECOND, 60 * SECOND), 24, 56);

  private final AdmissionGate gate = new AdmissionGate(DoorWaitingTest.BUSY);
  private final List<Visitor> letIn = new ArrayList<>();
  private final List<Visitor> refused = new ArrayList<>();
  private final List<SocketChannel> clients = new ArrayList<>();
  private final List<Visitor> visitors = new ArrayList<>();
  private Selector selector;
  private ServerSocketChannel listener;
  private Lobby lobby;

  private final class Noting implements Lobby.Exits {
    @Override
    public void waits(Visitor visitor) {}

    @Override
    public void follow(Visitor visitor, ByteBuffer received, Decision decision) {
      assertThat(decision.outcome()).isEqualTo(Decision.Outcome.ADMIT);
      letIn.add(visitor);
    }

    @Override
    public void refuse(Visitor visitor, ByteBuffer received, RefusalReason reason) {
      refused.add(visitor);
    }
  }

  @BeforeEach
  void open() throws IOException {
    selector = Selector.open();
    listener = ServerSocketChannel.open();
    listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    lobby = new Lobby(PATIENT, gate, selector, new Noting());
  }

  @AfterEach
  void close() throws IOException {
    for (Visitor visitor : visitors) {
      visitor.channel.close();
    }
    for (SocketChannel client : clients) {
      client.close();
    }
    listener.close();
    selector.close();
  }

  private Visitor arrive(Entry entry, long nowNanos) throws IOException {
    clients.add(SocketChannel.open(listener.getLocalAddress()));
    SocketChannel channel = listener.accept();
    channel.configureBlocking(false);
    Visitor visitor = new Visitor(channel, nowNanos);
    visitor.entry = entry;
    visitors.add(visitor);
    lobby.receive(visitor, ByteBuffer.wrap(new byte[100]), nowNanos);
    return visitor;
  }

  @Test
  void newVisitDoesNotOvertakeWaitingVisits() throws Exception {
    Visitor first = arrive(Entry.NEW, 0);
    Visitor second = arrive(Entry.NEW, 1);
    assertThat(lobby.counters().length()).isEqualTo(2);
    gate.publish(AdmissionPolicy.OPEN);
    Visitor third = arrive(Entry.NEW, 2);
    assertThat(letIn).as("there is room, and there are others before").isEmpty();
    assertThat(lobby.counters().length()).isEqualTo(3);
    lobby.serve(3);
    assertThat(letIn).containsExactly(first, second, third);
    assertThat(refused).isEmpty();
  }

  @Test
  void returningVisitOvertakesWaitingNewVisits() throws Exception {
    Visitor waits = arrive(Entry.NEW, 0);
    gate.publish(AdmissionPolicy.OPEN);
    Visitor returns = arrive(Entry.RETURNING, 1);
    assertThat(letIn).containsExactly(returns);
    lobby.serve(2);
    assertThat(letIn).containsExactly(returns, waits);
  }

  @Test
  void admitsNewVisitAtOnceWhenNoneWaits() throws Exception {
    gate.publish(AdmissionPolicy.OPEN);
    Visitor visitor = arrive(Entry.NEW, 0);
    assertThat(letIn).containsExactly(visitor);
    assertThat(lobby.counters().enteredTotal()).isZero();
  }
}
