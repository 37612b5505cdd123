package io.headwaiter.core.admission;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.admission.IdleChoice.Idle;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class IdleChoiceTest {
  private static final int UNBOUNDED = 1_000;

  private final OpenConnections open = new OpenConnections(UNBOUNDED);
  private final List<Idle<String>> idle = new ArrayList<>();

  @Test
  void choosesConnectionsOfVisitWithMostFirst() {
    for (int i = 0; i < 40; i++) {
      add("many", 1, 1_000 + i);
    }
    for (int i = 0; i < 3; i++) {
      add("few", 2, i);
    }
    add("two", 3, -5);
    add("two", 3, -4);
    List<String> chosen = IdleChoice.choose(idle, open::of, 38);
    assertThat(chosen.subList(0, 37)).containsOnly("many");
    assertThat(chosen.get(37)).isEqualTo("few");
  }

  @Test
  void countsConnectionsInUseForTheirVisit() {
    for (int i = 0; i < 5; i++) {
      open.add(1);
    }
    add("busy visit", 1, 100);
    add("older", 2, 0);
    assertThat(IdleChoice.choose(idle, open::of, 1)).containsExactly("busy visit");
  }

  @Test
  void choosesLongestIdleAmongEqualVisits() {
    add("b", 1, 20);
    add("c", 2, 30);
    add("a", 3, 10);
    assertThat(IdleChoice.choose(idle, open::of, 2)).containsExactly("a", "b");
  }

  @Test
  void countsEachUnknownConnectionAsItsOwnVisit() {
    for (int i = 0; i < 10; i++) {
      add("unknown", SessionLookup.NO_VISIT, i);
    }
    add("pair", 4, 100);
    add("pair", 4, 101);
    assertThat(IdleChoice.choose(idle, open::of, 2)).containsExactly("pair", "unknown");
  }

  @Test
  void keepsOrderAcrossClockOverflow() {
    add("later", 1, Long.MIN_VALUE + 5);
    add("earlier", 2, Long.MAX_VALUE - 5);
    assertThat(IdleChoice.choose(idle, open::of, 2)).containsExactly("earlier", "later");
  }

  /** Compares each choice with the rule, one connection after the other. */
  @Property(tries = 200)
  void matchesReferenceRule(@ForAll long seed, @ForAll @IntRange(min = 0, max = 30) int count) {
    Random random = new Random(seed);
    OpenConnections counted = new OpenConnections(UNBOUNDED);
    List<Idle<Integer>> all = new ArrayList<>();
    Map<Long, Integer> holds = new HashMap<>();
    int connections = random.nextInt(25);
    List<Integer> times = new ArrayList<>();
    for (int i = 0; i < connections; i++) {
      times.add(i);
    }
    Collections.shuffle(times, random);
    for (int i = 0; i < connections; i++) {
      long visit = 1L + random.nextInt(6);
      counted.add(visit);
      holds.merge(visit, 1, Integer::sum);
      if (random.nextInt(4) > 0) {
        all.add(new Idle<>(i, visit, times.get(i)));
      }
    }
    List<Integer> chosen = IdleChoice.choose(all, counted::of, count);
    List<Idle<Integer>> left = new ArrayList<>(all);
    for (int connection : chosen) {
      Idle<Integer> expected =
          Collections.min(
              left,
              Comparator.<Idle<Integer>>comparingInt(one -> -holds.get(one.visit()))
                  .thenComparing(one -> oldest(left, one.visit()))
                  .thenComparing(Idle::activeNanos));
      assertThat(connection).isEqualTo(expected.connection());
      left.remove(expected);
      holds.merge(expected.visit(), -1, Integer::sum);
    }
    assertThat(chosen).hasSize(Math.min(count, all.size()));
  }

  private static long oldest(List<Idle<Integer>> left, long visit) {
    return left.stream()
        .filter(one -> one.visit() == visit)
        .mapToLong(Idle::activeNanos)
        .min()
        .orElseThrow();
  }

  private void add(String connection, long visit, long activeNanos) {
    open.add(visit);
    idle.add(new Idle<>(connection, visit, activeNanos));
  }
}
