package io.headwaiter.core.pool.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.headwaiter.core.pool.ClosedServer;
import io.headwaiter.core.pool.control.WorkerSizing.State;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class WorkerSizingTest {
  private static final int FLOOR = 10;
  private static final int MAXIMUM = 200;
  private static final long LOOK_NANOS = 50_000_000L;

  private final WorkerSizing law = new WorkerSizing(FLOOR, MAXIMUM);

  /** Adds samples of a server with all threads taken; returns its threads after this time. */
  private int taken(double busyPart, int millis) {
    int threads = law.step(look(FLOOR, FLOOR, 1, busyPart));
    for (int i = 0; i < millis / 50; i++) {
      threads = law.step(look(threads, threads, 5, busyPart));
    }
    return threads;
  }

  private static WorkerSample look(int threads, int busy, int waiting, double busyPart) {
    return look(threads, busy, waiting, busyPart, /* doorPart= */ 0);
  }

  private static WorkerSample look(
      int threads, int busy, int waiting, double busyPart, double doorPart) {
    return new WorkerSample(
        LOOK_NANOS, threads, busy, 0, waiting, busyPart * LOOK_NANOS, doorPart * LOOK_NANOS, 1);
  }

  /** The worked number. */
  @Test
  void matchesWorkedNumber() {
    assertThat(WorkerSizing.ratio(10, 0.3, 1)).isCloseTo(32, within(1.0));
    assertThat(law.enough(32, 1)).isBetween(43, 47);
    assertThat(taken(0.3, 250)).isEqualTo(20);
    assertThat(law.state()).isEqualTo(State.GROWING);
    assertThat(law.wanted()).isBetween(43, 47);
  }

  @Test
  void growsToMaximumWithinTwoSeconds() {
    assertThat(taken(0.02, 1900)).isEqualTo(MAXIMUM);
    taken(0.02, 200);
    assertThat(law.floor()).isEqualTo(FLOOR);
  }

  @Test
  void reportsTooLowMaximum() {
    int threads = MAXIMUM;
    for (int i = 0; i < 10; i++) {
      threads = law.step(look(threads, threads, 30, 0.1));
    }
    assertThat(threads).isEqualTo(MAXIMUM);
    assertThat(law.state()).isEqualTo(State.HELD_AT_MAXIMUM);
    assertThat(law.busyPart()).isCloseTo(0.1, within(1e-9));
    law.step(look(threads, 50, 0, 0.1));
    assertThat(law.state()).isEqualTo(State.ENOUGH);
  }

  /** Jetty ends one thread a minute: what sixty threads do is no trial of forty. */
  @Test
  void triesFewerOnlyWithAsManyThreadsAsThereAreToBe() {
    int threads = 40;
    for (int i = 0; i < 1000; i++) {
      threads = law.step(look(threads, 60, 5, 1));
    }
    assertThat(threads).isEqualTo(40);
    for (int i = 0; i < 100 && threads == 40; i++) {
      threads = law.step(look(threads, threads, 5, 1));
    }
    assertThat(threads).isEqualTo(20);
  }

  @Test
  void keepsFloorWhileProcessorsAreBusy() {
    assertThat(taken(0.99, 60_000)).isEqualTo(FLOOR);
    assertThat(law.state()).isEqualTo(State.FLOOR);
  }

  @Test
  void keepsFloorWhileThreadsAreIdle() {
    for (int i = 0; i < 1000; i++) {
      assertThat(law.step(look(FLOOR, i % FLOOR, 0, 0.1))).isEqualTo(FLOOR);
    }
    assertThat(law.busyPart()).isNaN();
  }

  /** Threads that are taken in single samples only may be idle in between. */
  @Test
  void keepsFloorForBrieflyTakenThreads() {
    for (int i = 0; i < 1000; i++) {
      assertThat(law.step(look(FLOOR, i % 2 * FLOOR, i % 2, 0.1))).isEqualTo(FLOOR);
    }
  }

  /** 200 slow clients come at once. */
  @Test
  void replacesThreadsHeldBySlowClientsAtOnce() {
    int threads = FLOOR;
    for (int looks = 0; looks < 5; looks++) {
      threads = law.step(heldByClients(threads, threads));
    }
    assertThat(threads).isEqualTo(MAXIMUM);
    law.step(heldByClients(threads, threads));
    assertThat(law.state()).isEqualTo(State.HELD_AT_MAXIMUM);
  }

  @Test
  void keepsThreadsOfWhichSlowClientsHoldFew() {
    assertThat(law.step(heldByClients(FLOOR, 4))).isEqualTo(FLOOR);
    assertThat(law.step(heldByClients(FLOOR, 5))).isEqualTo(15);
  }

  private static WorkerSample heldByClients(int threads, int held) {
    return new WorkerSample(LOOK_NANOS, threads, threads, held, 1, 0, 0, 1);
  }

  @Test
  void keepsFloorWhileNoTurnWaits() {
    for (int i = 0; i < 1000; i++) {
      assertThat(law.step(look(FLOOR, FLOOR, 0, 0.1))).isEqualTo(FLOOR);
    }
  }

  @Test
  void fillsDatabaseServerWithFewChanges() {
    ClosedServer server = new ClosedServer(law, 300);
    server.waitMillis = 100;
    server.run(3);
    assertThat(server.run(5)).isGreaterThan(0.97);
    assertThat(server.threads()).isBetween(50, 110);
    int before = server.changes;
    assertThat(server.run(300)).isGreaterThan(0.96);
    assertThat(server.changes - before).as("changes in five minutes").isLessThanOrEqualTo(20);
    before = server.changes;
    assertThat(server.run(300)).isGreaterThan(0.96);
    assertThat(server.changes - before).as("in the next five").isLessThanOrEqualTo(10);
  }

  @Test
  void keepsFloorForPagesThatOnlyCompute() {
    ClosedServer server = new ClosedServer(law, 60);
    server.run(120);
    server.thinkMillis = 120;
    server.run(120);
    assertThat(server.changes).isZero();
  }

  @Test
  void shrinksMinutesAfterLoadFalls() {
    ClosedServer server = new ClosedServer(law, 150);
    server.waitMillis = 100;
    server.run(10);
    int grown = server.threads();
    server.thinkMillis = 5000;
    server.run(30);
    assertThat(server.threads()).isEqualTo(grown);
    server.run(600);
    assertThat(server.threads()).isLessThan(grown / 2);
    server.waitMillis = 1;
    server.run(300);
    assertThat(server.threads()).isEqualTo(FLOOR);
    assertThat(law.state()).isEqualTo(State.FLOOR);
  }

  /** The queue must move in front of the threads again, although no processor is ever idle. */
  @Test
  void triesFewerThreadsWhenDatabaseIsFastAgain() {
    ClosedServer server = new ClosedServer(law, 300);
    server.waitMillis = 100;
    server.run(10);
    int grown = server.threads();
    assertThat(grown).isGreaterThan(3 * FLOOR);
    server.waitMillis = 0.1;
    assertThat(server.run(15)).isGreaterThan(0.97);
    assertThat(server.threads()).isEqualTo(FLOOR);
  }

  /** A flood would use what fewer threads leave, and hide that they are too few. */
  @Test
  void triesNoFewerThreadsInFlood() {
    taken(0.02, 1900);
    int threads = MAXIMUM;
    for (int i = 0; i < 200; i++) {
      threads = law.step(look(threads, threads, 5, /* busyPart= */ 1, /* doorPart= */ 0.5));
    }
    assertThat(threads).isEqualTo(MAXIMUM);
    for (int i = 0; i < 300; i++) {
      threads = law.step(look(threads, threads, 5, /* busyPart= */ 1, /* doorPart= */ 0.1));
    }
    assertThat(threads).isEqualTo(FLOOR);
  }

  /** Fewer than 25 threads lose a fifth of the processors, whatever the model says. */
  @Test
  void repeatsWrongTrialsSeldom() {
    int threads = FLOOR;
    int trials = 0;
    int looksBelow = 0;
    int looks = 20 * 600;
    for (int i = 0; i < looks; i++) {
      int next = law.step(look(threads, threads, 5, threads < 25 ? 0.8 : 1));
      trials += next < threads ? 1 : 0;
      looksBelow += next < 25 ? 1 : 0;
      threads = next;
    }
    assertThat(trials).as("trials in ten minutes").isBetween(5, 15);
    assertThat(looksBelow).isLessThan(looks / 50);
  }

  @Property
  void staysBetweenFloorAndMaximum(
      @ForAll @Size(min = 1, max = 200) int[] seeds,
      @ForAll @IntRange(min = 1, max = 50) int floor) {
    WorkerSizing any = new WorkerSizing(floor, 4 * floor);
    int threads = floor;
    for (int seed : seeds) {
      int bits = seed & 0x7fffffff;
      int busy = bits % 3 == 0 ? bits % (threads + 1) : threads;
      long nanos = 1 + bits % 2_000_000_000L;
      double used = (seed < 0 ? -1.0 : bits % 11 / 10.0) * nanos;
      threads =
          any.step(
              new WorkerSample(
                  nanos,
                  threads,
                  busy,
                  bits % 5 * threads / 4,
                  bits % 4,
                  used,
                  used / 4.0,
                  1 + bits % 3 * 0.5));
      assertThat(threads).isBetween(floor, 4 * floor);
      assertThat(any.wanted()).isBetween(floor, 8 * floor);
    }
  }

  @Property
  void longerWaitsNeedMoreThreads(
      @ForAll @DoubleRange(min = 0, max = 1000) double ratio,
      @ForAll @DoubleRange(min = 0, max = 1000) double more,
      @ForAll @DoubleRange(min = 0.2, max = 16) double processors) {
    int least = law.enough(ratio, processors);
    assertThat(law.enough(ratio + more, processors)).isGreaterThanOrEqualTo(least);
    if (least > FLOOR && least < MAXIMUM) {
      assertThat(WorkerSizing.busyPart(least, ratio, processors)).isGreaterThanOrEqualTo(0.985);
      assertThat(WorkerSizing.busyPart(least - 1, ratio, processors)).isLessThan(0.985);
    }
  }

  @Property
  void findsHeldRatioFromBusyPart(
      @ForAll @DoubleRange(min = 5, max = 1000) double ratio,
      @ForAll @IntRange(min = 1, max = 200) int threads,
      @ForAll @DoubleRange(min = 0.5, max = 8) double processors) {
    double busyPart = WorkerSizing.busyPart(threads, ratio, processors);
    double found = WorkerSizing.ratio(threads, busyPart, processors);
    assertThat(WorkerSizing.busyPart(threads, found, processors)).isCloseTo(busyPart, within(1e-6));
    if (busyPart < 0.95) {
      assertThat(found).isCloseTo(ratio, within(1e-3 * ratio));
    }
  }

  @Test
  void rejectsInvalidValues() {
    assertThatThrownBy(() -> new WorkerSizing(0, 5)).hasMessageContaining("floor must be above 0");
    assertThatThrownBy(() -> new WorkerSizing(6, 5))
        .hasMessageContaining("at least the floor of 6");
    assertThatThrownBy(() -> new WorkerSample(1, 1, 1, 0, 1, 0, 0, 0))
        .hasMessageContaining("processors must be above 0");
    assertThatThrownBy(() -> new WorkerSample(1, 0, 1, 0, 1, 0, 0, 1))
        .hasMessageContaining("threads must be above 0");
  }
}
