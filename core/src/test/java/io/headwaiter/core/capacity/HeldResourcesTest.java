package io.headwaiter.core.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class HeldResourcesTest {
  private static final long TICK_NANOS = 50_000_000L;
  private static final double TURN_NANOS = 1.5e6;

  private final HeldResources held = new HeldResources();

  /** So many turns a second, each of 1.5 ms and holding what it holds for a time beside that. */
  private void run(double perSecond, double threadMillis, double connectionMillis) {
    run(perSecond, threadMillis, connectionMillis, 0, 0);
  }

  /** The same, while so many wait for a thread and for a connection. */
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
  void processorsAreTheBoundOfALightShop() {
    run(200, 1, 0.5);
    assertThat(held.turnNanos()).isCloseTo(TURN_NANOS, within(0.1e6));
    assertThat(held.processors(1)).isGreaterThan(0.97);
    assertThat(held.bottleneck(1)).isEqualTo(Resource.CPU);
  }

  /** A thread that compiles a page holds itself up with computing, and is not held by anything. */
  @Test
  void firstUseHoldsNoThreadBesideItsProcessor() {
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
  void threadsAreTheBoundWhereTheDatabaseIsSlow() {
    run(98, 100, 0, 3, 0);
    assertThat(held.processors(1)).isCloseTo(0.148, within(0.005));
    assertThat(held.bottleneck(1)).isEqualTo(Resource.WORKER_THREADS);
  }

  @Test
  void connectionsAreTheBoundWhereTheyAreFewer() {
    run(160, 30, 30, 0, 3);
    // 5 connections for 30 ms: 167 turns a second of 1.5 ms.
    assertThat(held.processors(1)).isCloseTo(0.25, within(0.01));
    assertThat(held.bottleneck(1)).isEqualTo(Resource.DATABASE_CONNECTIONS);
  }

  /** Threads that are held for long and never all at once have kept nobody waiting. */
  @Test
  void whatNobodyWaitedForIsNoBound() {
    run(80, 100, 0);
    assertThat(held.processors(1)).isEqualTo(1);
    assertThat(held.bottleneck(1)).isEqualTo(Resource.CPU);
  }

  /**
   * Bursts: ten turns share the processor, each of them holds its thread for ten times its own
   * time, and in between the processor is idle. While turns wait it is busy, and threads are no
   * bound.
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

  /** Ten busy threads on a busy processor wait for it, not for the database. */
  @Test
  void whoWaitsForAProcessorHoldsNothingElseUp() {
    run(200, 1, 0.5);
    double before = held.processors(1);
    run(640, 9, 7);
    assertThat(held.processors(1)).isCloseTo(before, within(0.01));
    assertThat(held.bottleneck(1)).isEqualTo(Resource.CPU);
  }

  @Test
  void nothingIsBoundByWhatNobodyMeasures() {
    assertThat(held.processors(3)).isEqualTo(3);
    assertThat(held.bottleneck(3)).isEqualTo(Resource.CPU);
  }

  /** They become more as soon as turns wait for them. */
  @Test
  void threadsThatMayBecomeMoreAreNoBound() {
    grow(/* limit= */ 10, /* waitingForConnections= */ 0);
    assertThat(held.bottleneck(1)).isEqualTo(Resource.WORKER_THREADS);
    HeldResources growing = new HeldResources();
    grow(growing, /* limit= */ 200, /* waitingForConnections= */ 0);
    assertThat(growing.processors(1)).isEqualTo(1);
    assertThat(growing.bottleneck(1)).isEqualTo(Resource.CPU);
  }

  /** Ten threads, no more; five have a connection for 50 ms, five wait for one. */
  @Test
  void threadsThatWaitForConnectionsAreNotTheBottleneck() {
    grow(/* limit= */ 10, /* waitingForConnections= */ 5);
    assertThat(held.bottleneck(1)).isEqualTo(Resource.DATABASE_CONNECTIONS);
    // 5 connections for 50 ms: 100 turns a second of 1.5 ms.
    assertThat(held.processors(1)).isCloseTo(0.15, within(0.01));
  }

  private void grow(int limit, int waitingForConnections) {
    grow(held, limit, waitingForConnections);
  }

  /** Ten threads are taken by 100 turns a second, five of them by turns with a connection. */
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
