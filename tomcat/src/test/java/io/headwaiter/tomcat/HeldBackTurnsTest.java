package io.headwaiter.tomcat;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.visit.ExcessBudget;
import io.headwaiter.front.request.TurnMeter;
import io.headwaiter.front.work.ExcessTurns;
import io.headwaiter.telemetry.ServerMeters;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.apache.tomcat.util.threads.TaskThreadFactory;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A visit with turns that wait for something holds no more threads than it leaves. */
@Tag("slow")
@Timeout(60)
class HeldBackTurnsTest {
  private static final int THREADS = 10;
  private static final int ITS_PART = 5;

  private final Object greedy = new Object();
  private final Semaphore mayEnd = new Semaphore(0);
  private final AtomicInteger atWork = new AtomicInteger();
  private final List<String> done = Collections.synchronizedList(new ArrayList<>());
  private final TurnExecutor executor = executor(/* areShared= */ true);

  private TurnExecutor executor(boolean areShared) {
    return new TurnExecutor(
        THREADS,
        60_000,
        new TaskThreadFactory("shared-", true, Thread.NORM_PRIORITY),
        new TurnMeter(new ServerMeters()),
        new ExcessBudget(),
        areShared);
  }

  @AfterEach
  void end() {
    mayEnd.release(10_000);
    executor.end(5000);
  }

  /** A turn that can be held back. */
  private class Turn implements QueuedWork {
    private final String name;
    private final Object visit;
    private final Runnable work;
    private final long queuedNanos = System.nanoTime();
    private volatile long heldUntilNanos = queuedNanos;

    Turn(String name, Object visit, Runnable work) {
      this.name = name;
      this.visit = visit;
      this.work = work;
    }

    @Override
    public void run() {
      work.run();
      done.add(name);
    }

    @Override
    public long queuedNanos() {
      return queuedNanos;
    }

    @Override
    public long waitingSinceNanos() {
      return heldUntilNanos;
    }

    @Override
    public Object holder() {
      return visit;
    }

    @Override
    public boolean canBeHeldBack() {
      return true;
    }

    @Override
    public void heldBackUntil(long nowNanos) {
      heldUntilNanos = nowNanos;
    }

    @Override
    public boolean refuseIfLate(long beforeNanos, BooleanSupplier takeOut, TurnExecutor workers) {
      boolean refused = queuedNanos < beforeNanos && takeOut.getAsBoolean();
      if (refused) {
        done.add(name + " refused");
      }
      return refused;
    }
  }

  private void waitToEnd() {
    atWork.incrementAndGet();
    mayEnd.acquireUninterruptibly();
    atWork.decrementAndGet();
  }

  private void askForAll(int count) {
    askForAll(executor, count);
  }

  private void askForAll(TurnExecutor workers, int count) {
    for (int i = 0; i < count; i++) {
      workers.execute(new Turn("greedy", greedy, this::waitToEnd));
    }
  }

  private void awaitAtWork(int count) {
    Awaitility.await().until(() -> atWork.get() == count);
  }

  private void awaitDone(int count) {
    Awaitility.await().until(() -> done.size() == count);
  }

  @Test
  void servesOtherVisitWhileGreedyVisitWaits() {
    askForAll(30);
    awaitAtWork(ITS_PART);
    assertThat(executor.heldBack()).isEqualTo(30 - ITS_PART);
    assertThat(executor.waitingTurns()).as("no waiting work").isZero();
    assertThat(executor.getQueue()).isEmpty();

    executor.execute(new Turn("other", new Object(), () -> {}));

    awaitDone(1);
    assertThat(done).containsExactly("other");
    assertThat(atWork).hasValue(ITS_PART);

    mayEnd.release(30);
    awaitDone(31);
    assertThat(executor.heldBack()).isZero();
    Awaitility.await().until(() -> executor.getSubmittedCount() == 0);
  }

  @Test
  void failedTurnHoldsNoThread() {
    for (int i = 0; i < 20; i++) {
      executor.execute(
          new Turn(
              "fails",
              greedy,
              () -> {
                done.add("failed");
                throw new IllegalStateException("on purpose");
              }));
    }
    Awaitility.await().dontCatchUncaughtExceptions().until(() -> done.size() == 20);
    askForAll(6);
    Awaitility.await().dontCatchUncaughtExceptions().until(() -> atWork.get() == ITS_PART);
    assertThat(executor.heldBack()).isEqualTo(1);
    mayEnd.release(6);
    // The threads that died report their exceptions last, which must not happen in another test.
    Awaitility.await()
        .dontCatchUncaughtExceptions()
        .until(() -> done.size() == 26 && executor.getSubmittedCount() == 0);
  }

  @Test
  void runsHeldBackTurnsWhenThreadCountChanges() {
    askForAll(30);
    awaitAtWork(ITS_PART);
    executor.setMaximumPoolSize(20);
    awaitAtWork(10);
    executor.setMaximumPoolSize(2);
    assertThat(executor.heldBack()).isEqualTo(20);
    mayEnd.release(30);
    awaitDone(30);
    assertThat(executor.heldBack()).isZero();
  }

