package io.headwaiter.front.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.telemetry.ServerMeters;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class DoorPriorityTest {
  private static final int PROCESSORS = 2;

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private volatile boolean isStarved;
  private final DoorPriority priority = new DoorPriority(() -> isStarved, () -> PROCESSORS);

  @AfterEach
  void end() {
    threads.shutdownNow();
  }

  private void fill() {
    fill(priority);
  }

  private static void fill(DoorPriority filled) {
    for (int i = 0; i <= PROCESSORS; i++) {
      assertThat(filled.begin()).isZero();
    }
  }

  /** Begins a turn on a thread of its own, and returns when that thread waits. */
  private Future<Long> waiting() {
    return waiting(priority);
  }

  private Future<Long> waiting(DoorPriority asked) {
    CompletableFuture<Thread> thread = new CompletableFuture<>();
    Future<Long> turn =
        threads.submit(
            () -> {
              thread.complete(Thread.currentThread());
              return asked.begin();
            });
    Awaitility.await()
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(1))
        .until(() -> turn.isDone() || thread.join().getState() == Thread.State.TIMED_WAITING);
    return turn;
  }

  @Test
  void turnsBeginAtOnceWhileDoorKeepsUp() {
    for (int i = 0; i < 100; i++) {
      assertThat(priority.begin()).isZero();
    }
    assertThat(priority.gaveWay()).isZero();
  }

  @Test
  void oneTurnMoreThanProcessorsBeginsWhileDoorIsStarved() {
    isStarved = true;
    fill();
    assertThat(priority.gaveWay()).isZero();
    priority.end();
    assertThat(priority.begin()).isZero();
  }

  @Test
  void turnWaitsUntilDoorHasCaughtUp() throws Exception {
    isStarved = true;
    fill();
    Future<Long> turn = waiting();
    isStarved = false;
    assertThat(turn.get()).isPositive();
    assertThat(priority.gaveWay()).isEqualTo(1);
  }

  @Test
  void turnWaitsUntilAnotherEnds() throws Exception {
    isStarved = true;
    fill();
    Future<Long> turn = waiting();
    priority.end();
    assertThat(turn.get()).isPositive();
  }

  /** A turn that comes later does not take the place of one that waits. */
  @Test
  void turnsThatWaitAreFirstComeFirstServed() throws Exception {
    DoorPriority patient =
        new DoorPriority(() -> isStarved, () -> PROCESSORS, TimeUnit.HOURS.toNanos(1));
    isStarved = true;
    fill(patient);
    Future<Long> first = waiting(patient);
    Future<Long> second = waiting(patient);
    patient.end();
    first.get();
    assertThat(second.isDone()).isFalse();
    patient.end();
    second.get();
  }

  /** Whatever the door and the other turns do. */
  @Test
  void waitEndsInTime() {
    isStarved = true;
    fill();
    long leastNanos = TimeUnit.MILLISECONDS.toNanos(DoorPriority.WAIT_MILLIS_MAX);
    assertThat(priority.begin()).isGreaterThanOrEqualTo(leastNanos);
  }

  @Test
  void interruptEndsWaitAndIsKept() {
    isStarved = true;
    fill();
    Thread.currentThread().interrupt();
    priority.begin();
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void turnOfConnectionGivesWayOnceAndCountsUntilItsEnd() {
    TurnMeter turns = new TurnMeter(new ServerMeters());
    turns.giveWay(priority);
    isStarved = true;
    for (int i = 0; i < PROCESSORS; i++) {
      priority.begin();
    }
    turns.run(
        /* waitedNanos= */ 0,
        /* sessionUse= */ null,
        () -> {
          // One more turn would wait, but this is a part of the turn under way.
          turns.run(/* waitedNanos= */ 0, /* sessionUse= */ null, () -> {});
          assertThat(priority.gaveWay()).isZero();
          assertThat(priority.begin()).isPositive();
          priority.end();
        });
    assertThat(priority.gaveWay()).isEqualTo(1);
    assertThat(priority.begin()).isZero();
  }

  /** A selector is never done, and must not take the place of a turn. */
  @Test
  void workForAnyConnectionDoesNotGiveWay() {
    TurnMeter turns = new TurnMeter(new ServerMeters());
    turns.giveWay(priority);
    isStarved = true;
    fill();
    turns.run(/* waitedNanos= */ 0, () -> {});
    assertThat(priority.gaveWay()).isZero();
  }
}
