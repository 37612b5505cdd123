package io.headwaiter.core.admission;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.core.admission.Decision.Outcome;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** A visit costs 15 ms: 4 of them for its handshake, including 1 for answering its hello. */
class StagedChargesTest {
  private static final long MILLI = 1_000_000L;
  private static final long SECOND = 1000 * MILLI;
  private static final long VISIT = 15 * MILLI;
  private static final long HANDSHAKE = 4 * MILLI;
  private static final long ANSWER = MILLI;
  private static final int FITS = 60;

  private static AdmissionPolicy policy(long refill, long budgetMax, long handshakeNanos) {
    return AdmissionPolicy.builder(0)
        .refillNanosPerSecond(refill)
        .budgetMaxNanos(budgetMax)
        .newVisitCostNanos(VISIT)
        .abandonedCostNanos(ANSWER)
        .handshakeCostNanos(handshakeNanos)
        .build();
  }

  private static AdmissionGate gate(long budgetMax) {
    return new AdmissionGate(policy(/* refill= */ 0, budgetMax, HANDSHAKE));
  }

  private static final long RETURNING = 12 * MILLI;

  private static AdmissionGate gateOfReturning(long budgetMax) {
    return new AdmissionGate(
        AdmissionPolicy.builder(0)
            .budgetMaxNanos(budgetMax)
            .newVisitCostNanos(VISIT)
            .returningCostNanos(RETURNING)
            .abandonedCostNanos(ANSWER)
            .handshakeCostNanos(HANDSHAKE)
            .build());
  }

  /** Its handshake costs 1 ms: its 12 ms less the 11 ms for the rest of a visit. */
  @Test
  void silentReturningVisitIsChargedItsHandshake() {
    for (Entry entry : new Entry[] {Entry.RETURNING, Entry.COURTESY}) {
      AdmissionGate enough = gateOfReturning(MILLI + VISIT);
      assertThat(enough.decideVisit(entry, 0).outcome()).isEqualTo(Outcome.ADMIT);
      assertThat(enough.hasRoom(0)).as("reserved").isFalse();
      assertThat(enough.hasRoom(3 * SECOND)).as("lapsed").isTrue();
      AdmissionGate tooLittle = gateOfReturning(MILLI + VISIT - 1);
      assertThat(tooLittle.decideVisit(entry, 0).outcome()).isEqualTo(Outcome.ADMIT);
      assertThat(tooLittle.hasRoom(3 * SECOND)).isFalse();
    }
  }

  @Test
  void returningVisitWithRequestIsChargedInFull() {
    for (long late = 0; late <= 4 * SECOND; late += SECOND) {
      AdmissionGate enough = gateOfReturning(RETURNING + VISIT);
      AdmissionGate tooLittle = gateOfReturning(RETURNING + VISIT - 1);
      for (AdmissionGate gate : new AdmissionGate[] {enough, tooLittle}) {
        assertThat(gate.decideVisit(Entry.RETURNING, 0).outcome()).isEqualTo(Outcome.ADMIT);
        gate.hasRoom(late);
        gate.outcomes().firstRequest(0, late);
      }
      assertThat(enough.hasRoom(10 * SECOND)).isTrue();
      assertThat(tooLittle.hasRoom(10 * SECOND)).isFalse();
    }
  }

  /** The visit is under way, so none of its requests is the first. */
  @Test
  void visitOverItsAccountIsChargedAtOnce() {
    AdmissionGate gate = gateOfReturning(RETURNING + VISIT - 1);
    assertThat(gate.decideOverdrawn(/* visit= */ 7, 0).outcome()).isEqualTo(Outcome.ADMIT);
    assertThat(gate.hasRoom(10 * SECOND)).isFalse();
  }

  /** Clients at random times, and their steps after admission. */
  private static final class World {
    private record Event(long nanos, boolean request, long admittedNanos) {}

    private final AdmissionGate gate;
    private final Random random = new Random(1);
    private final PriorityQueue<Event> events =
        new PriorityQueue<>(Comparator.comparingLong(Event::nanos));
    private long now;
    private long honest;
    private long honestIn;
    private long visits;

    World(AdmissionGate gate) {
      this.gate = gate;
    }

