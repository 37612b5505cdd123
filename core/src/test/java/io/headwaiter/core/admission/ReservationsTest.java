package io.headwaiter.core.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class ReservationsTest {
  private static final long MILLI = 1_000_000L;
  private static final long SECOND = 1000 * MILLI;
  private static final double COST = 1000;

  private final Reservations reservations = new Reservations();

  private static double done(Reservations of, long admittedNanos) {
    return of.done(COST, Reservations.slotOf(admittedNanos), 1);
  }

  /** Admits a client each millisecond, of which every n-th takes the step after a while. */
  private double partAfter(int millis, int everyNth, int afterMillis) {
    long now = 0;
    reservations.goOn(now);
    Queue<Long> toDo = new ArrayDeque<>();
    for (int i = 0; i < millis; i++) {
      now += MILLI;
      reservations.goOn(now);
      reservations.noteAdmitted(COST);
      if (i % everyNth == 0) {
        toDo.add(now);
      }
      while (!toDo.isEmpty() && now - toDo.peek() >= afterMillis * MILLI) {
        done(reservations, toDo.remove());
      }
    }
    return reservations.part();
  }

  @Test
  void reservesWholeCostAtFirst() {
    reservations.goOn(0);
    assertThat(reservations.noteAdmitted(COST)).isEqualTo(COST);
    assertThat(done(reservations, 0)).as("paid already").isZero();
    assertThat(reservations.goOn(2 * SECOND)).as("nothing is left of it").isZero();
  }

  @Test
  void reservationOfSilentClientLapsesAfterOneSecond() {
    reservations.goOn(50 * MILLI);
    reservations.noteAdmitted(COST);
    double early = reservations.goOn(900 * MILLI);
    assertThat(early).as("by how much the part has fallen").isLessThan(COST / 5);
    assertThat(early + reservations.goOn(1000 * MILLI)).isCloseTo(COST, within(1e-9));
    assertThat(reservations.goOn(5000 * MILLI)).as("once").isZero();
  }

  @Test
  void reservationsShrinkAsPartFalls() {
    reservations.goOn(50 * MILLI);
    double charged = 0;
    for (int i = 0; i < 100; i++) {
      charged += reservations.noteAdmitted(COST);
    }

    double back = reservations.goOn(450 * MILLI);

    assertThat(reservations.part()).isLessThan(0.05);
    assertThat(back / charged).isCloseTo(1 - reservations.part(), within(1e-9));
  }

  @Test
  void chargesWholeCostForLateStep() {
    reservations.goOn(0);
    reservations.noteAdmitted(COST);
    assertThat(reservations.goOn(3 * SECOND)).isEqualTo(COST);
    assertThat(done(reservations, 0)).isEqualTo(COST);
  }

  @Test
  void reservesLittleWhenMostClientsStaySilent() {
    assertThat(partAfter(3000, 20, 50)).isCloseTo(0.05, within(0.01));
    reservations.goOn(3010 * MILLI);
    assertThat(reservations.noteAdmitted(COST)).isCloseTo(50, within(10.0));
  }

  @Test
  void reservesWholeCostWhenAllClientsGoOn() {
    assertThat(partAfter(3000, 1, 50)).isEqualTo(1);
  }

  @Test
  void partFallsWithinOneSecondAndRisesSlowly() {
    assertThat(partAfter(1000, 1000, 1)).isLessThan(0.1);
    long now = SECOND;
    double before = reservations.part();
    for (int i = 0; i < 1000; i++) {
      now += MILLI;
      reservations.goOn(now);
      reservations.noteAdmitted(COST);
      done(reservations, now);
    }
    assertThat(reservations.part()).isBetween(before, before + 0.2 + 1e-9);
  }

  @Test
  void longPauseResetsPartAndLapsesReservations() {
    partAfter(3000, 20, 50);
    double back = reservations.goOn(60 * SECOND);
    assertThat(back).as("what was reserved in the last second").isCloseTo(50_000, within(12_000.0));
    assertThat(reservations.part()).isEqualTo(1);
    assertThat(reservations.noteAdmitted(COST)).isEqualTo(COST);
  }

  @Test
  void givesNothingBackWithoutElapsedTime() {
    reservations.goOn(SECOND);
    reservations.noteAdmitted(COST);
    assertThat(reservations.goOn(SECOND)).isZero();
    assertThat(reservations.goOn(0)).isZero();
  }

  /**
   * For any clients and times of their steps: in the end the cost is charged once for each client
   * that has taken the step, and nothing is given back that was not charged.
   */
  @Property(tries = 100)
  void chargesOnlyClientsThatTakeTheStep(
      @ForAll @LongRange(min = 0, max = 1_000_000) long seed,
      @ForAll @LongRange(min = -100_000, max = 100_000) long fromMillis,
      @ForAll @DoubleRange(min = 0, max = 1) double going) {
    Random random = new Random(seed);
    Reservations tried = new Reservations();
    Queue<Long> toDo = new ArrayDeque<>();
    long now = fromMillis * MILLI;
    double charged = -tried.goOn(now);
    long did = 0;
    for (int i = 0; i < 3000; i++) {
      now += random.nextInt(20) * MILLI + (random.nextInt(500) == 0 ? 3 * SECOND : 0);
      // In the order of the gate: first the noted steps, then the time.
      while (!toDo.isEmpty() && random.nextInt(3) > 0) {
        long admitted = toDo.remove();
        double charge = Reservations.isForgotten(admitted, now) ? COST : done(tried, admitted);
        assertThat(charge).isBetween(0.0, COST + 1e-6);
        charged += charge;
        did++;
      }
      double back = tried.goOn(now);
      assertThat(back).isGreaterThanOrEqualTo(0);
      charged -= back;
      assertThat(charged).as("reserved or paid").isGreaterThanOrEqualTo(did * COST - 1e-6);
      charged += tried.noteAdmitted(COST);
      if (random.nextDouble() < going) {
        toDo.add(now);
      }
    }
    charged -= tried.goOn(now + 2 * SECOND);
    assertThat(charged).isCloseTo(did * COST, within(1e-3));
  }

  @Test
  void reservationCoversEachClientOfSlotOnce() {
    reservations.goOn(0);
    reservations.noteAdmitted(COST);
    reservations.noteAdmitted(COST);
    assertThat(done(reservations, 0)).isZero();
    assertThat(done(reservations, 0)).isZero();
    assertThat(done(reservations, 0)).as("one that nobody knows").isEqualTo(COST);
  }

  @Test
  void forgetsSlotsAfterFiveSeconds() {
    for (long admitted : new long[] {-100 * SECOND, 0, 100 * SECOND}) {
      assertThat(Reservations.isForgotten(admitted, admitted + 5 * SECOND - 1)).isFalse();
      assertThat(Reservations.isForgotten(admitted, admitted + 5 * SECOND)).isTrue();
    }
  }
}
