package io.headwaiter.core.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;

class ProfilingLoadTest {
  private static final double OVERLOAD = 1.3;

  /** Returns all loads that are offered to a server with this completed rate for each load. */
  private static List<Double> offered(ProfilingLoad load, DoubleUnaryOperator completes) {
    List<Double> offered = new ArrayList<>();
    while (!load.isSettled() && !load.isHopeless()) {
      offered.add(load.sessionsPerSecond());
      load.add(completes.applyAsDouble(load.sessionsPerSecond()), 0);
    }
    return offered;
  }

  private static ProfilingLoad from(double sessionsPerSecond) {
    return new ProfilingLoad(sessionsPerSecond, OVERLOAD, 1e9);
  }

  @Test
  void matchesWorkedNumber() {
    assertThat(offered(from(10), l -> Math.min(l, 100)))
        .containsExactly(10.0, 20.0, 40.0, 80.0, 160.0, 130.0, 130.0);
  }

  /** With any first load the server is filled and not flooded. */
  @Property
  void fillsServerWithoutFlooding(
      @ForAll @DoubleRange(min = 0.01, max = 10_000) double capacity,
      @ForAll @DoubleRange(min = -4, max = 2) double logBegin,
      @ForAll long seed) {
    SplittableRandom dice = new SplittableRandom(seed);
    ProfilingLoad load = from(capacity * Math.pow(10, logBegin));
    List<Double> offered =
        offered(load, l -> Math.min(l, capacity * (1 + 0.02 * dice.nextGaussian())));
    assertThat(load.isSettled()).isTrue();
    assertThat(load.sessionsPerSecond() / capacity).isBetween(1.05, 1.75);
    double most = Math.max(2.06 * 1.1, Math.pow(10, logBegin)); // 1.1: random errors
    assertThat(offered).allMatch(l -> l <= most * capacity);
  }

  /** The server completes less with more load: two thirds at twice its capacity. */
  @Property
  void keepsCollapsingServerJustFull(@ForAll @DoubleRange(min = -3, max = 1) double logBegin) {
    ProfilingLoad load = from(Math.pow(10, logBegin));
    offered(load, l -> l <= 1 ? l : 1 / (0.5 + l / 2));
    assertThat(load.isSettled()).isTrue();
    assertThat(load.sessionsPerSecond()).isBetween(1.03, 1.4);
  }

  @Test
  void givesUpIfGeneratorCannotFillServer() {
    ProfilingLoad load = new ProfilingLoad(10, OVERLOAD, 50);
    assertThat(offered(load, l -> l)).containsExactly(10.0, 20.0, 40.0, 50.0);
    assertThat(load.isHopeless()).isTrue();
    assertThat(load.isSettled()).isFalse();
  }

  @Test
  void givesUpOnUnsteadyServer() {
    ProfilingLoad load = from(10);
    SplittableRandom dice = new SplittableRandom(1);
    List<Double> offered = offered(load, l -> Math.min(l, Math.exp(20 * dice.nextDouble())));
    assertThat(load.isHopeless()).isTrue();
    assertThat(offered).hasSize(40);
  }

  /** No request completes and all threads are busy, so more load has no use. */
  @Test
  void doesNotFloodServerThatCompletesNothing() {
    ProfilingLoad load = from(100);
    for (int i = 0; i < 40; i++) {
      load.add(0, 1);
      assertThat(load.sessionsPerSecond()).isLessThanOrEqualTo(100).isPositive();
    }
    assertThat(load.isHopeless()).isTrue();
  }

  /** The server is down; more load would flood it when it returns. */
  @Test
  void doesNotFloodDeadServer() {
    ProfilingLoad load = from(100);
    for (int i = 0; i < 40; i++) {
      load.add(0, 0);
      assertThat(load.sessionsPerSecond()).isEqualTo(100);
    }
    assertThat(load.isHopeless()).isTrue();
  }

  @Test
  void rejectsInvalidValues() {
    assertThatThrownBy(() -> new ProfilingLoad(1, 1, 10))
        .hasMessage("overload must be 1.1 to 10.0, got 1.0");
    assertThatThrownBy(() -> from(10).add(1, 1.5))
        .hasMessage("threadsBusy must be 0.0 to 1.0, got 1.5");
    assertThat(new ProfilingLoad(100, 2, 10).sessionsPerSecond()).isCloseTo(10, within(1e-12));
  }
}
