package io.headwaiter.core.admission;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.admission.WaitingRoom.Entrance;
import io.headwaiter.core.admission.WaitingRoom.Place;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Waiting networks take turns. Each client is represented by the number of its network. */
class FairQueueTest {
  private static final long MILLI = 1_000_000L;
  private static final long SECOND = 1000 * MILLI;
  private static final int LARGE = 100_000;

  private static WaitingRoom<Integer> room(int max, long target) {
    return new WaitingRoom<>(new WaitingRoomLimits(max, 5 * SECOND, target), () -> 1e6);
  }

  private static Entrance<Integer> enter(WaitingRoom<Integer> room, int network, long now) {
    return room.enter(network, network, now);
  }

  @Test
  void largeNetworkGetsOneShareAmongHundred() {
    WaitingRoom<Integer> room = room(2000, 200 * MILLI);
    for (int i = 0; i < 1000; i++) {
      enter(room, LARGE, 0);
    }
    for (int i = 0; i < 100; i++) {
      enter(room, i, MILLI);
    }
    Map<Integer, Integer> in = release(room, 101, 2 * MILLI);
    assertThat(in.get(LARGE)).isEqualTo(1);
    assertThat(in).hasSize(101);
    assertThat(release(room, 999, 3 * MILLI)).containsOnlyKeys(LARGE);
  }

  /** For any numbers, with or without pressure: a network that always waits gets 1/N. */
  @Property(tries = 100)
  void networksThatKeepWaitingGetEqualShares(
      @ForAll @IntRange(min = 2, max = 60) int networks,
      @ForAll @IntRange(min = 0, max = 300) int crowd,
      @ForAll boolean pressure) {
    WaitingRoom<Integer> room = room(10_000, pressure ? 0 : SECOND);
    for (int i = 0; i < crowd; i++) {
      enter(room, 0, 0);
    }
    for (int i = 0; i < networks; i++) {
      enter(room, i, 1);
    }
    int rounds = 20;
    Map<Integer, Integer> in = new HashMap<>();
    for (int i = 0; i < rounds * networks; i++) {
      long now = 2 + i * 1000L;
      Integer network = room.release(now);
      in.merge(network, 1, Integer::sum);
      enter(room, network, now);
    }
    assertThat(in).hasSize(networks);
    assertThat(in.values()).allMatch(n -> n >= rounds - 1 && n <= rounds + 1);
  }

  @Test
  void admitsLargeNetworkDespiteStreamOfNewNetworks() {
    WaitingRoom<Integer> room = room(10_000, 200 * MILLI);
    for (int i = 0; i < 20; i++) {
      enter(room, LARGE, 0);
    }
    long now = 0;
    int large = 0;
    for (int i = 0; i < 2000; i++) {
      now += 10 * MILLI;
      enter(room, i, now);
      enter(room, i + 10_000, now);
      large += room.release(now) == LARGE ? 1 : 0;
      while (room.expire(now) != null) {
        // The clients that were not admitted expire, including the rest of the large network.
      }
      enter(room, LARGE, now);
    }
    // 20 s: about one in 5 s at least; all others are of networks never seen before.
    assertThat(large).isBetween(3, 10);
  }

  @Test
  void attackFromThousandNetworksLeavesHalfToOthers() {
    WaitingRoom<Integer> room = room(20_000, 200 * MILLI);
    for (int i = 0; i < 10_000; i++) {
      enter(room, LARGE + i % 1000, 0);
    }
    release(room, 1000, 1);
    long now = 5 * SECOND - MILLI;
    int honest = 0;
    for (int i = 0; i < 200; i++) {
      now += 10 * MILLI;
      enter(room, i, now);
      honest += room.release(now) < LARGE ? 1 : 0;
    }
    assertThat(honest).isGreaterThanOrEqualTo(99);
  }

