package io.headwaiter.door;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.admission.AdmissionPolicy;
import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.core.admission.RefusalReason;
import io.headwaiter.core.admission.WaitingRoomLimits;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** No network and no ticket gets more than its share. Networks are those of 127.0.0.0/8. */
class DoorFairnessTest {
  private static final long SECOND = 1_000_000_000L;
  private static final byte[] HELLO = Hellos.tls13New(new byte[32]);
  private static final byte[] OURS = Hellos.random(32, 11);

  private static DoorFixture open(int places) throws IOException {
    WaitingSettings waiting =
        new WaitingSettings(new WaitingRoomLimits(places, 60 * SECOND, 60 * SECOND), 24, 56);
    return DoorFixture.open(
        DoorFixture.settings(), waiting, SessionUseLimits.NONE, DoorWaitingTest.BUSY);
  }

  private static void arrive(DoorFixture fixture, String address, int count) throws IOException {
    for (int i = 0; i < count; i++) {
      fixture.connectFrom(address).getOutputStream().write(HELLO);
    }
  }

  private static Map<String, Integer> networksOfNext(DoorFixture fixture, int count)
      throws Exception {
    Map<String, Integer> networks = new HashMap<>();
    for (int i = 0; i < count; i++) {
      InetSocketAddress from =
          (InetSocketAddress) fixture.nextAdmitted().channel().getRemoteAddress();
      String address = from.getAddress().getHostAddress();
      networks.merge(address.substring(0, address.lastIndexOf('.')), 1, Integer::sum);
    }
    return networks;
  }

  @Test
  void aLargeNetworkGetsOneShareAmongMany() throws Exception {
    try (DoorFixture fixture = open(1000)) {
      arrive(fixture, "127.0.9.1", 150);
      arrive(fixture, "127.0.9.2", 150);
      for (int i = 0; i < 40; i++) {
        arrive(fixture, "127.1." + i + ".7", 1);
      }
      Awaitility.await().until(() -> fixture.door.waiting().length() == 340);
      fixture.gate.publish(
          AdmissionPolicy.builder(2)
              .grantNanos(41 * 100L)
              .budgetMaxNanos(SECOND)
              .newVisitCostNanos(100)
              .verifyBelowNanos(Long.MAX_VALUE)
              .build());
      Map<String, Integer> in = networksOfNext(fixture, 41);
      assertThat(in).hasSize(41).containsEntry("127.0.9", 1);
    }
  }

  @Test
  void newNetworksDisplaceClientsOfLargestNetwork() throws Exception {
    try (DoorFixture fixture = open(50)) {
      arrive(fixture, "127.0.9.1", 200);
      Awaitility.await().until(() -> fixture.refused(RefusalReason.WAITING_FULL) == 150);
      for (int i = 0; i < 30; i++) {
        arrive(fixture, "127.1." + i + ".7", 1);
      }
      Awaitility.await().until(() -> fixture.door.waiting().displacedTotal() == 30);
      assertThat(fixture.door.waiting().length()).isEqualTo(50);
      Awaitility.await().until(() -> fixture.refused(RefusalReason.WAITING_FULL) == 180);
      fixture.gate.publish(AdmissionPolicy.OPEN);
      assertThat(networksOfNext(fixture, 50)).hasSize(31).containsEntry("127.0.9", 20);
    }
  }

  @Test
  void limitsAdmissionsPerTicket() throws Exception {
    try (DoorFixture fixture = lane(DoorFixture.SHUT, 16, 1000)) {
      for (int i = 0; i < 8; i++) {
        fixture.connectAfterSending(Hellos.tls12SessionId(OURS));
        assertThat(fixture.nextAdmitted().entry()).isEqualTo(Entry.VERIFIED);
      }
      for (int i = 8; i < 1000; i++) {
        Socket client = fixture.connectAfterSending(Hellos.tls12SessionId(OURS));
        if (i >= 16) {
          DoorFixture.awaitClosed(client);
        }
      }
      assertThat(fixture.gate.counters().admittedTotal(Entry.VERIFIED)).isEqualTo(16);
      assertThat(fixture.door.counters().overusedTotal()).isEqualTo(984);
      assertThat(fixture.refused(RefusalReason.VISIT_BUDGET)).isEqualTo(984);
      byte[] another = Hellos.random(32, 12);
      fixture.admitted.clear();
      fixture.connectAfterSending(Hellos.tls12SessionId(another));
      assertThat(fixture.nextAdmitted().entry()).isEqualTo(Entry.VERIFIED);
    }
  }

  @Test
  void countsTicketUsesOfUnverifiedClaims() throws Exception {
    try (DoorFixture fixture = lane(AdmissionPolicy.OPEN, 16, 1000)) {
      for (int i = 0; i < 20; i++) {
        fixture.connectAndSend(Hellos.tls13Psk(OURS));
        Entry expected = i < 16 ? Entry.CLAIMED : Entry.NEW;
        assertThat(fixture.nextAdmitted().entry()).isEqualTo(expected);
      }
      assertThat(fixture.door.counters().overusedTotal()).isEqualTo(4);
    }
  }

  @Test
  void forgedTicketDoesNotHideSessionId() throws Exception {
    try (DoorFixture fixture = lane(DoorFixture.SHUT, 16, 1000)) {
      for (int i = 0; i < 17; i++) {
        byte[] hello = Hellos.tls12TicketBesideId(Hellos.random(100, i), OURS);
        Socket client = fixture.connectAndSend(hello);
        if (i < 16) {
          assertThat(fixture.nextAdmitted().entry()).isEqualTo(Entry.VERIFIED);
        } else {
          DoorFixture.awaitClosed(client);
        }
      }
      assertThat(fixture.door.counters().overusedTotal()).isEqualTo(1);
    }
  }

  @Test
  void limitsOpenConnectionsPerTicket() throws Exception {
    try (DoorFixture fixture = lane(DoorFixture.SHUT, 1000, 3)) {
      List<DoorFixture.Admitted> inside = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        fixture.connectAndSend(Hellos.tls13Psk(OURS));
        inside.add(fixture.nextAdmitted());
      }
      DoorFixture.awaitClosed(fixture.connectAndSend(Hellos.tls13Psk(OURS)));
      assertThat(fixture.door.counters().overusedTotal()).isEqualTo(1);
      inside.get(1).channel().close();
      fixture.connectAndSend(Hellos.tls13Psk(OURS));
      assertThat(fixture.nextAdmitted().entry()).isEqualTo(Entry.VERIFIED);
    }
  }

  /**
   * Opens a door with this bound on the uses of a ticket and hardly any refill; it knows every
   * session.
   */
  private static DoorFixture lane(AdmissionPolicy policy, int burst, int connections)
      throws IOException {
    return DoorFixture.open(
        DoorFixture.settings(),
        WaitingSettings.NONE,
        new SessionUseLimits(burst, 1e-6, connections, 1024),
        policy,
        (claim, name) -> DoorFixture.known(true));
  }
}
