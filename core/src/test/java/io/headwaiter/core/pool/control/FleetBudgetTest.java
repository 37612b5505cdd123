package io.headwaiter.core.pool.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class FleetBudgetTest {
  /** The worked number. */
  @Test
  void matchesWorkedNumber() {
    FleetBudget budget = new FleetBudget(100, 3);
    assertThat(IntStream.range(0, 4).map(i -> budget.share(i, 4))).containsExactly(25, 24, 24, 24);
    assertThat(IntStream.range(0, 5).map(i -> budget.share(i, 5)))
        .containsExactly(20, 20, 19, 19, 19);
  }

  @Property
  void sharesSumToUsableConnections(
      @ForAll @IntRange(min = 1, max = 5000) int max,
      @ForAll @IntRange(max = 100) int reserved,
      @ForAll @IntRange(min = 1, max = 60) int replicas) {
    if (reserved >= max || max - reserved < replicas) {
      return;
    }
    FleetBudget budget = new FleetBudget(max, reserved);
    int sum = IntStream.range(0, replicas).map(i -> budget.share(i, replicas)).sum();
    assertThat(sum).isEqualTo(max - reserved);
  }

  @Test
  void rejectsMoreReplicasThanConnections() {
    FleetBudget budget = new FleetBudget(10, 3);
    assertThatThrownBy(() -> budget.share(0, 8))
        .hasMessageStartingWith(
            "8 replicas need 8 connections at least, got 7 of 10 after 3 reserved");
    assertThatThrownBy(() -> new FleetBudget(10, 10)).hasMessage("reserved must be 0 to 9, got 10");
  }

  @Test
  void dividesConnectionsByGainAmongUnequalReplicas() {
    double[] small = {10, 11, 11.5};
    double[] large = {10, 20, 30, 40, 41};
    assertThat(new FleetBudget(6, 0).shares(new double[][] {small, large})).containsExactly(2, 4);
    // Connections that no replica can use are left over.
    assertThat(new FleetBudget(60, 0).shares(new double[][] {small, large})).containsExactly(3, 5);
  }

  /** One more connection gains nothing, two more gain much. */
  @Test
  void searchPassesOverSizesWithoutGain() {
    double[] hollow = {10, 10, 30};
    double[] flat = {10, 11, 12};
    assertThat(new FleetBudget(4, 0).shares(new double[][] {hollow, flat})).containsExactly(3, 1);
  }
}
