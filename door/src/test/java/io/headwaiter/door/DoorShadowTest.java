package io.headwaiter.door;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.core.admission.GateCounters;
import io.headwaiter.core.admission.RefusalReason;
import io.headwaiter.core.admission.WaitingRoomLimits;
import io.headwaiter.core.hello.HelloLimits;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Shadow mode at the door: the gate neither refuses a client nor makes one wait. */
class DoorShadowTest {
  private static final long SECOND = 1_000_000_000L;
  private static final WaitingSettings WAITING =
      new WaitingSettings(new WaitingRoomLimits(100, 60 * SECOND, 60 * SECOND), 24, 56);

  private static DoorFixture open(DoorSettings settings, SessionVerifier verifier)
      throws Exception {
    return DoorFixture.shadow(
        settings, WAITING, SessionUseLimits.NONE, BypassSettings.NONE, verifier);
  }

  private static byte[] hello(int number) {
    return Hellos.tls13New(Hellos.random(32, number));
  }

  @Test
  void admitsAtOnceConnectionsThatWouldBeRefused() throws Exception {
    DoorSettings courtesy = DoorFixture.settings().with(RefusalStyle.COURTESY, 10);
    try (DoorFixture fixture = open(courtesy, (claim, name) -> DoorFixture.known(false))) {
      for (int i = 0; i < 20; i++) {
        fixture.connectAndSend(hello(i));
        DoorFixture.Admitted admitted = fixture.nextAdmitted();
        assertThat(admitted.received()).isEqualTo(hello(i));
        assertThat(admitted.entry()).isEqualTo(Entry.SHADOW);
      }
      GateCounters counters = fixture.gate.counters();
      assertThat(counters.wouldRefuseTotal(RefusalReason.VISIT_BUDGET)).isEqualTo(20);
      assertThat(counters.refusedTotal()).isZero();
      assertThat(fixture.door.waiting().enteredTotal()).isZero();
      assertThat(fixture.pages).isEmpty();
    }
  }

  @Test
  void looksUpClaimsButAdmitsForgedOnes() throws Exception {
    byte[] real = Hellos.tls12SessionId(Hellos.random(32, 1));
    byte[] forged = Hellos.tls12SessionId(Hellos.random(32, 2));
    SessionVerifier verifier =
        (claim, name) ->
            DoorFixture.known(Arrays.equals(claim.tokens().get(0), Hellos.random(32, 1)));
    try (DoorFixture fixture = open(DoorFixture.settings(), verifier)) {
      fixture.connectAndSend(real);
      assertThat(fixture.nextAdmitted().entry()).isEqualTo(Entry.VERIFIED);
      fixture.connectAndSend(forged);
      assertThat(fixture.nextAdmitted().entry()).isEqualTo(Entry.SHADOW);
      assertThat(fixture.gate.counters().unknownClaimsTotal()).isEqualTo(1);
      assertThat(fixture.gate.counters().wouldRefuseTotal()).isEqualTo(1);
    }
  }

  @Test
  void admitsOverusedTicketAndExcessBypass() throws Exception {
    SessionUseLimits twice = new SessionUseLimits(2, 0.001, 2, 8);
    BypassSettings once =
        new BypassSettings(List.of(NetworkRange.parse("127.0.0.7")), Set.of(), Set.of(), 1, 0.001);
    try (DoorFixture fixture =
        DoorFixture.shadow(
            DoorFixture.settings(),
            WAITING,
            twice,
            once,
            (claim, name) -> DoorFixture.known(true))) {
      byte[] replayed = Hellos.tls12SessionId(Hellos.random(32, 1));
      for (Entry expected : List.of(Entry.VERIFIED, Entry.VERIFIED, Entry.SHADOW)) {
        fixture.connectAndSend(replayed);
        assertThat(fixture.nextAdmitted().entry()).isEqualTo(expected);
      }
      for (Entry expected : List.of(Entry.BYPASS, Entry.SHADOW)) {
        fixture.connectFrom("127.0.0.7").getOutputStream().write(hello(1));
        assertThat(fixture.nextAdmitted().entry()).isEqualTo(expected);
      }
    }
  }

  @Test
  void admitsClientWhenLookUpExceedsDeadline() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    DoorSettings hasty =
        new DoorSettings(HelloLimits.DEFAULT, SECOND / 10, 10_000, 16L << 20, 10_000);
    SessionVerifier stuck =
        (claim, name) -> {
          try {
            end.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          return DoorFixture.known(false);
        };
    try (DoorFixture fixture = open(hasty, stuck)) {
      byte[] claiming = Hellos.tls12SessionId(Hellos.random(32, 1));
      fixture.connectAfterSending(claiming);
      DoorFixture.Admitted admitted = fixture.nextAdmitted();
      assertThat(admitted.received()).isEqualTo(claiming);
      assertThat(admitted.entry()).isEqualTo(Entry.SHADOW);
      end.countDown();
      assertThat(fixture.refused(RefusalReason.HELLO_DEADLINE)).isZero();
    }
  }

  @Test
  void closesSilentAndNonTlsClients() throws Exception {
    DoorSettings hasty =
        new DoorSettings(HelloLimits.DEFAULT, SECOND / 10, 10_000, 16L << 20, 10_000);
    try (DoorFixture fixture = open(hasty, (claim, name) -> DoorFixture.known(false))) {
      DoorFixture.awaitClosed(fixture.connect());
      DoorFixture.awaitClosed(
          fixture.connectAfterSending(
              "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII)));
      assertThat(fixture.refused(RefusalReason.HELLO_DEADLINE)).isEqualTo(1);
      assertThat(fixture.refused(RefusalReason.HELLO_DEFECT)).isEqualTo(1);
      assertThat(fixture.gate.counters().wouldRefuseTotal()).isZero();
    }
  }
}
