package io.headwaiter.door;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.admission.AdmissionPolicy;
import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.core.admission.RefusalReason;
import io.headwaiter.core.admission.SessionLookup;
import io.headwaiter.core.hello.HelloLimits;
import io.headwaiter.core.hello.ResumptionClaim;
import java.io.IOException;
import java.net.Socket;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/**
 * Claims are looked up off the loop's thread; only connections with a known session cost no budget.
 */
class DoorVerifierTest {
  private static final byte[] OURS = Hellos.random(32, 11);
  private static final byte[] FORGED = Hellos.random(32, 12);

  @Test
  void admitsKnownSessionAndRefusesForgedOne() throws Exception {
    try (DoorFixture fixture = shut((claim, name) -> DoorFixture.known(isOurs(claim)))) {
      for (byte[] known :
          new byte[][] {
            Hellos.tls12SessionId(OURS), Hellos.tls12Ticket(OURS), Hellos.tls13Psk(OURS)
          }) {
        fixture.connectAndSend(known);
        DoorFixture.Admitted admitted = fixture.nextAdmitted();
        assertThat(admitted.entry()).isEqualTo(Entry.VERIFIED);
        assertThat(admitted.received()).isEqualTo(known);
      }
      DoorFixture.awaitClosed(fixture.connectAndSend(Hellos.tls12SessionId(FORGED)));
      DoorFixture.awaitClosed(fixture.connectAndSend(Hellos.tls13Psk(FORGED)));
      assertThat(fixture.gate.counters().unknownClaimsTotal()).isEqualTo(2);
      assertThat(fixture.refused(RefusalReason.VISIT_BUDGET)).isEqualTo(2);
    }
  }

  /** Decided, and nobody's yet: no memory is left at the worst moment. */
  @Test
  void failureBeforeHandoverClosesConnection() throws Exception {
    SessionVerifier failing =
        new SessionVerifier() {
          @Override
          public SessionLookup verify(ResumptionClaim claim, String serverName) {
            return new SessionLookup(SessionLookup.Standing.RETURNING, 1);
          }

          @Override
          public void noteAdmitted(SessionLookup lookup) {
            throw new OutOfMemoryError("on purpose");
          }
        };
    AdmissionPolicy lookingUp =
        AdmissionPolicy.builder(1)
            .grantNanos(1000)
            .budgetMaxNanos(1000)
            .newVisitCostNanos(100)
            .verifyBelowNanos(Long.MAX_VALUE)
            .build();
    try (DoorFixture fixture = DoorFixture.open(DoorFixture.settings(), lookingUp, failing)) {
      fixture.lost.set(1);
      DoorFixture.awaitClosed(fixture.connectAndSend(Hellos.tls13Psk(OURS)));
      assertThat(fixture.refused(RefusalReason.DOOR_ERROR)).isEqualTo(1);
      Awaitility.await().until(() -> fixture.discarded.get() == 1);
      assertThat(fixture.admitted).isEmpty();
    }
  }

  @Test
  void keepsSplitHelloDuringLookUp() throws Exception {
    byte[] hello = Hellos.records(Hellos.withoutRecordHeader(Hellos.tls13Psk(OURS)), 40);
    try (DoorFixture fixture = shut((claim, name) -> DoorFixture.known(isOurs(claim)))) {
      Socket client = fixture.connect();
      client.getOutputStream().write(hello, 0, 60);
      Awaitility.await().until(() -> fixture.door.undecidedCount() == 1);
      client.getOutputStream().write(hello, 60, hello.length - 60);
      DoorFixture.Admitted admitted = fixture.nextAdmitted();
      assertThat(admitted.entry()).isEqualTo(Entry.VERIFIED);
      assertThat(admitted.received()).isEqualTo(hello);
    }
  }

