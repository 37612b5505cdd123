package io.headwaiter.core.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class OpenConnectionsTest {
  @Test
  void boundsConnectionsOfVisit() {
    OpenConnections open = new OpenConnections(2);
    assertThat(open.add(7)).isTrue();
    assertThat(open.add(7)).isTrue();
    assertThat(open.hasRoom(7)).isFalse();
    assertThat(open.add(7)).isFalse();
    assertThat(open.of(7)).isEqualTo(2);
    assertThat(open.add(8)).isTrue();
    open.remove(7);
    assertThat(open.hasRoom(7)).isTrue();
  }

  @Test
  void countsNoConnectionOfUnknownVisit() {
    OpenConnections open = new OpenConnections(1);
    for (int i = 0; i < 10; i++) {
      assertThat(open.add(SessionLookup.NO_VISIT)).isTrue();
    }
    assertThat(open.of(SessionLookup.NO_VISIT)).isZero();
    open.remove(SessionLookup.NO_VISIT);
    assertThat(open.visits()).isZero();
  }

  @Test
  void rejectsZeroBoundAndRemovalOfUnknownVisit() {
    assertThatThrownBy(() -> new OpenConnections(0))
        .hasMessage("perVisitMax must be at least 1, got 0");
    assertThatThrownBy(() -> new OpenConnections(1).remove(3))
        .isInstanceOf(IllegalStateException.class);
  }

  @Property(tries = 100)
  void countsOnlyOpenConnectionsPerVisit(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 5) int most) {
    Random random = new Random(seed);
    OpenConnections counted = new OpenConnections(most);
    List<Long> open = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      long visit = 1L + random.nextInt(8);
      int before = (int) open.stream().filter(v -> v == visit).count();
      assertThat(counted.of(visit)).isEqualTo(before);
      if (random.nextInt(5) < 3) {
        boolean added = counted.add(visit);
        assertThat(added).isEqualTo(before < most);
        if (added) {
          open.add(visit);
        }
      } else if (before > 0) {
        counted.remove(visit);
        open.remove(visit);
      }
      assertThat(counted.visits()).isEqualTo((int) open.stream().distinct().count());
    }
  }
}