  @Test
  void refusesTurnHeldBackTooLong() {
    askForAll(8);
    awaitAtWork(ITS_PART);

    assertThat(executor.refuseLate(System.nanoTime() + 1)).isEqualTo(8 - ITS_PART);

    assertThat(done).containsOnly("greedy refused");
    assertThat(executor.heldBack()).isZero();
    assertThat(executor.getSubmittedCount()).isEqualTo(ITS_PART);
    mayEnd.release(ITS_PART);
    awaitDone(8);
    Awaitility.await().until(() -> executor.getSubmittedCount() == 0);
    askForAll(ITS_PART + 1);
    assertThat(executor.heldBack()).as("nothing is left over").isEqualTo(1);
  }

  /** Its place in the queue goes to another turn. */
  @Test
  void turnRemovedFromQueueHoldsNoThread() {
    executor.setMaximumPoolSize(1);
    Awaitility.await().until(() -> executor.getPoolSize() <= 1);
    askForAll(1);
    awaitAtWork(1);
    Turn queued = new Turn("queued", greedy, () -> {});
    executor.execute(queued);
    executor.execute(new Turn("held back", greedy, () -> {}));
    assertThat(executor.heldBack()).isEqualTo(1);

    assertThat(executor.takeOut(queued)).isTrue();

    assertThat(executor.heldBack()).isZero();
    mayEnd.release(1);
    awaitDone(2);
    assertThat(done).containsExactly("greedy", "held back");
  }

  /** As a handshake does when its visit becomes known. */
  @Test
  void turnThatJoinsVisitHoldsItsThread() {
    List<Boolean> joined = Collections.synchronizedList(new ArrayList<>());
    for (int i = 0; i < ITS_PART; i++) {
      executor.execute(
          new Turn(
              "handshake",
              null,
              () -> {
                joined.add(executor.joins(greedy));
                joined.add(executor.joins(greedy)); // it has joined already
                waitToEnd();
              }));
    }
    awaitAtWork(ITS_PART);
    assertThat(joined).hasSize(2 * ITS_PART).doesNotContain(false);
    joined.clear();
    executor.execute(new Turn("one too many", null, () -> joined.add(executor.joins(greedy))));
    awaitDone(1);
    assertThat(joined).containsExactly(false);
    assertThat(executor.joins(greedy)).as("of no turn").isTrue();

    askForAll(1);
    assertThat(executor.heldBack()).isEqualTo(1);
    mayEnd.release(ITS_PART + 1);
    awaitDone(ITS_PART + 2);
  }

  @Test
  void doesNotHoldBackBegunRequest() {
    askForAll(10);
    awaitAtWork(ITS_PART);
    executor.execute(
        new Turn("piece", greedy, () -> {}) {
          @Override
          public boolean canBeHeldBack() {
            return false;
          }
        });
    awaitDone(1);
    assertThat(done).containsExactly("piece");
  }

  @Test
  void excludesHeldBackTimeFromDelay() {
    askForAll(6);
    awaitAtWork(ITS_PART);
    QueuedWork held = new Turn("held", greedy, () -> {});
    long later = held.queuedNanos() + 7_000_000_000L;
    held.heldBackUntil(later);

    assertThat(held.isUncounted(later - 1)).isTrue();
    assertThat(held.isUncounted(later)).as("it waits for a worker now").isFalse();
    assertThat(held.delayNanos(later + 3)).isEqualTo(3);
  }

  @Test
  void stoppedExecutorHoldsNothingBack() {
    askForAll(12);
    awaitAtWork(ITS_PART);
    mayEnd.release(ITS_PART);
    executor.end(5000);
    assertThat(executor.heldBack()).isZero();
  }

  @Test
  void holdsNothingBackInShadowMode() {
    TurnExecutor shadow = executor(/* areShared= */ false);
    askForAll(shadow, THREADS);
    awaitAtWork(THREADS);
    assertThat(shadow.heldBack()).isZero();
    mayEnd.release(THREADS);
    awaitDone(THREADS);
    shadow.end(5000);
  }

  /** A visit over its account while no other works: there is CPU time for all of its turns. */
  @Test
  void limitsThreadsOfVisitOverItsAccount() {
    ExcessTurns.Owner owner =
        new ExcessTurns.Owner() {
          @Override
          public long placeBehind(long served) {
            return served;
          }

          @Override
          public long assumedTurnNanos() {
            return 0;
          }

          @Override
          public Object holder() {
            return greedy;
          }
        };
    for (int i = 0; i < 12; i++) {
      executor.defer(new Turn("excess", greedy, this::waitToEnd), owner);
    }
    awaitAtWork(ITS_PART);
    assertThat(executor.heldBack()).isEqualTo(12 - ITS_PART);
    mayEnd.release(12);
    awaitDone(12);
  }

  /** A visit may begin again, with another account, while turns of it are held back. */
  @Test
  void turnEndsAsTurnOfVisitThatItBeganFor() {
    AtomicReference<Object> account = new AtomicReference<>(greedy);
    ExcessTurns.Owner owner =
        new ExcessTurns.Owner() {
          @Override
          public long placeBehind(long served) {
            return served;
          }

          @Override
          public long assumedTurnNanos() {
            return 0;
          }

          @Override
          public Object holder() {
            return account.get();
          }
        };
    for (int i = 0; i < 12; i++) {
      executor.defer(new Turn("excess", greedy, this::waitToEnd), owner);
    }
    awaitAtWork(ITS_PART);
    account.set("begun again");
    mayEnd.release(12);
    awaitDone(12);
    assertThat(executor.heldBack()).isZero();
  }
}
