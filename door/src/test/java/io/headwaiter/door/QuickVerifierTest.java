package io.headwaiter.door;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.core.admission.RefusalReason;
import io.headwaiter.core.admission.SessionLookup;
import io.headwaiter.core.hello.ResumptionClaim;
import java.io.IOException;
import java.net.Socket;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** A quick verifier is called on the door's thread, with the same decisions. */
class QuickVerifierTest {
  private static final byte[] OURS = Hellos.random(32, 11);
  private static final byte[] FORGED = Hellos.random(32, 12);

  private final Set<String> threads = ConcurrentHashMap.newKeySet();
  private final SessionVerifier slow =
      (claim, name) -> {
        threads.add(Thread.currentThread().getName());
        return DoorFixture.known(isOurs(claim));
      };

  @Test
  void runsOnDoorThreadUnlikeSlowVerifier() throws Exception {
    try (DoorFixture fixture = shut(DoorFixture.quick(slow))) {
      assertKnownOnesComeIn(fixture);
      assertThat(threads).containsExactly("test-door");
    }
    threads.clear();
    try (DoorFixture fixture = shut(slow)) {
      assertKnownOnesComeIn(fixture);
      assertThat(threads).containsExactly("test-verifier");
    }
  }

  private static void assertKnownOnesComeIn(DoorFixture fixture) throws Exception {
    for (int i = 1; i <= 3; i++) {
      byte[] known = Hellos.tls13Psk(OURS);
      fixture.connectAndSend(known);
      DoorFixture.Admitted admitted = fixture.nextAdmitted();
      assertThat(admitted.entry()).isEqualTo(Entry.VERIFIED);
      assertThat(admitted.received()).isEqualTo(known);
      DoorFixture.awaitClosed(fixture.connectAndSend(Hellos.tls12Ticket(FORGED)));
      assertThat(fixture.gate.counters().unknownClaimsTotal()).isEqualTo(i);
      assertThat(fixture.refused(RefusalReason.VISIT_BUDGET)).isEqualTo(i);
    }
  }

  @Test
  void refusesConnectionOverLimitOfItsVisit() throws Exception {
    AtomicInteger places = new AtomicInteger(1);
    SessionVerifier counting =
        new SessionVerifier() {
          @Override
          public SessionLookup verify(ResumptionClaim claim, String serverName) {
            return DoorFixture.known(isOurs(claim));
          }

          @Override
          public boolean hasRoom(SessionLookup lookup) {
            assertThat(lookup).isEqualTo(DoorFixture.known(true));
            return places.getAndDecrement() > 0;
          }
        };
    try (DoorFixture fixture = shut(counting)) {
      fixture.connectAndSend(Hellos.tls13Psk(OURS));
      assertThat(fixture.nextAdmitted().entry()).isEqualTo(Entry.VERIFIED);
      DoorFixture.awaitClosed(fixture.connectAndSend(Hellos.tls13Psk(OURS)));
      assertThat(fixture.refused(RefusalReason.VISIT_CONNECTIONS)).isEqualTo(1);
      assertThat(fixture.gate.counters().refusedTotal(Entry.VERIFIED)).isEqualTo(1);
      assertThat(fixture.admitted).isEmpty();
    }
  }

  @Test
  void verifiesHelloSentInPieces() throws Exception {
    byte[] hello = Hellos.records(Hellos.withoutRecordHeader(Hellos.tls13Psk(OURS)), 40);
    try (DoorFixture fixture = shut(DoorFixture.quick(slow))) {
      Socket client = fixture.connect();
      client.getOutputStream().write(hello, 0, 60);
      Awaitility.await().until(() -> fixture.door.undecidedCount() == 1);
      client.getOutputStream().write(hello, 60, hello.length - 60);
      assertThat(fixture.nextAdmitted().received()).isEqualTo(hello);
    }
  }

  @Test
  void treatsConnectionAsNewWhenVerifierThrows() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    SessionVerifier faulty =
        (claim, name) -> {
          switch (calls.getAndIncrement()) {
            case 0 -> throw new IllegalStateException("an exception on purpose");
            case 1 -> throw new NoClassDefFoundError("an error on purpose");
            default -> {
              return DoorFixture.known(true);
            }
          }
        };
    try (DoorFixture fixture = shut(DoorFixture.quick(faulty))) {
      DoorFixture.awaitClosed(fixture.connectAndSend(Hellos.tls13Psk(OURS)));
      DoorFixture.awaitClosed(fixture.connectAndSend(Hellos.tls13Psk(OURS)));
      fixture.connectAndSend(Hellos.tls13Psk(OURS));
      assertThat(fixture.nextAdmitted().entry()).isEqualTo(Entry.VERIFIED);
      assertThat(fixture.gate.counters().unknownClaimsTotal()).isEqualTo(2);
      assertThat(fixture.refused(RefusalReason.DOOR_ERROR)).isZero();
    }
  }

  private static boolean isOurs(ResumptionClaim claim) {
    return claim.tokens().stream().anyMatch(token -> Arrays.equals(token, OURS));
  }

  private static DoorFixture shut(SessionVerifier verifier) throws IOException {
    return DoorFixture.open(DoorFixture.settings(), DoorFixture.SHUT, verifier);
  }
}
