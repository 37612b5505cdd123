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

  private DoorPriority patient() {
    return new DoorPriority(() -> isStarved, () -> PROCESSORS, TimeUnit.HOURS.toNanos(1));
  }

  private void fill() {
    fill(priority);
  }

  private static void fill(DoorPriority filled) {
    for (int i = 0; i <= PROCESSORS; i++) {
      assertThat(filled.begin(/* canWait= */ true)).isZero();
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
              return asked.begin(/* canWait= */ true);
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
      assertThat(priority.begin(/* canWait= */ true)).isZero();
    }
    assertThat(priority.gaveWay()).isZero();
  }

  @Test
  void oneTurnMoreThanProcessorsBeginsWhileDoorIsStarved() {
    isStarved = true;
    fill();
    assertThat(priority.gaveWay()).isZero();
    priority.end();
    assertThat(priority.begin(/* canWait= */ true)).isZero();
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
    DoorPriority patient = patient();
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
    assertThat(priority.begin(/* canWait= */ true)).isGreaterThanOrEqualTo(leastNanos);
  }

  @Test
  void interruptEndsWaitAndIsKept() {
    isStarved = true;
    fill();
    Thread.currentThread().interrupt();
    priority.begin(/* canWait= */ true);
    assertThat(Thread.interrupted()).isTrue();
  }

  /** A turn that is called while it is interrupted must not count twice. */
  @Test
  void interruptedTurnCountsOnce() throws Exception {
    for (int i = 0; i < 500; i++) {
      DoorPriority patient = patient();
      isStarved = true;
      fill(patient);
      CompletableFuture<Thread> thread = new CompletableFuture<>();
      Future<?> turn =
          threads.submit(
              () -> {
                thread.complete(Thread.currentThread());
                patient.begin(/* canWait= */ true);
                boolean unused = Thread.interrupted();
              });
      Thread waits = thread.join();
      while (waits.getState() != Thread.State.TIMED_WAITING && !turn.isDone()) {
        Thread.onSpinWait();
      }
      waits.interrupt();
      patient.end();
      turn.get();
      // As many as began end: now so many may begin again without a wait.
      for (int ended = 0; ended <= PROCESSORS; ended++) {
        patient.end();
      }
      fill(patient);
    }
  }

  @Test
  void turnOfConnectionGivesWayOnceAndCountsUntilItsEnd() {
    TurnMeter turns = new TurnMeter(new ServerMeters());
    turns.giveWay(priority);
    isStarved = true;
    for (int i = 0; i < PROCESSORS; i++) {
      priority.begin(/* canWait= */ true);
    }
    turns.run(
        /* waitedNanos= */ 0,
        /* heldBackNanos= */ 0,
        /* canWait= */ true,
        /* sessionUse= */ null,
        () -> {
          // One more turn would wait, but this is a part of the turn under way.
          turns.run(
              /* waitedNanos= */ 0,
              /* heldBackNanos= */ 0,
              /* canWait= */ true,
              /* sessionUse= */ null,
              () -> {});
          assertThat(priority.gaveWay()).isZero();
          assertThat(priority.begin(/* canWait= */ true)).isPositive();
          priority.end();
        });
    assertThat(priority.gaveWay()).isEqualTo(1);
    assertThat(priority.begin(/* canWait= */ true)).isZero();
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

  /** A request under way may wait for it, and holds a place until it ends. */
  @Test
  void workThatAnotherTurnWaitsForBeginsAtOnceAndCounts() {
    TurnMeter turns = new TurnMeter(new ServerMeters());
    turns.giveWay(priority);
    isStarved = true;
    for (int i = 0; i < PROCESSORS; i++) {
      priority.begin(/* canWait= */ true);
    }
    priority.begin(/* canWait= */ true);
    boolean[] isDone = {false};
    turns.run(0, 0, /* canWait= */ false, /* sessionUse= */ null, () -> isDone[0] = true);
    assertThat(isDone[0]).isTrue();
    assertThat(priority.gaveWay()).isZero();
    assertThat(priority.begin(/* canWait= */ false)).isZero();
    // It counts: one end is not enough for the next turn.
    priority.end();
    assertThat(priority.begin(/* canWait= */ true)).isPositive();
  }

  /** Only the first in the line looks whether the door is starved; it looks for all. */
  @Test
  void allTurnsBeginOnceDoorHasCaughtUp() throws Exception {
    DoorPriority patient = patient();
    isStarved = true;
    fill(patient);
    Future<Long> first = waiting(patient);
    Future<Long> second = waiting(patient);
    Future<Long> third = waiting(patient);
    // The first goes, and another one has to look.
    patient.end();
    first.get();
    isStarved = false;
    second.get();
    third.get();
    assertThat(patient.gaveWay()).isEqualTo(3);
  }
}
