package io.headwaiter.core.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class HeldResourcesTest {
  private static final long TICK_NANOS = 50_000_000L;
  private static final double TURN_NANOS = 1.5e6;

  private final HeldResources held = new HeldResources();

  /**
   * Runs turns of 1.5 ms at this rate. Each holds its thread for this time beside that, and a
   * connection for this time.
   */
  private void run(double perSecond, double threadMillis, double connectionMillis) {
    run(perSecond, threadMillis, connectionMillis, 0, 0);
  }

  /** Does the same, while turns wait for a thread and for a connection. */
  private void run(
      double perSecond,
      double threadMillis,
      double connectionMillis,
      int forThreads,
      int forConnections) {
    for (int i = 0; i < 200; i++) {
      double turns = perSecond / 20;
      double threads = perSecond * (TURN_NANOS / 1e9 + threadMillis / 1e3);
      held.add(
          MeterSnapshot.builder(0, TICK_NANOS)
              .turns(Math.round(turns))
              .processCpuNanos((long) (turns * TURN_NANOS))
              .resources(
                  List.of(
                      new ResourceUse(
                          Resource.WORKER_THREADS, 10, Math.min(10, threads), forThreads),
                      new ResourceUse(
                          Resource.DATABASE_CONNECTIONS,
                          5,
                          Math.min(5, perSecond * connectionMillis / 1e3),
                          forConnections)))
              .build());
    }
  }

  @Test
  void processorsAreTheBottleneckOfLightTurns() {
    run(200, 1, 0.5);
    assertThat(held.turnNanos()).isCloseTo(TURN_NANOS, within(0.1e6));
    assertThat(held.processors(1)).isGreaterThan(0.97);
    assertThat(held.bottleneck(1)).isEqualTo(Resource.CPU);
  }

  /** A thread that compiles a page computes, and waits for no other resource. */
  @Test
  void firstUseCountsAsComputingNotHolding() {
    for (int i = 0; i < 200; i++) {
      held.add(
          MeterSnapshot.builder(0, TICK_NANOS)
              .processors(2)
              .turns(2)
              .processCpuNanos(TICK_NANOS)
              .firstUses(new FirstUses(1, 0, 0, 0, TICK_NANOS - (long) (2 * TURN_NANOS)))
              .resources(List.of(new ResourceUse(Resource.WORKER_THREADS, 10, 1, 0)))
              .build());
    }
    assertThat(held.turnNanos()).isCloseTo(TURN_NANOS, within(0.1e6));
    assertThat(held.processors(2)).isGreaterThan(1.9);
    assertThat(held.bottleneck(2)).isEqualTo(Resource.CPU);
  }

  /**
   * The worked number of the capacity model: ten threads held for 100 ms carry 98 turns a second.
   */
  @Test
  void threadsAreTheBottleneckWithSlowDatabase() {
    run(98, 100, 0, 3, 0);
    assertThat(held.processors(1)).isCloseTo(0.148, within(0.005));
    assertThat(held.bottleneck(1)).isEqualTo(Resource.WORKER_THREADS);
  }

  @Test
  void connectionsAreTheBottleneckWhenFewer() {
    run(160, 30, 30, 0, 3);
    // 5 connections for 30 ms: 167 turns a second of 1.5 ms.
    assertThat(held.processors(1)).isCloseTo(0.25, within(0.01));
    assertThat(held.bottleneck(1)).isEqualTo(Resource.DATABASE_CONNECTIONS);
  }

  /** Threads that are held for long, but never all at once, have made no turn wait. */
  @Test
  void resourceWithoutWaitingTurnsIsNoBound() {
    run(80, 100, 0);
    assertThat(held.processors(1)).isEqualTo(1);
    assertThat(held.bottleneck(1)).isEqualTo(Resource.CPU);
  }

  /**
   * Bursts: ten turns share the processor, each holds its thread for ten times its own CPU time,
   * and between bursts the processor is idle. While turns wait the processor is busy, and threads
   * are no bound.
   */
  @Test
  void burstsOfTurnsAreNoBound() {
    for (int i = 0; i < 400; i++) {
      boolean burst = i % 10 < 7;
      int waiting = burst ? 5 : 0;
      held.add(
          MeterSnapshot.builder(0, TICK_NANOS)
              .turns(burst ? 33 : 0)
              .processCpuNanos(burst ? TICK_NANOS : 0)
              .resources(
                  List.of(new ResourceUse(Resource.WORKER_THREADS, 10, burst ? 10 : 0, waiting)))
              .build());
    }
    assertThat(held.processors(1)).isGreaterThan(0.99);
    assertThat(held.bottleneck(1)).isEqualTo(Resource.CPU);
  }

  /** Nearly seven held threads on a busy processor wait for it, not for the database. */
  @Test
  void waitingForProcessorMakesNoOtherBottleneck() {
    run(200, 1, 0.5);
    double before = held.processors(1);
    run(640, 9, 7);
    assertThat(held.processors(1)).isCloseTo(before, within(0.01));
    assertThat(held.bottleneck(1)).isEqualTo(Resource.CPU);
  }

  @Test
  void unmeasuredResourcesAreNoBound() {
    assertThat(held.processors(3)).isEqualTo(3);
    assertThat(held.bottleneck(3)).isEqualTo(Resource.CPU);
  }

  /** The pool adds threads as soon as turns wait for them. */
  @Test
  void growingThreadPoolIsNoBound() {
    grow(/* limit= */ 10, /* waitingForConnections= */ 0);
    assertThat(held.bottleneck(1)).isEqualTo(Resource.WORKER_THREADS);
    HeldResources growing = new HeldResources();
    grow(growing, /* limit= */ 200, /* waitingForConnections= */ 0);
    assertThat(growing.processors(1)).isEqualTo(1);
    assertThat(growing.bottleneck(1)).isEqualTo(Resource.CPU);
  }

  /** Ten threads at most; five have a connection for 50 ms, five wait for one. */
  @Test
  void waitingForConnectionsDoesNotMakeThreadsBottleneck() {
    grow(/* limit= */ 10, /* waitingForConnections= */ 5);
    assertThat(held.bottleneck(1)).isEqualTo(Resource.DATABASE_CONNECTIONS);
    // 5 connections for 50 ms: 100 turns a second of 1.5 ms.
    assertThat(held.processors(1)).isCloseTo(0.15, within(0.01));
  }

  private void grow(int limit, int waitingForConnections) {
    grow(held, limit, waitingForConnections);
  }

  /** 100 turns a second hold ten threads, five of them a connection if turns wait for one. */
  private static void grow(HeldResources to, int limit, int waitingForConnections) {
    for (int i = 0; i < 200; i++) {
      to.add(
          MeterSnapshot.builder(0, TICK_NANOS)
              .turns(5)
              .processCpuNanos((long) (5 * TURN_NANOS))
              .resources(
                  List.of(
                      new ResourceUse(Resource.WORKER_THREADS, 10, limit, 10, 3),
                      new ResourceUse(
                          Resource.DATABASE_CONNECTIONS,
                          5,
                          waitingForConnections > 0 ? 5 : 0,
                          waitingForConnections)))
              .build());
    }
  }
}
