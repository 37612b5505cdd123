package io.headwaiter.core.visit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;

/** The order in which turns of visits over their account are run. */
class ExcessQueueTest {
  private static final long MILLI = 1_000_000L;

  private final ExcessQueue<String> queue = new ExcessQueue<>();
  private final VisitAccounts accounts = new VisitAccounts(16, Long.MAX_VALUE, Long.MAX_VALUE);
  private final VisitAccount one = accounts.active(1, 0, 0);
  private final VisitAccount other = accounts.active(2, 0, 0);

  private String removeNext() {
    return queue.removeFirst(queue.first(visit -> true));
  }

  private List<String> removed() {
    List<String> all = new ArrayList<>();
    while (!queue.isEmpty()) {
      all.add(removeNext());
    }
    return all;
  }

  private void add(VisitAccount account, String... turns) {
    for (String turn : turns) {
      queue.add(account, turn, account::placeBehind);
    }
  }

  @Test
  void visitsTakeTurns() {
    add(one, "a", "b", "c");
    add(other, "d");
    assertThat(queue.all()).containsExactlyInAnyOrder("a", "b", "c", "d");
    assertThat(removed()).containsExactly("a", "d", "b", "c");
  }

  /** A visit gets no credit for the time in which it asked for nothing. */
  @Test
  void idleVisitGetsNoCredit() {
    add(one, "a", "b", "c", "d");
    removeNext();
    removeNext();
    removeNext();
    add(other, "x", "y", "z");
    assertThat(removed()).containsExactly("x", "d", "y", "z");
  }

  @Test
  void removedTurnIsNotRun() {
    add(one, "a", "b");
    assertThat(queue.remove(one, "a")).isTrue();
    assertThat(queue.remove(one, "a")).isFalse();
    assertThat(queue.remove(other, "b")).isFalse();
    assertThat(removed()).containsExactly("b");
    add(one, "c");
    assertThat(queue.remove(one, "c")).isTrue();
    assertThat(queue.isEmpty()).isTrue();
  }

  @Test
  void boundsWaitingTurnsOfVisit() {
    for (int i = 0; i < ExcessQueue.WAITING_MAX; i++) {
      assertThat(queue.add(one, "turn " + i, one::placeBehind)).isTrue();
    }
    assertThat(queue.add(one, "refused", one::placeBehind)).isFalse();
    assertThat(queue.add(other, "other", other::placeBehind)).isTrue();

    assertThat(removed()).hasSize(ExcessQueue.WAITING_MAX + 1).doesNotContain("refused");
    assertThat(queue.add(one, "next", one::placeBehind)).isTrue();
  }

  /** Turns of one visit take 100 ms each, those of the other one 10 ms. */
  @Test
  void visitsWithUnequalTurnsGetEqualCpuTime() {
    for (int i = 0; i < 90; i++) {
      add(one, "dear");
      add(other, "cheap");
    }
    for (int i = 0; i < 90; i++) {
      boolean dear = removeNext().equals("dear");
      VisitAccount visit = dear ? one : other;
      accounts.spend(visit, 1, dear ? 100 * MILLI : 10 * MILLI, /* deferred= */ true, 0);
    }
    assertThat(one.cpuNanos()).isGreaterThanOrEqualTo(800 * MILLI);
    assertThat(Math.abs(one.cpuNanos() - other.cpuNanos())).isLessThanOrEqualTo(200 * MILLI);
  }

  /** A visit may have to wait for its own earlier turns. */
  @Test
  void passesOverVisit() {
    add(one, "a", "b");
    add(other, "x", "y");
    assertThat(queue.first(visit -> true)).isSameAs(one);
    assertThat(queue.first(visit -> visit != one)).isSameAs(other);
    assertThat(queue.first(visit -> false)).isNull();

    assertThat(queue.removeFirst(other)).isEqualTo("x");

    assertThat(removed()).containsExactly("a", "b", "y");
    assertThatThrownBy(() -> queue.removeFirst(other)).isInstanceOf(NoSuchElementException.class);
  }
}
