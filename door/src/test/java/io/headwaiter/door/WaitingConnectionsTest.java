package io.headwaiter.door;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
  private final List<PendingConnection> admittedConnections = new ArrayList<>();
  private final List<PendingConnection> refused = new ArrayList<>();
  private final List<SocketChannel> clients = new ArrayList<>();
  private final List<PendingConnection> connections = new ArrayList<>();
  private final UndecidedList undecided = new UndecidedList();
  private Selector selector;
  private ServerSocketChannel listener;
  private WaitingConnections waitingConnections;

  /** Does what the loop does with a decision. */
  private void apply(PendingConnection pending, Decision decision) {
    if (decision.outcome() == Decision.Outcome.ADMIT) {
      admittedConnections.add(pending);
    } else if (decision.outcome() == Decision.Outcome.REFUSE) {
      refused.add(pending);
    }
  }

  private boolean apply(WaitingConnections.Departure departure) {
    if (departure != null) {
      apply(departure.pending(), departure.decision());
    }
    return departure != null;
  }

  /** Takes out all that can leave now. */
  private void serve(long nowNanos) {
    apply(waitingConnections.takeDisplaced(nowNanos));
    while (apply(waitingConnections.nextExpired(nowNanos))) {}
    while (apply(waitingConnections.nextAdmitted(nowNanos))) {}
  }

  @BeforeEach
  void open() throws IOException {
    selector = Selector.open();
    listener = ServerSocketChannel.open();
    listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    waitingConnections = new WaitingConnections(PATIENT, gate, selector, undecided);
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
    return arrive("127.0.0.1", entry, nowNanos);
  }

  private PendingConnection arrive(String from, Entry entry, long nowNanos) throws IOException {
    SocketChannel client = SocketChannel.open().bind(new InetSocketAddress(from, 0));
    clients.add(client);
    client.connect(listener.getLocalAddress());
    SocketChannel channel = listener.accept();
    channel.configureBlocking(false);
    PendingConnection pending = new PendingConnection(channel, nowNanos);
    pending.entry = entry;
    connections.add(pending);
    undecided.add(pending);
    apply(pending, waitingConnections.receive(pending, ByteBuffer.wrap(new byte[100]), nowNanos));
    return pending;
  }

  @Test
  void newVisitDoesNotOvertakeWaitingVisits() throws Exception {
    PendingConnection first = arrive(Entry.NEW, 0);
    PendingConnection second = arrive(Entry.NEW, 1);
    assertThat(waitingConnections.counters().length()).isEqualTo(2);
    gate.publish(AdmissionPolicy.OPEN);
    PendingConnection third = arrive(Entry.NEW, 2);
    assertThat(admittedConnections).as("there is room, and there are others before").isEmpty();
    assertThat(waitingConnections.counters().length()).isEqualTo(3);
    serve(3);
    assertThat(admittedConnections).containsExactly(first, second, third);
    assertThat(refused).isEmpty();
  }

  @Test
  void returningVisitOvertakesWaitingNewVisits() throws Exception {
    PendingConnection waits = arrive(Entry.NEW, 0);
    gate.publish(AdmissionPolicy.OPEN);
    PendingConnection returns = arrive(Entry.RETURNING, 1);
    assertThat(admittedConnections).containsExactly(returns);
    serve(2);
    assertThat(admittedConnections).containsExactly(returns, waits);
  }

  @Test
  void admitsNewVisitAtOnceWhenNoneWaits() throws Exception {
    gate.publish(AdmissionPolicy.OPEN);
    PendingConnection pending = arrive(Entry.NEW, 0);
    assertThat(admittedConnections).containsExactly(pending);
    assertThat(waitingConnections.counters().enteredTotal()).isZero();
  }

  @Test
  void onlyWaitingConnectionsAreNoLongerUndecided() throws Exception {
    arrive(Entry.NEW, 0);
    assertThat(undecided.size()).isZero();
    assertThat(waitingConnections.keptBytes()).isEqualTo(100);
    serve(61 * SECOND);
    assertThat(refused).hasSize(1);
    assertThat(waitingConnections.keptBytes()).isZero();
  }

  @Test
  void displacedVisitIsNextRefused() throws Exception {
    waitingConnections =
        new WaitingConnections(
            new WaitingSettings(new WaitingRoomLimits(2, 60 * SECOND, 60 * SECOND), 24, 56),
            gate,
            selector,
            undecided);
    arrive(Entry.NEW, 0);
    PendingConnection last = arrive(Entry.NEW, 1);
    PendingConnection other = arrive("127.0.1.1", Entry.NEW, 2);
    serve(2);
    assertThat(refused).containsExactly(last);
    assertThat(gate.counters().refusedTotal(RefusalReason.WAITING_FULL)).isEqualTo(1);
    assertThat(admittedConnections).isEmpty();
    assertThat(other.place).isNotNull();
  }

  /** The loop closes what is undecided when an exception ends the handling of a connection. */
  @Test
  void connectionThatCannotBeWatchedStaysUndecided() throws Exception {
    selector.close();
    assertThatThrownBy(() -> arrive(Entry.NEW, 0)).isInstanceOf(RuntimeException.class);
    assertThat(undecided.size()).isEqualTo(1);
    assertThat(waitingConnections.counters().length()).isZero();
    assertThat(waitingConnections.keptBytes()).isZero();
  }
}