    /** Runs clients at these rates: they go on, stop after the hello, or after the handshake. */
    void run(double seconds, int honestOnes, int silentAtOnce, int silentLater) {
      honest = 0;
      honestIn = 0;
      visits = 0;
      int all = honestOnes + silentAtOnce + silentLater;
      long end = now + (long) (seconds * SECOND);
      while (now < end) {
        now += (long) (-Math.log(1 - random.nextDouble()) / all * SECOND);
        happen();
        int who = random.nextInt(all);
        boolean isHonest = who < honestOnes;
        boolean in = gate.decideNew(now).outcome() == Outcome.ADMIT;
        honest += isHonest ? 1 : 0;
        honestIn += isHonest && in ? 1 : 0;
        if (in && (isHonest || who >= honestOnes + silentAtOnce)) {
          events.add(new Event(now + millis(25, 75), false, now));
        }
        if (in && isHonest) {
          events.add(new Event(now + millis(75, 150), true, now));
        }
      }
    }

    private long millis(int from, int to) {
      return (from + random.nextInt(to - from)) * MILLI;
    }

    private void happen() {
      while (!events.isEmpty() && events.peek().nanos() <= now) {
        Event event = events.remove();
        if (event.request()) {
          visits++;
          gate.outcomes().firstRequest(event.admittedNanos(), event.nanos());
        } else {
          gate.outcomes().handshakeDone(event.admittedNanos(), event.nanos());
        }
      }
    }

    double partIn() {
      return (double) honestIn / honest;
    }
  }

  private static World world(long handshakeNanos) {
    return new World(
        new AdmissionGate(policy(/* refill= */ FITS * VISIT, SECOND / 2, handshakeNanos)));
  }

  @Test
  void silentHellosDoNotDisplaceOtherClients() {
    World world = world(HANDSHAKE);
    world.run(/* seconds= */ 3, 20, 0, 0);
    world.run(1.2, 20, 400, 0);
    assertThat(world.partIn()).as("while it is found out").isGreaterThan(0.1);
    world.run(20, 20, 400, 0);
    assertThat(world.partIn()).isGreaterThan(0.98);
  }

  @Test
  void silentHellosChargedAtOnceDisplaceMostClients() {
    World world = world(AdmissionPolicy.AT_ONCE);
    world.run(3, 20, 0, 0);
    world.run(20, 20, 400, 0);
    assertThat(world.partIn()).isLessThan(0.3);
  }

  /** 100 handshakes of 4 ms leave 0.5 s of CPU time a second, 33 visits. */
  @Test
  void silentHandshakesDoNotDisplaceOtherClients() {
    World world = world(HANDSHAKE);
    world.run(3, 20, 0, 0);
    world.run(1.2, 20, 0, 100);
    world.run(20, 20, 0, 100);
    assertThat(world.partIn()).isGreaterThan(0.98);
  }

  /** 400 silent clients a second first lower the reserved part; then all of 420 a second go on. */
  @Test
  void overcommitsAtMostOneSecondAfterSilence() {
    World world = world(HANDSHAKE);
    world.run(10, 20, 400, 0);
    world.run(1, 420, 0, 0);
    long first = world.visits;
    world.run(9, 420, 0, 0);
    assertThat(first).as("half a second of it was saved up").isLessThan(FITS / 2 + 2 * FITS);
    assertThat(first + world.visits).as("in ten seconds").isLessThan(10 * FITS + FITS + FITS / 2);
    assertThat(world.visits)
        .as("and then as many as fit")
        .isBetween(9L * FITS - 60, 9L * FITS + 60);
  }

  @Test
  void overloadWithoutSilenceAdmitsAsManyAsFit() {
    World world = world(HANDSHAKE);
    world.run(5, 420, 0, 0);
    world.run(20, 420, 0, 0);
    assertThat(world.visits).isBetween(20L * FITS - 24, 20L * FITS + 24);
  }

  @Test
  void clientThatGoesOnIsChargedWholeCost() {
    AdmissionGate gate = gate(2 * VISIT);
    assertThat(gate.decideNew(0).outcome()).isEqualTo(Outcome.ADMIT);
    gate.outcomes().handshakeDone(0, 50 * MILLI);
    gate.outcomes().firstRequest(0, 60 * MILLI);
    assertThat(gate.decideNew(100 * MILLI).outcome()).isEqualTo(Outcome.ADMIT);
    assertThat(gate.decideNew(3 * SECOND).outcome())
        .as("only the second one has lapsed, but for its answer")
        .isEqualTo(Outcome.REFUSE);
  }

  @Test
  void clientSilentAfterHelloIsChargedOnlyAnswer() {
    AdmissionGate gate = gate(VISIT + ANSWER);
    assertThat(gate.decideNew(0).outcome()).isEqualTo(Outcome.ADMIT);
    assertThat(gate.decideNew(900 * MILLI).outcome()).as("reserved").isEqualTo(Outcome.REFUSE);
    assertThat(gate.decideNew(2 * SECOND).outcome()).as("lapsed").isEqualTo(Outcome.ADMIT);
    assertThat(gate.decideNew(4 * SECOND).outcome()).as("two answers").isEqualTo(Outcome.REFUSE);
  }

