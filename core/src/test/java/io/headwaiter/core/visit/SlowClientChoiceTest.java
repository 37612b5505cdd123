package io.headwaiter.core.visit;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.visit.SlowClientChoice.Wait;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class SlowClientChoiceTest {
  private static final long SECOND = 1_000_000_000L;

  @Test
  void bytesPayForWaiting() {
    assertThat(SlowClientChoice.owedNanos(SECOND, 2 * SECOND, 500)).isEqualTo(2 * SECOND);
    assertThat(SlowClientChoice.owedNanos(0, 4 * SECOND, 2_000)).isZero();
    assertThat(SlowClientChoice.owedNanos(0, 4 * SECOND, 1_000_000)).as("no credit").isZero();
  }

  @Test
  void visitThatOwesLessThanASecondKeepsItsWorker() {
    assertThat(SlowClientChoice.choose(List.of(new Wait<>("a", "v", SECOND - 1)), 9)).isEmpty();
    assertThat(SlowClientChoice.choose(List.of(new Wait<>("a", "v", SECOND)), 9))
        .containsExactly("a");
  }

  /** Each of ten visits holds twenty workers for 50 ms. */
  @Test
  void connectionsOfOneVisitOweTogether() {
    List<Wait<String>> waits = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      waits.add(new Wait<>("w" + i, "v".repeat(1 + i / 20).intern(), SECOND / 20));
    }
    List<String> chosen = SlowClientChoice.choose(waits, 30);
    assertThat(chosen).hasSize(10);
    assertThat(chosen.stream().map(w -> Integer.parseInt(w.substring(1)) / 20).distinct())
        .hasSize(10);
  }

  @Test
  void takesMostOwedOfVisitThatOwesMost() {
    List<Wait<String>> waits =
        List.of(
            new Wait<>("one", "alone", 5 * SECOND),
            new Wait<>("first", "many", 2 * SECOND),
            new Wait<>("second", "many", 4 * SECOND));
    assertThat(SlowClientChoice.choose(waits, 3)).containsExactly("second", "one", "first");
    assertThat(SlowClientChoice.choose(waits, 2)).containsExactly("second", "one");
    assertThat(SlowClientChoice.choose(waits, 0)).isEmpty();
  }

  /** A visit loses a worker only while no other visit owes more. No worker is taken twice. */
  @Property
  void nobodyLosesBeforeWhoOwesMore(
      @ForAll @Size(max = 30) List<@LongRange(min = 0, max = 5_000_000_000L) Long> owed,
      @ForAll @IntRange(min = 1, max = 5) int visits,
      @ForAll @IntRange(min = 0, max = 30) int count) {
    Object[] names = new Object[visits];
    long[] left = new long[visits];
    List<Wait<Integer>> waits = new ArrayList<>();
    for (int i = 0; i < owed.size(); i++) {
      int visit = i % visits;
      names[visit] = names[visit] == null ? new Object() : names[visit];
      left[visit] += owed.get(i);
      waits.add(new Wait<>(i, names[visit], owed.get(i)));
    }
    List<Integer> chosen = SlowClientChoice.choose(waits, count);
    assertThat(chosen).doesNotHaveDuplicates().hasSizeLessThanOrEqualTo(count);
    for (int one : chosen) {
      long most = left[one % visits];
      assertThat(Arrays.stream(left).max()).hasValue(most);
      assertThat(most).isGreaterThanOrEqualTo(SlowClientChoice.OWED_NANOS_MIN);
      left[one % visits] -= owed.get(one);
    }
    if (chosen.size() < count) {
      assertThat(waits)
          .allMatch(
              wait ->
                  chosen.contains(wait.worker())
                      || left[wait.worker() % visits] < SlowClientChoice.OWED_NANOS_MIN);
    }
  }
}
