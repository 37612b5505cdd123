package io.headwaiter.sim.law;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.capacity.MeterSnapshot;
import io.headwaiter.core.capacity.MeterSnapshotBuilder;
import io.headwaiter.sim.law.Hello.Standing;
import org.junit.jupiter.api.Test;

class HeadwaiterTest {
  private static final int CONNECTIONS = 40;
  private static final int TICKET_BURST = 32;

  private final Headwaiter law = new Headwaiter(FakeServer.setting(new FakeServer()));

  private MeterSnapshot snapshot() {
    MeterSnapshotBuilder builder = MeterSnapshot.builder(1, 1);
    law.amend(builder);
    return builder.build();
  }

  private static Hello resuming(long connection, long ticket) {
    return new Hello(
        connection, 1, 0, /* claims= */ true, Standing.CONTINUING, new Ticket(9, ticket), 1, 0);
  }

  @Test
  void overusedTicketCountsAsNew() {
    for (int i = 0; i < CONNECTIONS; i++) {
      law.connection(resuming(i, 5), 0);
    }
    MeterSnapshot snapshot = snapshot();
    assertThat(snapshot.resumedAdmitted()).isEqualTo(TICKET_BURST);
    assertThat(snapshot.newAdmitted()).isEqualTo(CONNECTIONS - TICKET_BURST);
  }

  @Test
  void freshTicketsOfOneVisitAreUnbounded() {
    for (int i = 0; i < CONNECTIONS; i++) {
      law.connection(resuming(i, i + 1), 0);
    }
    assertThat(snapshot().resumedAdmitted()).isEqualTo(CONNECTIONS);
  }
}
