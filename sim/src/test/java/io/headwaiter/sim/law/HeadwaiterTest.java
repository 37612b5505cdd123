package io.headwaiter.sim.law;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.capacity.MeterSnapshot;
import io.headwaiter.core.capacity.MeterSnapshotBuilder;
import io.headwaiter.sim.law.Hello.Standing;
import io.headwaiter.sim.law.Law.Entrance;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class HeadwaiterTest {
  private static final int CONNECTIONS = 80;
  private static final int TICKET_BURST = 32;
  private static final int PER_VISIT_MAX = 64;
  private static final long SECOND = FakeServer.SECOND;
  private static final long VISIT = 9;

  private final FakeServer server = new FakeServer();
  private final Headwaiter law = new Headwaiter(FakeServer.setting(server));

  private MeterSnapshot snapshot() {
    MeterSnapshotBuilder builder = MeterSnapshot.builder(1, 1);
    law.amend(builder);
    return builder.build();
  }

  private static Hello resuming(long connection, long ticket) {
    return new Hello(
        connection, 1, 0, /* claims= */ true, Standing.CONTINUING, new Ticket(VISIT, ticket), 1, 0);
  }

  private static Turn turn(Turn.Kind kind, long connection, long visit, long nowNanos) {
    return new Turn(kind, connection, 1, visit, connection, 0, nowNanos, nowNanos);
  }

  /** One connection from its hello to the end of its handshake. */
  private boolean resumed(long connection, long nowNanos) {
    server.connections++;
    assertThat(law.connection(resuming(connection, connection + 1), nowNanos))
        .isEqualTo(Entrance.ADMIT);
    Turn handshake = turn(Turn.Kind.RESUMED_HANDSHAKE, connection, VISIT, nowNanos);
    law.spent(handshake, 500_000, nowNanos);
    law.done(handshake, 500_000, nowNanos);
    return law.stays(handshake, nowNanos);
  }

  private void begin(long customer, long nowNanos) {
    server.connections++;
    law.connection(FakeServer.newcomer(customer, nowNanos), nowNanos);
    Turn handshake = FakeServer.turn(Turn.Kind.FULL_HANDSHAKE, customer, nowNanos);
    law.spent(handshake, 4_000_000, nowNanos);
    law.done(handshake, 4_000_000, nowNanos);
  }

  private void request(Turn turn, long cpuNanos, long nowNanos) {
    law.enqueue(turn, nowNanos);
    law.spent(turn, cpuNanos, nowNanos);
    law.done(turn, cpuNanos, nowNanos);
  }

  @Test
  void overusedTicketCountsAsNew() {
    for (int i = 0; i < CONNECTIONS; i++) {
      law.connection(resuming(i, 5), 0);
    }
    MeterSnapshot snapshot = snapshot();
    assertThat(snapshot.connections().resumedAdmitted()).isEqualTo(TICKET_BURST);
    assertThat(snapshot.connections().newAdmitted()).isEqualTo(CONNECTIONS - TICKET_BURST);
  }

  /** Each use beyond the rate begins a visit; it is no work of the ticket's own visit. */
  @Test
  void overusedTicketBeginsVisit() {
    for (int i = 0; i < TICKET_BURST + 3; i++) {
      law.connection(resuming(i, 5), 0);
      Turn handshake = turn(Turn.Kind.RESUMED_HANDSHAKE, i, VISIT, 0);
      law.spent(handshake, 500_000, 0);
      law.done(handshake, 500_000, 0);
    }
    MeterSnapshot snapshot = snapshot();
    assertThat(snapshot.connections().returningVisits()).isEqualTo(3);
    assertThat(snapshot.connections().visitsBegun()).isZero();
    law.enqueue(turn(Turn.Kind.REQUEST, TICKET_BURST, VISIT, 1), 1);
    assertThat(snapshot().connections().visitsBegun()).isEqualTo(1);
  }

  @Test
  void visitBeginsWithItsFirstRequest() {
    begin(1, 0);
    assertThat(snapshot().connections().visitsBegun()).isZero();
    request(FakeServer.page(1, 1), 1_000_000, 1);
    request(FakeServer.page(1, 2), 1_000_000, 2);
    MeterSnapshot snapshot = snapshot();
    assertThat(snapshot.connections().visitsBegun()).isEqualTo(1);
    assertThat(snapshot.visitWork().turns()).isEqualTo(2);
    assertThat(snapshot.visitWork().turns(0)).isEqualTo(1);
    assertThat(snapshot.visitWork().cpuNanos()).isEqualTo(2_000_000);
  }

  /** The earlier work of the visit was not seen, so this work says nothing about visits. */
  @Test
  void ignoresWorkOfVisitThatBeganElsewhere() {
    resumed(0, SECOND);
    request(turn(Turn.Kind.REQUEST, 0, VISIT, SECOND), 1_000_000, SECOND);
    MeterSnapshot snapshot = snapshot();
    assertThat(snapshot.visitWork().turns()).isZero();
    assertThat(snapshot.cpu().excessNanos()).isZero();
  }

  @Test
  void boundsConnectionsOfOneVisit() {
    for (int i = 0; i < PER_VISIT_MAX; i++) {
      assertThat(resumed(i, 0)).isTrue();
    }
    // Admitted before its visit is known, and closed after its handshake.
    assertThat(resumed(PER_VISIT_MAX, 0)).isFalse();
    law.closed(PER_VISIT_MAX, VISIT, 0);
    law.closed(0, VISIT, 0);
    assertThat(resumed(PER_VISIT_MAX + 1, 0)).isTrue();
  }

  @Test
  void reservesLastConnectionsForVisitsUnderWay() {
    server.connectionsMax = 100;
    server.connections = 95;
    assertThat(law.connection(FakeServer.newcomer(7, 0), 0)).isEqualTo(Entrance.ADMIT);
    server.connections = 96;
    assertThat(law.connection(FakeServer.newcomer(8, 0), 0)).isEqualTo(Entrance.REFUSE);
    assertThat(law.connection(FakeServer.hello(8, Standing.RETURNING, 0), 0))
        .isEqualTo(Entrance.REFUSE);
    assertThat(law.connection(resuming(9, 9), 0)).isEqualTo(Entrance.ADMIT);
  }

  /** Closes connections of the visit with the most first, and the longest idle of them first. */
  @Test
  void closesLongestIdleOfLargestVisitFirst() {
    server.connectionsMax = 100;
    for (int i = 1; i <= 3; i++) {
      resumed(1000 + i, i);
    }
    begin(1, 4);
    request(turn(Turn.Kind.REQUEST, 1001, VISIT, 10), 1_000_000, 10);
    server.connections = 89;
    assertThat(law.closes(2 * SECOND)).isEmpty();
    server.connections = 92;
    assertThat(law.closes(SECOND / 2)).isEmpty();
    assertThat(law.closes(2 * SECOND)).containsExactly(1002L, 1003L);
  }

  @Test
  void connectionsWithWorkAreNotIdle() {
    server.connectionsMax = 100;
    resumed(0, 0);
    Turn page = turn(Turn.Kind.REQUEST, 0, VISIT, 0);
    law.enqueue(page, 0);
    server.connections = 100;
    assertThat(law.closes(5 * SECOND)).isEmpty();
    law.spent(page, 1_000_000, 5 * SECOND);
    assertThat(law.closes(5 * SECOND)).isEmpty();
    assertThat(law.closes(7 * SECOND)).containsExactly(0L);
  }

  /** As many silent handshakes as visits admitted in two seconds are kept, and at least 50. */
  @Test
  void silentHandshakesAreBounded() {
    law.tick(FakeServer.interval(0));
    for (int i = 0; i < 1000; i++) {
      law.connection(FakeServer.newcomer(i, 0), 0);
    }
    assertThat(law.closes(SECOND / 2)).isEmpty();
    long admitted = snapshot().connections().newAdmitted();
    assertThat(admitted).isGreaterThan(100);
    int closed = law.closes(2 * SECOND).size();
    assertThat(admitted - closed).isBetween(50L, 200L);
    assertThat(law.closes(2 * SECOND))
        .containsExactlyElementsOf(LongStream.range(0, closed).boxed().toList());
  }

  /** A client that shows a ticket repeatedly and leaves is charged to the ticket's visit. */
  @Test
  void chargesFailedHandshakesToVisitOfTicket() {
    server.waiting = 1; // so that claims are looked up
    resumed(0, 0);
    for (int i = 1; i <= 51; i++) {
      assertThat(law.connection(resuming(i, 100 + i), i)).isEqualTo(Entrance.ADMIT);
      Turn handshake = turn(Turn.Kind.RESUMED_HANDSHAKE, i, VISIT, i);
      law.spent(handshake, 500_000, i);
      law.left(handshake, i);
    }
    assertThat(snapshot().connections().falseResumptions()).isEqualTo(51);
    assertThat(law.connection(resuming(60, 160), 60)).isEqualTo(Entrance.REFUSE);
  }

  @Test
  void spacesTurnsOfOneVisitBy20Milliseconds() {
    begin(1, 0);
    long[] places = new long[3];
    for (int i = 0; i < places.length; i++) {
      Turn page = FakeServer.turn(Turn.Kind.REQUEST, i, 1, 5);
      law.enqueue(page, 5);
      places[i] = law.placeNanos(page);
    }
    assertThat(places).containsExactly(5, 20_000_005, 40_000_005);
    Turn handshake = FakeServer.turn(Turn.Kind.FULL_HANDSHAKE, 9, 2, 7);
    assertThat(law.placeNanos(handshake)).isEqualTo(7);
  }

  /** Until the cost of a visit is known, no visit is over its account. */
  @Test
  void defersNothingBeforeVisitCostIsKnown() {
    begin(1, 0);
    Turn page = FakeServer.page(1, 0);
    request(page, 100 * SECOND, 0);
    law.enqueue(page, 1);
    assertThat(law.defers(page, 1)).isFalse();
    assertThat(law.nextDeferred(1)).isNull();
  }

  /** Work beyond the account of its visit waits; other work does not. */
  @Test
  void defersWorkBeyondAccount() {
    long now = 0;
    for (int customer = 1; customer <= 300; customer++) {
      now += SECOND / 100;
      begin(customer, now);
      request(FakeServer.page(customer, now), 1_000_000, now);
    }
    law.tick(FakeServer.interval(now));
    Turn much = FakeServer.turn(Turn.Kind.REQUEST, 1000, 300, now);
    law.enqueue(much, now);
    assertThat(law.defers(much, now)).isFalse();
    law.spent(much, 10 * SECOND, now);
    assertThat(snapshot().cpu().excessNanos()).isGreaterThan(9 * SECOND);
    Turn more = FakeServer.turn(Turn.Kind.REQUEST, 1001, 300, now);
    law.enqueue(more, now);
    assertThat(law.defers(more, now)).isTrue();
    assertThat(law.nextDeferred(now)).isSameAs(more);
    law.spent(more, SECOND, now);
    MeterSnapshot snapshot = snapshot();
    assertThat(snapshot.cpu().deferredNanos()).isEqualTo(SECOND);
    assertThat(snapshot.cpu().excessNanos()).isEqualTo(SECOND);
    Turn other = FakeServer.turn(Turn.Kind.REQUEST, 1002, 299, now);
    law.enqueue(other, now);
    assertThat(law.defers(other, now)).isFalse();
  }
}
