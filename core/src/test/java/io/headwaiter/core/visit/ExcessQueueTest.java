package io.headwaiter.core.visit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** In which order turns of visits over their account are done. */
class ExcessQueueTest {
  private final ExcessQueue<String> queue = new ExcessQueue<>();
  private final VisitAccounts accounts = new VisitAccounts(16, Long.MAX_VALUE, Long.MAX_VALUE);
  private final VisitAccount one = accounts.active(1, 0, 0);
  private final VisitAccount other = accounts.active(2, 0, 0);

  private List<String> removed() {
    List<String> all = new ArrayList<>();
    while (!queue.isEmpty()) {
      all.add(queue.remove());
    }
    return all;
  }

  private void add(VisitAccount account, String... turns) {
    for (String turn : turns) {
      queue.add(turn, account::placeBehind);
    }
  }

  @Test
  void visitsTakeTurns() {
    add(one, "a", "b", "c");
    add(other, "d");
    assertThat(queue.all()).containsExactlyInAnyOrder("a", "b", "c", "d");
    assertThat(removed()).containsExactly("a", "d", "b", "c");
  }

  /** It does not get at once what it has not asked for meanwhile. */
  @Test
  void whoWasAwayHasSavedNothingUp() {
    add(one, "a", "b", "c", "d");
    queue.remove();
    queue.remove();
    queue.remove();
    add(other, "x", "y", "z");
    assertThat(removed()).containsExactly("x", "d", "y", "z");
  }

  @Test
  void whatIsTakenOutIsNotDone() {
    add(one, "a", "b");
    assertThat(queue.removeIf(turn -> turn.equals("a"))).isTrue();
    assertThat(queue.removeIf(turn -> turn.equals("a"))).isFalse();
    assertThat(removed()).containsExactly("b");
  }
}