  @Test
  void clientSilentAfterHandshakeIsChargedOnlyHandshake() {
    AdmissionGate gate = gate(VISIT + HANDSHAKE);
    gate.decideNew(0);
    gate.outcomes().handshakeDone(0, 50 * MILLI);
    assertThat(gate.decideNew(2 * SECOND).outcome()).isEqualTo(Outcome.ADMIT);
    gate.outcomes().handshakeDone(2 * SECOND, 2 * SECOND + 50 * MILLI);
    assertThat(gate.decideNew(4 * SECOND).outcome()).isEqualTo(Outcome.REFUSE);
  }

  @Test
  void lateRequestIsChargedWhenItComes() {
    AdmissionGate gate = gate(3 * VISIT);
    gate.decideNew(0);
    gate.outcomes().handshakeDone(0, 50 * MILLI);
    gate.decideNew(60 * SECOND); // 41 ms of 45 are left, and 26 after admission
    gate.outcomes().handshakeDone(60 * SECOND, 60 * SECOND);
    gate.outcomes().firstRequest(60 * SECOND, 60 * SECOND);
    assertThat(gate.hasRoom(61 * SECOND)).isTrue();
    gate.outcomes().firstRequest(0, 61 * SECOND);
    assertThat(gate.hasRoom(61 * SECOND)).as("15 are left").isTrue();
    gate.decideNew(61 * SECOND);
    assertThat(gate.hasRoom(61 * SECOND)).isFalse();
  }

  @Test
  void atOncePolicyIgnoresLaterSteps() {
    AdmissionGate gate =
        new AdmissionGate(policy(/* refill= */ 0, 2 * VISIT, AdmissionPolicy.AT_ONCE));
    gate.decideNew(0);
    gate.outcomes().handshakeDone(0, MILLI);
    gate.outcomes().firstRequest(0, MILLI);
    assertThat(gate.decideNew(2 * SECOND).outcome()).isEqualTo(Outcome.ADMIT);
    assertThat(gate.decideNew(9 * SECOND).outcome()).isEqualTo(Outcome.REFUSE);
  }

  @Test
  void openGateIgnoresLaterSteps() {
    AdmissionGate gate = new AdmissionGate(AdmissionPolicy.OPEN);
    for (int i = 0; i < 1000; i++) {
      gate.decideNew(0);
      gate.outcomes().handshakeDone(0, 0);
      gate.outcomes().firstRequest(0, 0);
    }
    gate.publish(policy(/* refill= */ 0, VISIT, HANDSHAKE));
    assertThat(gate.decideNew(0).outcome()).as("no debt was made").isEqualTo(Outcome.ADMIT);
  }

  /** Worker threads note while the door takes the notes; none is lost or counted twice. */
  @Test
  void takesNotesOfManyThreadsExactlyOnce() throws Exception {
    SlotCounts counts = new SlotCounts();
    int threads = 4;
    int each = 50_000;
    CountDownLatch ended = new CountDownLatch(threads);
    for (int i = 0; i < threads; i++) {
      int from = i;
      new Thread(
              () -> {
                for (int n = 0; n < each; n++) {
                  counts.add((from + n) % 70 * (100 * MILLI), /* nowNanos= */ 6900 * MILLI);
                }
                ended.countDown();
              })
          .start();
    }
    long taken = 0;
    boolean more = true;
    while (more) {
      more = ended.getCount() > 0;
      taken += counts.takeLate();
      for (long bits = counts.takeMarked(); bits != 0; bits &= bits - 1) {
        taken += counts.take(Long.numberOfTrailingZeros(bits));
      }
    }
    assertThat(taken).isEqualTo((long) threads * each);
  }

  /** 18 ms of 19 are left of the bucket after the answer, and 15 when the handshake is charged. */
  @Test
  void lateHandshakeIsChargedWhenDone() {
    AdmissionGate gate = gate(VISIT + HANDSHAKE);
    gate.decideNew(0);
    gate.hasRoom(2 * SECOND);
    gate.outcomes().handshakeDone(0, 2 * SECOND);
    assertThat(gate.hasRoom(2 * SECOND)).as("paid for, and no more").isTrue();
    gate.decideNew(2 * SECOND);
    gate.outcomes().handshakeDone(2 * SECOND, 2 * SECOND);
    assertThat(gate.hasRoom(4 * SECOND)).isFalse();
  }
}
