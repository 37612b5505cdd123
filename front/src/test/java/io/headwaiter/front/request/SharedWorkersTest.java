package io.headwaiter.front.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwaiter.core.visit.ExcessQueue;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Turns of a visit that holds too many workers wait, and none is lost. */
@Timeout(60)
class SharedWorkersTest {
  private final Object visit = new Object();
  private final Deque<String> pool = new ArrayDeque<>();
  private final List<String> lost = new ArrayList<>();
  private int workersMax = 10;
  private RuntimeException refusal;
  private final SharedWorkers<String> workers =
      new SharedWorkers<>(() -> workersMax, this::take, lost::add);

  private void take(String turn) {
    if (refusal != null) {
      throw refusal;
    }
    pool.add(turn);
  }

  /** Asks for this many turns of one visit, numbered from 0. */
  private void ask(int count) {
    for (int i = 0; i < count; i++) {
      String turn = "turn " + i;
      if (workers.begins(visit, /* canWait= */ true, turn)) {
        pool.add(turn);
      }
    }
  }

  @Test
  void losesTurnsBeyondThoseThatMayBeHeldBack() {
    ask(5 + ExcessQueue.WAITING_MAX + 1);

    assertThat(pool).hasSize(5);
    assertThat(workers.heldBack()).isEqualTo(ExcessQueue.WAITING_MAX);
    assertThat(lost).containsExactly("turn " + (5 + ExcessQueue.WAITING_MAX));
  }

  @Test
  void heldBackTurnBeginsWhenAnotherEnds() {
    ask(7);
    assertThat(pool).hasSize(5);
    assertThat(workers.heldBack()).isEqualTo(2);
    pool.clear();

    workers.ended(visit);
    workers.ended(visit);
    workers.ended(visit);

    assertThat(pool).containsExactly("turn 5", "turn 6");
    assertThat(workers.heldBack()).isZero();
  }

  @Test
  void moreWorkersTakeHeldBackTurns() {
    ask(12);
    workersMax = 20;
    workers.resized();
    assertThat(pool).hasSize(10);
    workersMax = 0; // any number
    workers.resized();
    assertThat(pool).hasSize(12);
  }

  @Test
  void fewerWorkersLoseNoTurn() {
    ask(12);
    workersMax = 1;
    workers.resized();
    assertThat(pool).hasSize(5);

    for (int i = 0; i < 12; i++) {
      assertThat(pool.poll()).isEqualTo("turn " + i);
      workers.ended(visit);
    }

    assertThat(workers.heldBack()).isZero();
  }

  @Test
  void holdsBackNoTurnThatCannotWait() {
    ask(5);
    assertThat(workers.begins(visit, /* canWait= */ true, "next")).isFalse();
    assertThat(workers.begins(visit, /* canWait= */ false, "urgent")).isTrue();
  }

  @Test
  void turnJoinsVisitThatMayHoldMore() {
    ask(3);
    for (int i = 0; i < 2; i++) {
      assertThat(workers.begins(/* visit= */ null, /* canWait= */ true, "handshake")).isTrue();
      assertThat(workers.joins(visit)).isTrue();
    }
    ask(1);
    assertThat(workers.heldBack()).as("five are the visit's now").isEqualTo(1);
    assertThat(workers.begins(null, true, "handshake")).isTrue();

    assertThat(workers.joins(visit)).isFalse();

    workers.ended(/* visit= */ null);
    pool.clear();
    workers.ended(visit);
    assertThat(pool).containsExactly("turn 0");
  }

  @Test
  void removedTurnNeverBegins() {
    ask(6);
    String held = workers.waiting().get(0);

    assertThat(workers.remove(visit, held)).isTrue();
    assertThat(workers.remove(visit, held)).isFalse();
    pool.clear();
    workers.ended(visit);

    assertThat(pool).isEmpty();
  }

  @Test
  void reportsTurnsThatStoppedWorkersReject() {
    ask(8);
    refusal = new RejectedExecutionException("stopped");
    workers.ended(visit);
    assertThat(lost).containsExactly("turn 5", "turn 6", "turn 7");
    assertThat(workers.heldBack()).isZero();

    for (int i = 0; i < 4; i++) {
      workers.ended(visit);
    }
    refusal = null;
    pool.clear();
    ask(5);
    assertThat(pool).as("as if there had been none before").hasSize(5);
  }

  @Test
  void failingPoolLosesOnlyOneTurn() {
    ask(8);
    refusal = new IllegalStateException("on purpose");
    assertThatThrownBy(() -> workers.ended(visit)).hasMessage("on purpose");
    assertThat(lost).containsExactly("turn 5");
    refusal = null;
    pool.clear();

    workers.ended(visit);

    assertThat(pool).containsExactly("turn 6", "turn 7");
  }

  @Test
  void drainedTurnsNeverBegin() {
    ask(7);

    assertThat(workers.drain()).containsExactly("turn 5", "turn 6");
    pool.clear();
    workers.ended(visit);

    assertThat(pool).isEmpty();
    assertThat(workers.heldBack()).isZero();
  }

  /**
   * Turns of two visits, and of unknown ones, begin, end and are held back on several threads at a
   * time.
   */
  @Test
  void noTurnIsLostBetweenThreads() throws Exception {
    int turns = 30_000;
    int threads = 4;
    Object[] visits = {new Object(), new Object(), null};
    ConcurrentLinkedQueue<Integer> begun = new ConcurrentLinkedQueue<>();
    SharedWorkers<Integer> shared =
        new SharedWorkers<>(() -> 10, begun::add, turn -> lost.add("turn " + turn));
    AtomicInteger asked = new AtomicInteger();
    CountDownLatch done = new CountDownLatch(turns);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    List<Future<?>> workers = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      workers.add(
          pool.submit(
              () -> {
                while (done.getCount() > 0) {
                  // Asks for three turns while one is done, but for no more than may be held back.
                  for (int j = 0; j < 3 && asked.get() - (turns - done.getCount()) < 150; j++) {
                    int turn = asked.getAndIncrement();
                    if (turn < turns && shared.begins(visits[turn % 3], true, turn)) {
                      begun.add(turn);
                    }
                  }
                  Integer turn = begun.poll();
                  if (turn != null) {
                    shared.ended(visits[turn % 3]);
                    done.countDown();
                  }
                }
              }));
    }
    assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
    for (Future<?> worker : workers) {
      worker.get();
    }
    pool.shutdown();
    assertThat(begun).isEmpty();
    assertThat(shared.heldBack()).isZero();
    assertThat(lost).isEmpty();
  }
}