  @Test
  void fullWaitingRoomDisplacesClientOfLargestNetwork() {
    WaitingRoom<Integer> room = room(10, SECOND);
    for (int i = 0; i < 10; i++) {
      enter(room, i < 7 ? LARGE : i, 0);
    }
    assertThat(enter(room, LARGE, 1)).isEqualTo(new Entrance<Integer>(null, null));
    for (int i = 100; i < 105; i++) {
      Entrance<Integer> entrance = enter(room, i, 1);
      assertThat(entrance.place()).isNotNull();
      assertThat(entrance.displaced()).isEqualTo(LARGE);
    }
    assertThat(enter(room, 106, 1).displaced()).as("2 against none").isEqualTo(LARGE);
    assertThat(enter(room, 107, 1).place()).as("all have one").isNull();
    assertThat(room.counters().length()).isEqualTo(10);
  }

  @Test
  void displacesClientLeastLikelyToBeAdmitted() {
    for (boolean pressure : new boolean[] {false, true}) {
      WaitingRoom<String> room =
          new WaitingRoom<>(new WaitingRoomLimits(3, 5 * SECOND, pressure ? 0 : SECOND), () -> 1e6);
      room.enter("first", 1, 0);
      room.enter("second", 1, 1);
      room.enter("third", 1, 2);
      assertThat(room.enter("other", 2, 3).displaced()).isEqualTo(pressure ? "first" : "third");
    }
  }

  /** Any number of new networks, with a release for every second one: the table stays bounded. */
  @Test
  void theTableIsBounded() {
    WaitingRoom<Integer> room = room(100, 200 * MILLI);
    for (int i = 0; i < 50_000; i++) {
      enter(room, i, i);
      if (i % 2 == 0) {
        room.release(i);
      }
      assertThat(room.tableSize()).isLessThanOrEqualTo(100 + FairQueue.REMEMBERED_MAX);
    }
    long later = 60 * SECOND;
    enter(room, -1, later);
    room.release(later);
    while (room.expire(later) != null) {
      // Removes the clients that still wait.
    }
    assertThat(room.tableSize()).as("what was served long ago is forgotten").isEqualTo(1);
  }

  @Test
  void forgetsNetworkThatLeavesUnserved() {
    WaitingRoom<Integer> room = room(100, 200 * MILLI);
    Place<Integer> place = enter(room, 1, 0).place();
    assertThat(room.tableSize()).isEqualTo(1);
    room.leave(place, 1);
    assertThat(room.tableSize()).isZero();
  }

  /** A network that sends another client after each admission overtakes no other network. */
  @Property(tries = 50)
  void immediateReturnGainsNoExtraTurn(@ForAll long seed) {
    WaitingRoom<Integer> room = room(1000, 0);
    Random random = new Random(seed);
    for (int i = 0; i < 50; i++) {
      enter(room, i, i);
    }
    int greedy = 0;
    long now = 100;
    enter(room, LARGE, now);
    for (int i = 0; i < 51; i++) {
      now += 1 + random.nextInt(1000);
      if (room.release(now) == LARGE) {
        greedy++;
        enter(room, LARGE, now);
      }
    }
    assertThat(greedy).isEqualTo(1);
  }

  private static Map<Integer, Integer> release(WaitingRoom<Integer> room, int count, long now) {
    Map<Integer, Integer> in = new HashMap<>();
    for (int i = 0; i < count; i++) {
      in.merge(room.release(now), 1, Integer::sum);
    }
    return in;
  }

  /** For five seconds, a served network has its turn behind those that were not served. */
  @Test
  void networkServedLongAgoIsFreshAgain() {
    for (boolean longAgo : new boolean[] {false, true}) {
      WaitingRoom<Integer> room = room(100, SECOND);
      enter(room, 1, 0);
      assertThat(room.release(0)).isEqualTo(1);
      long now = longAgo ? 5 * SECOND : 5 * SECOND - 1;
      enter(room, 1, now);
      enter(room, 2, now);
      assertThat(room.release(now)).isEqualTo(longAgo ? 1 : 2);
    }
  }
}
