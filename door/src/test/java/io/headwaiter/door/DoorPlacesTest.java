package io.headwaiter.door;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.admission.AdmissionPolicy;
import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.core.admission.RefusalReason;
import io.headwaiter.core.admission.SessionLookup;
import io.headwaiter.core.admission.SessionLookup.Standing;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/**
 * The last connection places are kept for visits under way, and silent clients do not take the next
 * free place.
 */
class DoorPlacesTest {
  private static final byte[] OURS = Hellos.random(32, 21);
  private static final byte[] PAST = Hellos.random(32, 22);
  private static final byte[] FORGED = Hellos.random(32, 23);

  @Test
  void keepsLastPlacesForVisitsUnderWay() throws Exception {
    try (DoorFixture fixture = open()) {
      fixture.placesKept = 5;
      fixture.vacancies.set(5);
      fixture.connectAndSend(Hellos.tls13New(new byte[32]));
      assertThat(fixture.nextAdmitted().entry()).isEqualTo(Entry.NEW);
      fixture.connectAndSend(Hellos.tls13Psk(FORGED));
      assertThat(fixture.nextAdmitted().entry()).as("believed").isEqualTo(Entry.CLAIMED);

      fixture.vacancies.set(4);
      DoorFixture.awaitClosed(fixture.connectAndSend(Hellos.tls13New(new byte[32])));
      DoorFixture.awaitClosed(fixture.connectAndSend(Hellos.tls13Psk(FORGED)));
      DoorFixture.awaitClosed(fixture.connectAndSend(Hellos.tls13Psk(PAST)));
      assertThat(fixture.refused(RefusalReason.PLACES_KEPT)).isEqualTo(3);
      assertThat(fixture.gate.counters().refusedTotal(Entry.RETURNING)).isEqualTo(1);
      fixture.connectAndSend(Hellos.tls13Psk(OURS));
      assertThat(fixture.nextAdmitted().entry()).isEqualTo(Entry.VERIFIED);
      assertThat(fixture.admitted).isEmpty();
    }
  }

  @Test
  void silentClientTakesNoPlaceFromNewVisit() throws Exception {
    try (DoorFixture fixture = open()) {
      fixture.placesKept = 1;
      fixture.vacancies.set(0);
      fixture.onDiscard = channel -> fixture.vacancies.incrementAndGet();
      Socket silent = fixture.connectAndSend(new byte[0]);
      Awaitility.await().until(() -> fixture.door.undecidedCount() == 1);

      fixture.connectAndSend(Hellos.tls13New(new byte[32]));

      assertThat(fixture.nextAdmitted().entry()).isEqualTo(Entry.NEW);
      silent.close();
    }
  }

  @Test
  void shadowModeIgnoresKeptPlaces() throws Exception {
    try (DoorFixture fixture =
        DoorFixture.shadow(
            DoorFixture.settings(),
            WaitingSettings.NONE,
            SessionUseLimits.NONE,
            BypassSettings.NONE,
            (claim, name) -> SessionLookup.UNKNOWN)) {
      fixture.placesKept = 5;
      fixture.vacancies.set(1);
      fixture.connectAndSend(Hellos.tls13New(new byte[32]));
      assertThat(fixture.nextAdmitted().entry()).isEqualTo(Entry.SHADOW);
      assertThat(fixture.refused(RefusalReason.PLACES_KEPT)).isZero();
    }
  }

  @Test
  void silentClientsGetHalfOfFreePlaces() throws Exception {
    try (DoorFixture fixture = open()) {
      fixture.onDiscard =
          channel -> {
            fixture.vacancies.incrementAndGet();
            fixture.door.vacancy();
          };
      fixture.vacancies.set(10);
      fixture.door.startAccepting(fixture.listener());
      List<Socket> silent = new ArrayList<>();
      for (int i = 0; i < 30; i++) {
        silent.add(fixture.connectToListener());
      }
      for (Socket early : silent.subList(0, 25)) {
        DoorFixture.awaitClosed(early);
      }
      Awaitility.await().until(() -> fixture.door.undecidedCount() == 5);
      assertThat(fixture.refused(RefusalReason.UNDECIDED_LIMIT)).isEqualTo(25);
      Awaitility.await().until(() -> fixture.vacancies.get() == 5);
      fixture.connectToListener().getOutputStream().write(Hellos.tls13New(new byte[32]));
      assertThat(fixture.nextAdmitted().entry()).isEqualTo(Entry.NEW);
      // One place fewer is left over; silent clients may have half of the rest.
      Awaitility.await().until(() -> fixture.door.undecidedCount() == 4);
    }
  }

  @Test
  void slowClientMayUseLastPlace() throws Exception {
    try (DoorFixture fixture = open()) {
      fixture.vacancies.set(1);
      fixture.door.startAccepting(fixture.listener());
      Socket slow = fixture.connectToListener();
      Awaitility.await().until(() -> fixture.door.undecidedCount() == 1);
      slow.getOutputStream().write(Hellos.tls13New(new byte[32]));
      assertThat(fixture.nextAdmitted().entry()).isEqualTo(Entry.NEW);
    }
  }

  private static DoorFixture open() throws Exception {
    return DoorFixture.open(
        DoorFixture.settings(),
        AdmissionPolicy.OPEN,
        (claim, name) -> {
          byte[] token = claim.tokens().get(0);
          if (Arrays.equals(token, OURS)) {
            return DoorFixture.known(true);
          }
          return Arrays.equals(token, PAST)
              ? new SessionLookup(Standing.RETURNING, 2)
              : DoorFixture.known(false);
        });
  }
}
