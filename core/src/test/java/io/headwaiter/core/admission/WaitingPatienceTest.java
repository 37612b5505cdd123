package io.headwaiter.core.admission;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.admission.WaitingRoom.Place;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.Test;

/** A waiting room with clients that leave before the configured patience is over. */
class WaitingPatienceTest {
  private static final long MILLI = 1_000_000L;
  private static final long SECOND = 1000 * MILLI;
  private static final int SERVED_PER_SECOND = 60;

  private record Guest(long leavesNanos, Place<Integer> place) {}

  /**
   * The result of a run.
   *
   * @param inVain part of the clients with a place that were not admitted, in the second half
   * @param longestLine the most clients that waited at a time in the second half
   */
  private record Evening(
      WaitingRoom<Integer> room, double inVain, double patienceSeconds, int longestLine) {}

  private static Evening evening(long configured, DoubleSupplier patience, boolean noticed) {
    WaitingRoomLimits limits = new WaitingRoomLimits(10_000, configured, 50 * MILLI);
    WaitingRoom<Integer> room = new WaitingRoom<>(limits, () -> SERVED_PER_SECOND);
    PriorityQueue<Guest> leavers =
        new PriorityQueue<>((a, b) -> Long.compare(a.leavesNanos(), b.leavesNanos()));
    Deque<Long> bursts = new ArrayDeque<>();
    Random random = new Random(7);
    for (long at = 0; at < 600 * SECOND; at += 3 * SECOND) {
      bursts.add(at);
    }
    long entered = 0;
    long released = 0;
    int longest = 0;
    int who = 0;
    for (long now = 0; now < 600 * SECOND; now += SECOND / SERVED_PER_SECOND) {
      if (!bursts.isEmpty() && now >= bursts.peek()) {
        bursts.remove();
        for (int i = 0; i < 150; i++) {
          Place<Integer> place = room.enter(who++, random.nextInt(1000), now).place();
          if (place != null) {
            long leaves = now + (long) (patience.getAsDouble() * SECOND);
            leavers.add(new Guest(leaves, place));
          }
        }
      }
      while (!leavers.isEmpty() && leavers.peek().leavesNanos() <= now) {
        Guest guest = leavers.remove();
        if (noticed) {
          room.leave(guest.place(), now);
        }
      }
      while (room.expire(now) != null) {
        // Refuses these clients.
      }
      room.release(now);
      if (now <= 300 * SECOND) {
        entered = room.counters().enteredTotal();
        released = room.counters().releasedTotal();
      } else {
        longest = Math.max(longest, room.counters().length());
      }
    }
    WaitingRoomCounters c = room.counters();
    double inVain = 1 - (double) (c.releasedTotal() - released) / (c.enteredTotal() - entered);
    return new Evening(room, inVain, room.patienceNanos(600 * SECOND) / 1e9, longest);
  }

  private static double exponential(Random random, double mean) {
    return -mean * Math.log(1 - random.nextDouble());
  }

  /**
   * Bursts of 150, served at 60 a second, of clients that wait 1 s on average: a quarter has left
   * after 0.29 s. About ninety of them are seen to leave within the memory of two minutes, so the
   * learned value is correct within 30 %.
   */
  @Test
  void learnedPatienceShortensQueueToServableClients() {
    Random random = new Random(1);
    Evening healthy = evening(2 * SECOND, () -> exponential(random, 1), /* noticed= */ true);
    assertThat(healthy.patienceSeconds()).isBetween(0.2, 0.38);
    assertThat(healthy.longestLine()).isLessThanOrEqualTo((int) (0.45 * SERVED_PER_SECOND));
    assertThat(healthy.inVain()).as("healthy").isLessThan(0.2);
    // The faulty room holds as many clients as are served within the configured patience.
    Random again = new Random(1);
    Evening broken = evening(2 * SECOND, () -> exponential(again, 1), /* noticed= */ false);
    assertThat(broken.patienceSeconds()).isEqualTo(2);
    assertThat(broken.longestLine()).isGreaterThan(100);
  }

  /** All leave after exactly half a second: few clients with a place wait in vain. */
  @Test
  void learnsFixedPatience() {
    Evening evening = evening(2 * SECOND, () -> 0.5, /* noticed= */ true);
    assertThat(evening.patienceSeconds()).isBetween(0.35, 0.55);
    assertThat(evening.inVain()).isLessThan(0.1);
  }

  @Test
  void refusesPatientClientsAfterConfiguredPatience() {
    Evening evening = evening(2 * SECOND, () -> 1000, /* noticed= */ true);
    assertThat(evening.patienceSeconds()).isEqualTo(2);
    assertThat(evening.room().counters().leftTotal()).isZero();
    assertThat(evening.room().counters().patienceNanos()).isEqualTo(2 * SECOND);
  }

  @Test
  void keepsMinimumPatienceWhenClientsLeaveAtOnce() {
    Evening evening = evening(2 * SECOND, () -> 0, /* noticed= */ true);
    assertThat(evening.patienceSeconds()).isEqualTo(0.1);
  }
}
