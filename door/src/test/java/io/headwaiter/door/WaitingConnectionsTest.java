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
class WaitingConnectionsTest {
  private static final long SECOND = 1_000_000_000L;
  private static final WaitingSettings PATIENT =
      new WaitingSettings(new WaitingRoomLimits(100, 60 * SECOND, 60 * SECOND), 24, 56);

  private final AdmissionGate gate = new AdmissionGate(DoorWaitingTest.BUSY);
  private final List<PendingConnection> letIn = new ArrayList<>();
  private final List<PendingConnection> refused = new ArrayList<>();
  private final List<SocketChannel> clients = new ArrayList<>();
  private final List<PendingConnection> connections = new ArrayList<>();
  private Selector selector;
  private ServerSocketChannel listener;
  private WaitingConnections waitingConnections;

  private final class Noting implements WaitingConnections.Exits {
    @Override
    public void waits(PendingConnection pending) {}

    @Override
    public void follow(PendingConnection pending, ByteBuffer received, Decision decision) {
      assertThat(decision.outcome()).isEqualTo(Decision.Outcome.ADMIT);
      letIn.add(pending);
    }

    @Override
    public void refuse(PendingConnection pending, ByteBuffer received, RefusalReason reason) {
      refused.add(pending);
    }
  }

  @BeforeEach
  void open() throws IOException {
    selector = Selector.open();
    listener = ServerSocketChannel.open();
    listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    waitingConnections = new WaitingConnections(PATIENT, gate, selector, new Noting());
  }

  @AfterEach
  void close() throws IOException {
    for (PendingConnection pending : connections) {
      pending.channel.close();
    }
    for (SocketChannel client : clients) {
      client.close();
    }
    listener.close();
    selector.close();
  }

  private PendingConnection arrive(Entry entry, long nowNanos) throws IOException {
    clients.add(SocketChannel.open(listener.getLocalAddress()));
    SocketChannel channel = listener.accept();
    channel.configureBlocking(false);
    PendingConnection pending = new PendingConnection(channel, nowNanos);
    pending.entry = entry;
    connections.add(pending);
    waitingConnections.receive(pending, ByteBuffer.wrap(new byte[100]), nowNanos);
    return pending;
  }

  @Test
  void newVisitDoesNotOvertakeWaitingVisits() throws Exception {
    PendingConnection first = arrive(Entry.NEW, 0);
    PendingConnection second = arrive(Entry.NEW, 1);
    assertThat(waitingConnections.counters().length()).isEqualTo(2);
    gate.publish(AdmissionPolicy.OPEN);
    PendingConnection third = arrive(Entry.NEW, 2);
    assertThat(letIn).as("there is room, and there are others before").isEmpty();
    assertThat(waitingConnections.counters().length()).isEqualTo(3);
    waitingConnections.serve(3);
    assertThat(letIn).containsExactly(first, second, third);
    assertThat(refused).isEmpty();
  }

  @Test
  void returningVisitOvertakesWaitingNewVisits() throws Exception {
    PendingConnection waits = arrive(Entry.NEW, 0);
    gate.publish(AdmissionPolicy.OPEN);
    PendingConnection returns = arrive(Entry.RETURNING, 1);
    assertThat(letIn).containsExactly(returns);
    waitingConnections.serve(2);
    assertThat(letIn).containsExactly(returns, waits);
  }

  @Test
  void admitsNewVisitAtOnceWhenNoneWaits() throws Exception {
    gate.publish(AdmissionPolicy.OPEN);
    PendingConnection pending = arrive(Entry.NEW, 0);
    assertThat(letIn).containsExactly(pending);
    assertThat(waitingConnections.counters().enteredTotal()).isZero();
  }
}