  @Test
  void randomTls13SessionIdIsNoClaim() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    try (DoorFixture fixture =
        shut(
            (claim, name) -> {
              asked.incrementAndGet();
              return DoorFixture.known(true);
            })) {
      DoorFixture.awaitClosed(fixture.connectAndSend(Hellos.tls13New(OURS)));
      assertThat(fixture.refused(RefusalReason.VISIT_BUDGET)).isEqualTo(1);
      assertThat(fixture.gate.counters().toVerifyTotal()).isZero();
      assertThat(asked).hasValue(0);
    }
  }

  @Test
  void refusesOverdrawnVisitDuringRestriction() throws Exception {
    try (DoorFixture fixture =
        shut(
            (claim, name) ->
                new SessionLookup(SessionLookup.Standing.OVERDRAWN, /* visit= */ 4711))) {
      DoorFixture.awaitClosed(fixture.connectAndSend(Hellos.tls13Psk(OURS)));
      assertThat(fixture.refused(RefusalReason.OVER_ACCOUNT)).isEqualTo(1);
      assertThat(fixture.gate.counters().newRefusedTotal()).isZero();
    }
  }

  @Test
  void looksUpNoClaimWhileGateIsOpen() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    try (DoorFixture fixture =
        DoorFixture.open(
            DoorFixture.settings(),
            AdmissionPolicy.OPEN,
            (claim, name) -> DoorFixture.known(asked.incrementAndGet() > 0))) {
      fixture.connectAndSend(Hellos.tls13Psk(FORGED));
      assertThat(fixture.nextAdmitted().entry()).isEqualTo(Entry.CLAIMED);
      assertThat(asked).hasValue(0);
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
    try (DoorFixture fixture = shut(faulty)) {
      DoorFixture.awaitClosed(fixture.connectAndSend(Hellos.tls13Psk(OURS)));
      DoorFixture.awaitClosed(fixture.connectAndSend(Hellos.tls13Psk(OURS)));
      fixture.connectAndSend(Hellos.tls13Psk(OURS));
      assertThat(fixture.nextAdmitted().entry()).isEqualTo(Entry.VERIFIED);
      assertThat(fixture.gate.counters().unknownClaimsTotal()).isEqualTo(2);
    }
  }

  @Test
  void blockedVerifierHoldsOnlyItsConnectionUntilDeadline() throws Exception {
    DoorSettings shortDeadline =
        new DoorSettings(HelloLimits.DEFAULT, 200_000_000L, 100, 16L << 20, 100);
    CountDownLatch release = new CountDownLatch(1);
    try (DoorFixture fixture =
        DoorFixture.open(shortDeadline, DoorFixture.SHUT, blockedUntil(release))) {
      Socket waiting = fixture.connectAfterSending(Hellos.tls13Psk(OURS));
      Awaitility.await().until(() -> fixture.gate.counters().toVerifyTotal() == 1);
      fixture.gate.publish(AdmissionPolicy.OPEN);
      fixture.connectAfterSending(Hellos.tls13New(new byte[32]));
      assertThat(fixture.nextAdmitted().entry()).isEqualTo(Entry.NEW);
      DoorFixture.awaitClosed(waiting);
      assertThat(fixture.refused(RefusalReason.HELLO_DEADLINE)).isEqualTo(1);
      release.countDown();
      assertThat(fixture.admitted).as("let in after it was closed").isEmpty();
    } finally {
      release.countDown();
    }
  }

  @Test
  void treatsConnectionAsNewWhenQueueIsFull() throws Exception {
    DoorSettings oneWaits =
        new DoorSettings(HelloLimits.DEFAULT, DoorFixture.LONG_DEADLINE_NANOS, 100, 16L << 20, 1);
    CountDownLatch release = new CountDownLatch(1);
    try (DoorFixture fixture =
        DoorFixture.open(oneWaits, DoorFixture.SHUT, blockedUntil(release))) {
      for (int i = 0; i < 4; i++) {
        fixture.connectAndSend(Hellos.tls13Psk(OURS));
      }
      // One is being looked up, one waits, and two find the queue full (or three, if the first was
      // still in the queue when the second came).
      Awaitility.await().until(() -> fixture.refused(RefusalReason.VISIT_BUDGET) >= 2);
      Awaitility.await()
          .untilAsserted(
              () ->
                  assertThat(fixture.door.counters().verifierFullTotal())
                      .isEqualTo(fixture.refused(RefusalReason.VISIT_BUDGET)));
      release.countDown();
      assertThat(fixture.nextAdmitted().entry()).isEqualTo(Entry.VERIFIED);
    } finally {
      release.countDown();
    }
  }

  @Test
  void servesOthersAfterClientLeavesDuringLookUp() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    CountDownLatch asked = new CountDownLatch(1);
    SessionVerifier verifier =
        (claim, name) -> {
          asked.countDown();
          return blockedUntil(release).verify(claim, name);
        };
    try (DoorFixture fixture = shut(verifier)) {
      Socket leaving = fixture.connectAndSend(Hellos.tls12SessionId(OURS));
      assertThat(asked.await(DoorFixture.GUARD_MILLIS, TimeUnit.MILLISECONDS)).isTrue();
      leaving.setSoLinger(true, 0);
      leaving.close();
      release.countDown();
      // The container learns of the departure on its first read. Here the channel must reach the
      // container or be closed, exactly once.
      Awaitility.await().until(() -> fixture.admitted.size() + fixture.discarded.get() == 1);
      fixture.admitted.clear();
      fixture.connectAndSend(Hellos.tls12SessionId(OURS));
      assertThat(fixture.nextAdmitted().entry()).isEqualTo(Entry.VERIFIED);
      assertThat(fixture.door.undecidedCount()).isZero();
    } finally {
      release.countDown();
    }
  }

  @Test
  void doesNotLookUpEvictedConnection() throws Exception {
    DoorSettings few =
        new DoorSettings(HelloLimits.DEFAULT, DoorFixture.LONG_DEADLINE_NANOS, 2, 16L << 20, 100);
    CountDownLatch release = new CountDownLatch(1);
    AtomicInteger asked = new AtomicInteger();
    SessionVerifier verifier =
        (claim, name) -> {
          asked.incrementAndGet();
          return blockedUntil(release).verify(claim, name);
        };
    try (DoorFixture fixture = DoorFixture.open(few, DoorFixture.SHUT, verifier)) {
      fixture.connectAndSend(Hellos.tls13Psk(OURS));
      Awaitility.await().until(() -> asked.get() == 1);
      Socket evicted = fixture.connectAndSend(Hellos.tls13Psk(OURS));
      fixture.connectAndSend(Hellos.tls13Psk(OURS));
      fixture.connectAndSend(Hellos.tls13Psk(OURS));
      DoorFixture.awaitClosed(evicted);
      release.countDown();
      fixture.nextAdmitted();
      fixture.nextAdmitted();
      assertThat(asked).as("the one being looked up and the two that stayed").hasValue(3);
    } finally {
      release.countDown();
    }
  }

  private static boolean isOurs(ResumptionClaim claim) {
    return claim.tokens().stream().anyMatch(token -> Arrays.equals(token, OURS));
  }

  private static DoorFixture shut(SessionVerifier verifier) throws IOException {
    return DoorFixture.open(DoorFixture.settings(), DoorFixture.SHUT, verifier);
  }

  /** Knows every session, but answers only after the latch. */
  private static SessionVerifier blockedUntil(CountDownLatch latch) {
    return (claim, name) -> {
      try {
        return DoorFixture.known(latch.await(DoorFixture.GUARD_MILLIS, TimeUnit.MILLISECONDS));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return DoorFixture.known(false);
      }
    };
  }
}
