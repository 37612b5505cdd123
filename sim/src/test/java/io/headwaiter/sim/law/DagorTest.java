package io.headwaiter.sim.law;

import static io.headwaiter.sim.law.FakeServer.SECOND;
import static io.headwaiter.sim.law.FakeServer.page;
import static io.headwaiter.sim.law.FakeServer.turn;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DagorTest {
  private static final int CUSTOMERS = 1000;

  private final Dagor law = new Dagor(/* atTheDoor= */ false);

  /** Simulates a second in which every customer requests a page; returns the admitted ones. */
  private Set<Long> second(int number, long waitedNanos) {
    Set<Long> admitted = new HashSet<>();
    long now = number * SECOND;
    for (long customer = 0; customer < CUSTOMERS; customer++) {
      if (law.enqueue(page(customer, now), now)) {
        law.begin(page(customer, now), waitedNanos, now);
        admitted.add(customer);
      }
    }
    return admitted;
  }

  @Test
  void admitsFivePercentLessPerOverloadedSecond() {
    assertThat(second(1, 30_000_000)).hasSize(CUSTOMERS);
    assertThat(second(2, 30_000_000)).hasSizeBetween(930, 950);
    int low = 0;
    for (int i = 3; i < 20; i++) {
      low = second(i, 30_000_000).size();
    }
    assertThat(low).isBetween(300, 420); // 0.95^18 = 0.40, rounded down to whole levels
    int high = 0;
    for (int i = 20; i < 160; i++) {
      high = second(i, 0).size();
    }
    assertThat(high).isEqualTo(CUSTOMERS);
  }

  @Test
  void waitOf20MillisecondsIsNoOverload() {
    for (int i = 1; i < 10; i++) {
      assertThat(second(i, 20_000_000)).hasSize(CUSTOMERS);
    }
  }

  @Test
  void lowerLevelAdmitsSubsetOfSameCustomers() {
    second(1, 30_000_000);
    second(2, 30_000_000);
    Set<Long> one = second(3, 30_000_000);
    Set<Long> next = second(4, 0);
    assertThat(one).containsAll(next);
    assertThat(next).hasSizeGreaterThan(one.size() * 9 / 10);
  }

  @Test
  void prefersCustomersAlreadyServedInTheirVisit() {
    Set<Long> served = Set.of(1L, 2L, 3L, 4L, 5L);
    served.forEach(customer -> law.done(page(customer, 0), 1, 0));
    for (int i = 1; i < 40; i++) {
      second(i, 30_000_000);
    }
    assertThat(law.level()).isLessThan(Dagor.LEVELS / 2 + 40);
    assertThat(second(40, 30_000_000)).containsAll(served);
    served.forEach(customer -> law.over(customer, 0));
    assertThat(second(41, 30_000_000).containsAll(served)).as("their visits are over").isFalse();
  }

  @Test
  void levelRecoversFullyAfterOverload() {
    for (int i = 1; i < 200; i++) {
      second(i, 30_000_000);
    }
    assertThat(second(200, 30_000_000)).hasSizeLessThan(30);
    for (int i = 201; i < 500; i++) {
      second(i, 0);
    }
    assertThat(law.level()).isEqualTo(Dagor.LEVELS);
  }

  @Test
  void doorVariantRejectsHandshakesUnderOverload() {
    Dagor door = new Dagor(/* atTheDoor= */ true);
    int admitted = 0;
    for (int second = 1; second < 100; second++) {
      admitted = 0;
      for (long customer = 0; customer < CUSTOMERS; customer++) {
        Turn turn = turn(Turn.Kind.FULL_HANDSHAKE, customer, second * SECOND);
        if (door.enqueue(turn, second * SECOND)) {
          door.begin(turn, 30_000_000, second * SECOND);
          admitted++;
        }
      }
    }
    assertThat(admitted).isLessThan(30);
    assertThat(door.name()).isEqualTo("dagor-door");
  }

  @Test
  void acceptsHandshakesUnderOverload() {
    for (int i = 1; i < 100; i++) {
      second(i, 30_000_000);
    }
    assertThat(law.enqueue(turn(Turn.Kind.FULL_HANDSHAKE, 1, 0), 100 * SECOND)).isTrue();
  }
}
