package io.headwaiter.core.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwaiter.core.admission.WaitingRoom.Entrance;
import io.headwaiter.core.admission.WaitingRoom.Place;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class WaitingRoomTest {
  private static final long MILLI = 1_000_000L;
  private static final long SECOND = 1000 * MILLI;

  private static WaitingRoom<Integer> room(int max, long patience, long target, double perSecond) {
    return new WaitingRoom<>(new WaitingRoomLimits(max, patience, target), () -> perSecond);
  }

  private static void enter(WaitingRoom<Integer> room, int who, long now) {
    assertThat(room.enter(who, 1, now).place()).as("a place for %d", who).isNotNull();
  }

  private static List<Integer> releaseAll(WaitingRoom<Integer> room, long now) {
    List<Integer> order = new ArrayList<>();
    for (Integer who = room.release(now); who != null; who = room.release(now)) {
      order.add(who);
    }
    return order;
  }

  @Test
  void releasesOldestFirstBelowTarget() {
    WaitingRoom<Integer> room = room(100, SECOND, 100 * MILLI, 1e6);
    for (int i = 0; i < 5; i++) {
      enter(room, i, i * MILLI);
    }
    assertThat(releaseAll(room, 100 * MILLI)).containsExactly(0, 1, 2, 3, 4);
    assertThat(room.release(SECOND)).isNull();
  }

  @Test
  void releasesNewestFirstBeyondTarget() {
    WaitingRoom<Integer> room = room(100, SECOND, 100 * MILLI, 1e6);
    for (int i = 0; i < 5; i++) {
      enter(room, i, i * MILLI);
    }
    assertThat(releaseAll(room, 104 * MILLI + 1)).containsExactly(4, 3, 2, 1, 0);
  }

  @Test
  void releasesNewestNetworkFirstBeyondTarget() {
    WaitingRoom<Integer> room = room(100, SECOND, 100 * MILLI, 1e6);
    for (int i = 0; i < 5; i++) {
      room.enter(i, /* network= */ i, i * MILLI);
    }
    assertThat(releaseAll(room, 104 * MILLI + 1)).containsExactly(4, 3, 2, 1, 0);
  }

  @Test
  void releasesOldestFirstAgainAfterPressure() {
    WaitingRoom<Integer> room = room(100, SECOND, 100 * MILLI, 1e6);
    enter(room, 0, 0);
    enter(room, 1, 150 * MILLI);
    enter(room, 2, 160 * MILLI);
    assertThat(room.release(170 * MILLI)).isEqualTo(2);
    enter(room, 3, 175 * MILLI);
    assertThat(room.leave(placeOf(room, 4, 176 * MILLI), 177 * MILLI)).isTrue();
    assertThat(room.release(180 * MILLI)).isEqualTo(3);
    assertThat(room.release(180 * MILLI)).as("0 still presses").isEqualTo(1);
    assertThat(room.release(180 * MILLI)).isEqualTo(0);
    enter(room, 5, 190 * MILLI);
    enter(room, 6, 191 * MILLI);
    assertThat(releaseAll(room, 200 * MILLI)).containsExactly(5, 6);
  }

  private static Place<Integer> placeOf(WaitingRoom<Integer> room, int who, long now) {
    return room.enter(who, 1, now).place();
  }

  @Test
  void clientThatLeavesCannotLeaveTwice() {
    WaitingRoom<Integer> room = room(100, SECOND, SECOND, 1e6);
    Place<Integer> first = placeOf(room, 1, 0);
    Place<Integer> second = placeOf(room, 2, 0);
    Place<Integer> third = placeOf(room, 3, 0);
    assertThat(room.leave(second, 1)).isTrue();
    assertThat(room.leave(second, 1)).isFalse();
    assertThat(room.release(1)).isEqualTo(1);
    assertThat(room.leave(first, 1)).as("has been let in").isFalse();
    assertThat(room.leave(third, 1)).isTrue();
    assertThat(room.isEmpty()).isTrue();
    assertThat(room.counters().leftTotal()).isEqualTo(2);
  }

  @Test
  void expiresOldestClientFirst() {
    WaitingRoom<Integer> room = room(100, SECOND, 100 * MILLI, 1e6);
    enter(room, 1, 0);
    enter(room, 2, 10);
    assertThat(room.expire(SECOND - 1)).isNull();
    assertThat(room.nanosToExpiry(SECOND - 1)).isEqualTo(1);
    assertThat(room.expire(SECOND)).isEqualTo(1);
    assertThat(room.expire(SECOND)).isNull();
    assertThat(room.nanosToExpiry(SECOND)).isEqualTo(10);
    assertThat(room.expire(2 * SECOND)).isEqualTo(2);
    assertThat(room.nanosToExpiry(2 * SECOND)).isEqualTo(Long.MAX_VALUE);
    assertThat(room.counters().expiredTotal()).isEqualTo(2);
  }

  @Test
  void holdsOnlyClientsServableWithinPatience() {
    WaitingRoom<Integer> room = room(1000, 2 * SECOND, 200 * MILLI, 60);
    int got = 0;
    for (int i = 0; i < 500; i++) {
      got += room.enter(i, 1, 0).place() == null ? 0 : 1;
      if (i == 29) {
        assertThat(room.estimatedWaitNanos(0)).isEqualTo(SECOND / 2);
        assertThat(room.counters().estimatedWaitNanos()).isEqualTo(SECOND / 2);
      }
    }
    assertThat(got).isEqualTo(120);
    assertThat(room.counters().refusedTotal()).isEqualTo(380);
    assertThat(room.estimatedWaitNanos(0)).isEqualTo(2 * SECOND);
  }

  @Test
  void limitsStandingQueueToClientsServableWithinTarget() {
    WaitingRoom<Integer> room = room(1000, 2 * SECOND, 200 * MILLI, 60);
    for (int i = 0; i < 100; i++) {
      enter(room, i, 0);
    }
    long now = 0;
    for (int i = 0; i < 119; i++) {
      now += SECOND / 60;
      room.release(now);
      enter(room, 1000 + i, now);
    }
    now = 2 * SECOND + 1;
    assertThat(room.enter(1, 1, now).place()).as("it has stood for the patience").isNull();
    while (room.expire(now) != null) {
      // Removes the clients that came first.
    }
    now += SECOND / 60;
    while (room.counters().length() > 5) {
      room.dismiss(now);
    }
    for (int i = 0; i < 20; i++) {
      room.enter(i, 1, now);
    }
    assertThat(room.counters().length()).isBetween(11, 12);
    while (room.release(now) != null) {
      // Empties the room, so that the queue no longer stands.
    }
    for (int i = 0; i < 50; i++) {
      enter(room, 10_000 + i, now);
    }
  }

  /** Five times the capacity, for a minute: hardly any client waits in vain. */
  @Test
  void fewClientsWaitInVainUnderOverload() {
    WaitingRoom<Integer> room = room(1000, 2 * SECOND, 200 * MILLI, 60);
    for (int i = 0; i < 60 * 300; i++) {
      long now = i * (SECOND / 300);
      room.enter(i, 1, now);
      room.expire(now);
      if (i % 5 == 0) {
        assertThat(room.release(now)).isNotNull();
      }
    }
    WaitingRoomCounters counters = room.counters();
    assertThat(counters.releasedTotal()).isEqualTo(3600);
    assertThat(counters.expiredTotal()).isLessThan(counters.releasedTotal() / 6);
  }

  @Test
  void allowsOneClientToWaitAtZeroRate() {
    WaitingRoom<Integer> room = room(1000, 2 * SECOND, 200 * MILLI, 0);
    enter(room, 1, 0);
    assertThat(room.enter(2, 1, 0).place()).isNull();
    assertThat(room.estimatedWaitNanos(0)).as("at most the patience").isEqualTo(2 * SECOND);
  }

  @Test
  void zeroLengthHoldsNoClients() {
    WaitingRoom<Integer> room = room(0, SECOND, 0, 1e6);
    assertThat(room.enter(1, 1, 0)).isEqualTo(new Entrance<Integer>(null, null));
  }

  @Test
  void dismissesAllClientsOldestFirst() {
    WaitingRoom<Integer> room = room(10, SECOND, 0, 1e6);
    enter(room, 1, 0);
    enter(room, 2, 0);
    assertThat(room.dismiss(1)).isEqualTo(1);
    assertThat(room.dismiss(1)).isEqualTo(2);
    assertThat(room.dismiss(1)).isNull();
    assertThat(room.counters().displacedTotal()).isEqualTo(2);
  }

  @Test
  void limitsRejectValueOutOfRange() {
    assertThatThrownBy(() -> new WaitingRoomLimits(-1, SECOND, 0))
        .hasMessage("lengthMax must be from 0 to 100000, got -1");
    assertThatThrownBy(() -> new WaitingRoomLimits(1, 1, 0))
        .hasMessage("patienceNanos must be from 10000000 to 60000000000, got 1");
    assertThatThrownBy(() -> new WaitingRoomLimits(1, SECOND, SECOND + 1))
        .hasMessage("targetNanos must be from 0 to 1000000000, got 1000000001");
  }

  /** Any events in any order: counters balance, bounds hold, no client is removed twice. */
  @Property(tries = 300)
  void countersBalanceUnderAnySequence(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 40) int lengthMax,
      @ForAll @DoubleRange(min = 0, max = 200) double perSecond,
      @ForAll @IntRange(min = 1, max = 10) int networks) {
    WaitingRoom<Integer> room = room(lengthMax, SECOND / 2, SECOND / 10, perSecond);
    Random random = new Random(seed);
    Map<Integer, Place<Integer>> inside = new HashMap<>();
    Map<Integer, Long> since = new HashMap<>();
    Set<Integer> out = new HashSet<>();
    long now = 0;
    for (int i = 0; i < 600; i++) {
      now += random.nextInt(20_000_000);
      switch (random.nextInt(5)) {
        case 0 -> gone(room.release(now), inside, out);
        case 1 -> {
          if (!inside.isEmpty()) {
            Integer leaver = inside.keySet().iterator().next();
            assertThat(room.leave(inside.get(leaver), now)).isTrue();
            gone(leaver, inside, out);
          }
        }
        case 2 -> {
          for (Integer who = room.expire(now); who != null; who = room.expire(now)) {
            assertThat(now - since.get(who)).isGreaterThanOrEqualTo(room.patienceNanos(now));
            gone(who, inside, out);
          }
        }
        default -> {
          int before = inside.size();
          double allowed = Math.max(1, room.releasesPerSecond(now) * 0.5);
          Entrance<Integer> entrance = room.enter(i, random.nextInt(networks), now);
          gone(entrance.displaced(), inside, out);
          if (entrance.place() != null) {
            inside.put(i, entrance.place());
            since.put(i, now);
            assertThat(inside.size() <= before || inside.size() <= Math.min(lengthMax, allowed))
                .as("%d inside, %s allowed", inside.size(), allowed)
                .isTrue();
          }
        }
      }
      balance(room.counters(), inside.size());
      assertThat(inside.size()).isLessThanOrEqualTo(lengthMax);
      assertThat(room.estimatedWaitNanos(now)).isBetween(0L, SECOND / 2);
      assertThat(room.patienceNanos(now)).isBetween(SECOND / 10, SECOND / 2);
    }
  }

  private static void gone(
      Integer who, Map<Integer, Place<Integer>> inside, Set<Integer> alreadyOut) {
    if (who != null) {
      assertThat(inside.remove(who)).as("%d was inside", who).isNotNull();
      assertThat(alreadyOut.add(who)).as("%d comes out once", who).isTrue();
    }
  }

  private static void balance(WaitingRoomCounters c, int inside) {
    assertThat(c.length()).isEqualTo(inside);
    assertThat(c.enteredTotal())
        .isEqualTo(
            c.releasedTotal() + c.leftTotal() + c.expiredTotal() + c.displacedTotal() + inside);
  }

  /** While the oldest has waited beyond the target, the client that waited least is next. */
  @Property(tries = 200)
  void releasesClientThatWaitedLeastUnderPressure(@ForAll long seed) {
    WaitingRoom<Integer> room = room(1000, 60 * SECOND, SECOND / 10, 1e6);
    Random random = new Random(seed);
    List<Integer> inside = new ArrayList<>();
    List<Long> since = new ArrayList<>();
    long now = 0;
    for (int i = 0; i < 300; i++) {
      now += random.nextInt(10_000_000);
      if (random.nextInt(3) > 0) {
        enter(room, i, now);
        inside.add(i);
        since.add(now);
      } else if (!inside.isEmpty()) {
        int expected = now - since.get(0) > SECOND / 10 ? inside.size() - 1 : 0;
        assertThat(room.release(now)).isEqualTo(inside.remove(expected));
        since.remove(expected);
      }
    }
  }

  /** The estimate on entering equals the wait at a server that admits at a constant rate. */
  @Property(tries = 100)
  void estimateMatchesWaitAtConstantRate(
      @ForAll @IntRange(min = 10, max = 200) int perSecond, @ForAll long seed) {
    // The policy states three times the true rate: the estimate must come from the measured one.
    WaitingRoom<Integer> room = room(100_000, 60 * SECOND, 60 * SECOND, 3.0 * perSecond);
    Random random = new Random(seed);
    long gap = SECOND / perSecond;
    Map<Integer, Long> entered = new HashMap<>();
    Map<Integer, Long> estimated = new HashMap<>();
    long now = 0;
    int arrivals = 0;
    while (now < 30 * SECOND) {
      now += gap;
      for (int i = random.nextInt(3); i >= 0; i--) {
        enter(room, arrivals, now);
        entered.put(arrivals, now);
        estimated.put(arrivals++, room.estimatedWaitNanos(now));
      }
      Integer who = room.release(now);
      double estimate = estimated.get(who);
      if (entered.get(who) > 8 * SECOND) {
        assertThat((double) (now - entered.get(who)))
            .isBetween(0.8 * estimate - 5 * gap, 1.2 * estimate + 5 * gap);
      }
    }
    assertThat(room.releasesPerSecond(now)).isBetween(0.9 * perSecond, 1.15 * perSecond);
    double wait = room.estimatedWaitNanos(now);
    long began = now;
    while (room.release(now) != null) {
      now += gap;
    }
    assertThat((double) (now - began)).isBetween(0.85 * wait - 5 * gap, 1.15 * wait + 5 * gap);
  }
}
