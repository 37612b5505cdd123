package io.headwaiter.door;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.admission.AdmissionPolicy;
import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.core.admission.RefusalReason;
import io.headwaiter.core.admission.WaitingRoomLimits;
import java.io.IOException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Networks share new visits where no visit waits. Networks are those of 127.0.0.0/8. */
@Tag("slow")
class DoorNetworkSharesTest {
  private static final long COST = 1_000_000;
  private static final int FIT = 100;
  private static final byte[] HELLO = Hellos.tls13New(new byte[32]);

  /** The budget covers a hundred visits and does not refill. */
  private static final AdmissionPolicy BUSY =
      AdmissionPolicy.builder(1)
          .budgetMaxNanos(FIT * COST)
          .newVisitCostNanos(COST)
          .verifyBelowNanos(Long.MAX_VALUE)
          .build();

  private static DoorFixture open(boolean shared) throws IOException {
    return DoorFixture.open(
        DoorFixture.settings(),
        new WaitingSettings(WaitingRoomLimits.NONE, 24, 56, shared),
        SessionUseLimits.NONE,
        BUSY);
  }

  /** Connects these clients, and returns when the door has decided about all of them. */
  private static void arrive(DoorFixture fixture, String address, int count) throws IOException {
    long before = decided(fixture);
    for (int i = 0; i < count; i++) {
      fixture.connectFrom(address).getOutputStream().write(HELLO);
    }
    Awaitility.await().until(() -> decided(fixture) == before + count);
  }

  private static long decided(DoorFixture fixture) {
    return fixture.gate.counters().admittedTotal() + fixture.gate.counters().refusedTotal();
  }

  private static long admittedConnections(DoorFixture fixture) {
    return fixture.gate.counters().admittedTotal(Entry.NEW);
  }

  @Test
  void admitsNetworkWithSmallerShareOnCredit() throws Exception {
    try (DoorFixture fixture = open(/* shared= */ true)) {
      arrive(fixture, "127.0.9.1", FIT + 20);
      assertThat(admittedConnections(fixture)).isEqualTo(FIT);
      for (int i = 0; i < 5; i++) {
        arrive(fixture, "127.1.1.7", 1);
        arrive(fixture, "127.0.9.2", 1); // an address of the network that took all
      }
      assertThat(admittedConnections(fixture)).isEqualTo(FIT + 5);
      assertThat(fixture.gate.counters().onCreditTotal()).isEqualTo(5);
      assertThat(fixture.refused(RefusalReason.VISIT_BUDGET)).isEqualTo(25);
    }
  }

  @Test
  void admitsNoVisitOnCreditWithoutShares() throws Exception {
    try (DoorFixture fixture = open(/* shared= */ false)) {
      arrive(fixture, "127.0.9.1", FIT);
      arrive(fixture, "127.1.1.7", 5);
      assertThat(admittedConnections(fixture)).isEqualTo(FIT);
      assertThat(fixture.gate.counters().onCreditTotal()).isZero();
    }
  }

  @Test
  void waitingVisitIsNotAdmittedOnCredit() throws Exception {
    WaitingSettings room =
        new WaitingSettings(
            new WaitingRoomLimits(10, 60_000_000_000L, 60_000_000_000L), 24, 56, true);
    try (DoorFixture fixture =
        DoorFixture.open(DoorFixture.settings(), room, SessionUseLimits.NONE, BUSY)) {
      arrive(fixture, "127.0.9.1", FIT);
      fixture.connectFrom("127.1.1.7").getOutputStream().write(HELLO);
      Awaitility.await().until(() -> fixture.door.waiting().length() == 1);
      assertThat(fixture.gate.counters().onCreditTotal()).isZero();
    }
  }
}
