package io.headwaiter.tomcat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwaiter.core.visit.ExcessBudget;
import io.headwaiter.core.visit.ExcessQueue;
import io.headwaiter.front.request.TurnMeter;
import io.headwaiter.front.supply.ThreadCpu;
import io.headwaiter.front.work.ExcessTurns;
import io.headwaiter.telemetry.ServerMeters;
import java.io.Closeable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.apache.tomcat.util.threads.TaskThreadFactory;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class TurnExecutorTest {
  private static final long LATER_NANOS = 60_000_000_000L;

  private final ExcessBudget budget = new ExcessBudget();
  private final TurnExecutor executor =
      new TurnExecutor(
          1,
          60_000,
          new TaskThreadFactory("turns-", true, Thread.NORM_PRIORITY),
          new TurnMeter(new ServerMeters()),
          budget,
          /* areShared= */ true);
  private final List<String> done = Collections.synchronizedList(new ArrayList<>());

  @AfterEach
  void end() {
    executor.end(5000);
  }

  private record Turn(Runnable work, long waitingSinceNanos) implements QueuedWork {
    @Override
    public long queuedNanos() {
      return waitingSinceNanos;
    }

    @Override
    public void run() {
      work.run();
    }
  }

  private void turn(String name, long waitingSinceNanos) {
    executor.execute(new Turn(() -> done.add(name), waitingSinceNanos));
  }

  /** Keeps all threads busy until the latch opens. */
  private CountDownLatch keepBusy(int threads) {
    CountDownLatch latch = new CountDownLatch(1);
    for (int i = 0; i < threads; i++) {
      executor.execute(new Turn(() -> await(latch), Long.MIN_VALUE));
    }
    Awaitility.await().until(() -> executor.getQueue().isEmpty());
    return latch;
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void takesTurnOfLongestWaitingClient() {
    CountDownLatch busy = keepBusy(1);
    turn("request", 300);
    turn("second step of a handshake", 200);
    executor.execute(() -> done.add("stream"));
    turn("first request of an older visit", 100);
    assertThat(executor.getQueue()).hasSize(4);
    busy.countDown();
    Awaitility.await().until(() -> done.size() == 4);
    assertThat(done)
        .containsExactly(
            "first request of an older visit", "second step of a handshake", "request", "stream");
  }

  /** Work for a client that was refused. */
  private record Courtesy(Runnable work) implements QueuedWork {
    @Override
    public long queuedNanos() {
      return 0;
    }

    @Override
    public long waitingSinceNanos() {
      return Long.MAX_VALUE;
    }

    @Override
    public boolean counts() {
      return false;
    }

    @Override
    public void run() {
      work.run();
    }
  }

  @Test
  void doesNotCountCourtesyTurnsAsWaiting() {
    CountDownLatch busy = keepBusy(1);
    for (int i = 0; i < 5; i++) {
      executor.execute(new Courtesy(() -> done.add("page")));
    }
    assertThat(executor.getQueue()).hasSize(5);
    assertThat(executor.waitingTurns()).isZero();
    turn("customer", 100);
    assertThat(executor.waitingTurns()).isEqualTo(1);
    busy.countDown();
    Awaitility.await().until(() -> done.size() == 6);
    assertThat(done.get(0)).isEqualTo("customer");
    assertThat(executor.waitingTurns()).isZero();
    CountDownLatch again = keepBusy(1);
    turn("next", 0);
    assertThat(executor.waitingTurns()).as("nothing is left over").isEqualTo(1);
    again.countDown();
  }

  /** A flood of hellos must not copy it once for each. */
  @Test
  void longQueueIsCountedOnceAMillisecond() {
    CountDownLatch busy = keepBusy(1);
    for (int i = 0; i < 100; i++) {
      turn("customer", i);
    }
    assertThat(executor.waitingTurns()).isEqualTo(100);
    for (int i = 0; i < 10; i++) {
      turn("customer", i);
    }
    Awaitility.await().until(() -> executor.waitingTurns() == 110);
    busy.countDown();
    Awaitility.await().until(() -> done.size() == 110);
    assertThat(executor.waitingTurns()).isZero();
  }

  /** Work that can be refused without a worker. */
  private class Refusable implements QueuedWork {
    private final String name;
    private final long sinceNanos;

    Refusable(String name, long sinceNanos) {
      this.name = name;
      this.sinceNanos = sinceNanos;
    }

    @Override
    public long queuedNanos() {
      return sinceNanos;
    }

    @Override
    public long waitingSinceNanos() {
      return sinceNanos;
    }

    @Override
    public boolean refuseIfLate(long beforeNanos, BooleanSupplier takeOut, TurnExecutor workers) {
      boolean isRefused = sinceNanos < beforeNanos && takeOut.getAsBoolean();
      if (isRefused) {
        done.add(name + " refused");
      }
      return isRefused;
    }

    @Override
    public void run() {
      done.add(name);
    }
  }

  @Test
  void refusesLateTurnsThatNeedNoWorker() {
    CountDownLatch busy = keepBusy(1);
    turn("of the application", 10);
    for (int since : new int[] {200, 300, 100}) {
      executor.execute(new Refusable("since " + since, since));
    }
    assertThat(executor.refuseLate(100)).isZero();
    assertThat(executor.refuseLate(300)).isEqualTo(2);
    assertThat(done).containsExactlyInAnyOrder("since 100 refused", "since 200 refused");
    assertThat(executor.refuseLate(300)).isZero();
    assertThat(executor.waitingTurns()).isEqualTo(2);
    assertThat(executor.getSubmittedCount()).as("one at work, two in line").isEqualTo(3);
    busy.countDown();
    Awaitility.await().until(() -> done.size() == 4);
    assertThat(done.subList(2, 4)).containsExactly("of the application", "since 300");
  }

  @Test
  void failedRefusalKeepsNoOtherTurnWaiting() {
    CountDownLatch busy = keepBusy(1);
    executor.execute(
        new Refusable("first", 100) {
          @Override
          public boolean refuseIfLate(
              long beforeNanos, BooleanSupplier takeOut, TurnExecutor workers) {
            throw new NoClassDefFoundError("on purpose");
          }
        });
    executor.execute(new Refusable("second", 200));
    assertThat(executor.refuseLate(300)).isEqualTo(1);
    assertThat(done).containsExactly("second refused");
    busy.countDown();
    Awaitility.await().until(() -> done.contains("first"));
  }

  @Test
  void cannotRemoveTurnThatHasBegun() {
    Refusable work = new Refusable("work", 0);
    executor.execute(work);
    Awaitility.await().until(() -> done.size() == 1);
    assertThat(executor.takeOut(work)).isFalse();
    Awaitility.await().until(() -> executor.getSubmittedCount() == 0);
  }

  @Test
  void startsAllThreadsBeforeAnyTurnWaits() {
    for (int threads : new int[] {4, 2, 3}) {
      executor.setMaximumPoolSize(threads);
      executor.setCorePoolSize(1);
      Awaitility.await().until(() -> executor.getPoolSize() <= threads);
      CountDownLatch busy = keepBusy(threads);
      Awaitility.await().until(() -> executor.getActiveCount() == threads);
      turn("waits", 0);
      assertThat(executor.getQueue()).hasSize(1);
      busy.countDown();
      Awaitility.await().until(() -> executor.getActiveCount() == 0);
    }
  }

  @Test
  void renewsThreadsWithoutLosingAny() {
    executor.setMaximumPoolSize(2);
    executor.contextStopping();
    keepBusy(2).countDown();
    turn("after", 0);
    Awaitility.await().until(() -> done.contains("after"));
    assertThat(executor.getCorePoolSize()).isEqualTo(2);
  }

  @Test
  void runsNextTurnAfterOneThrows() {
    executor.execute(
        () -> {
          throw new IllegalStateException("on purpose");
        });
    turn("next", 0);
    Awaitility.await().dontCatchUncaughtExceptions().until(() -> done.contains("next"));
    // The thread that died reports its exception last, which must not happen in another test.
    Awaitility.await().dontCatchUncaughtExceptions().until(() -> threads() <= 1);
  }

  private static long threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("turns-"))
        .count();
  }

  /** A visit that takes its turns one after the other. */
  private static final class Owner implements ExcessTurns.Owner {
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
      return this;
    }
  }

  /** A turn of a visit that is over its account. */
  private record Excess(Owner owner, Runnable work, Runnable closed)
      implements QueuedWork, Closeable {
    Excess(Runnable work) {
      this(new Owner(), work, () -> {});
    }

    @Override
    public void close() {
      closed.run();
    }

    @Override
    public boolean refuseIfLate(long beforeNanos, BooleanSupplier takeOut, TurnExecutor workers) {
      boolean isRefused = beforeNanos > 0 && takeOut.getAsBoolean();
      if (isRefused) {
        closed.run();
      }
      return isRefused;
    }

    @Override
    public long queuedNanos() {
      return 0;
    }

    @Override
    public long waitingSinceNanos() {
      return 0;
    }

    @Override
    public ExcessTurns.Owner excessOf() {
      return owner;
    }

    @Override
    public void run() {
      work.run();
    }
  }

  @Test
  void turnsOfVisitsOverTheirAccountKeepTheirPlace() {
    CountDownLatch busy = keepBusy(1);
    budget.grant(1, System.nanoTime());
    for (int i = 0; i < 3; i++) {
      executor.execute(new Excess(() -> done.add("excess")));
    }
    long now = System.nanoTime();
    turn("first", now);
    turn("second", now + 1);
    assertThat(executor.waitingTurns()).as("what is beyond an account is none").isEqualTo(2);

    busy.countDown();

    Awaitility.await().until(() -> done.size() == 5);
    assertThat(done).containsExactly("excess", "excess", "excess", "first", "second");
  }

  /** One visit with many streams that wait, for example for a client that does not read. */
  @Test
  void closesReleasedTurnsWhenTooManyAreHeldBack() {
    executor.setMaximumPoolSize(20);
    Owner greedy = new Owner();
    CountDownLatch latch = new CountDownLatch(1);
    int begun = 10;
    int turns = begun + ExcessQueue.WAITING_MAX + 30;
    AtomicInteger closed = new AtomicInteger();
    for (int i = 0; i < turns; i++) {
      executor.execute(new Excess(greedy, () -> await(latch), closed::incrementAndGet));
    }
    Awaitility.await().until(() -> executor.heldBack() == ExcessQueue.WAITING_MAX);
    assertThat(closed).hasValue(30);

    latch.countDown();
    Awaitility.await().until(() -> executor.getSubmittedCount() == 0);
    budget.grant(1, System.nanoTime());
    executor.execute(new Excess(() -> done.add("of another visit")));

    Awaitility.await().until(() -> done.contains("of another visit"));
  }

  @Test
  void refusesReleasedTurnThatIsLate() {
    CountDownLatch busy = keepBusy(1);
    budget.grant(1, System.nanoTime());
    executor.execute(new Excess(new Owner(), () -> done.add("run"), () -> done.add("refused")));
    assertThat(executor.getQueue()).hasSize(1);
    executor.execute(new Excess(() -> done.add("next")));
    assertThat(executor.getQueue()).as("one at a time of one worker").hasSize(1);

    assertThat(executor.refuseLate(1)).isEqualTo(2);
    assertThat(executor.refuseLate(1)).isZero();

    assertThat(done).containsExactly("refused");
    executor.execute(new Excess(() -> done.add("its slot is free")));
    busy.countDown();
    Awaitility.await().until(() -> done.contains("its slot is free"));
    assertThat(done).doesNotContain("run", "next");
    Awaitility.await().until(() -> executor.getSubmittedCount() == 0);
  }

  /** The first of many turns may use up the account of their visit. */
  @Test
  void deferredTurnKeepsItsPlace() {
    CountDownLatch busy = keepBusy(1);
    Turn[] turn = new Turn[1];
    turn[0] =
        new Turn(
            () -> {
              if (done.isEmpty()) {
                done.add("deferred");
                executor.defer(turn[0], new Owner());
              } else {
                done.add("done");
              }
            },
            System.nanoTime());
    executor.execute(turn[0]);
    turn("other", System.nanoTime() + 1);

    busy.countDown();

    Awaitility.await().until(() -> done.size() == 3);
    assertThat(done).containsExactly("deferred", "done", "other");
    Awaitility.await().until(() -> executor.getSubmittedCount() == 0);
  }

  private void burn(String name) {
    // More than the budget saves.
    long until = ThreadCpu.nanos() + 120_000_000;
    while (ThreadCpu.nanos() < until) {
      Thread.onSpinWait();
    }
    done.add(name);
  }

  @Test
  void visitsOverTheirAccountWaitForCpuTime() {
    budget.grant(1e-9, System.nanoTime());
    executor.execute(new Excess(() -> burn("first")));
    executor.execute(new Excess(() -> done.add("second")));
    Awaitility.await().until(() -> done.contains("first"));
    turn("other", System.nanoTime());
    Awaitility.await().until(() -> done.contains("other"));
    assertThat(done).containsExactly("first", "other");

    budget.grant(Double.POSITIVE_INFINITY, System.nanoTime());

    Awaitility.await().until(() -> done.contains("second"));
  }

  @Test
  void countsOnlyFirstTurnOfVisitAsWaiting() {
    CountDownLatch busy = keepBusy(1);
    long now = System.nanoTime();
    executor.execute(new Turn(() -> done.add("first"), now));
    executor.execute(new Late(() -> done.add("second"), now));

    assertThat(executor.waitingTurns()).isEqualTo(1);

    busy.countDown();
    Awaitility.await().until(() -> done.size() == 2);
    assertThat(done).containsExactly("first", "second");
    assertThat(executor.waitingTurns()).isZero();
  }

  /** A turn that was queued then, behind another one of its visit. */
  private record Late(Runnable work, long queuedNanos) implements QueuedWork {
    @Override
    public long waitingSinceNanos() {
      return queuedNanos + LATER_NANOS;
    }

    @Override
    public void run() {
      work.run();
    }
  }

  /** Otherwise a visit could have any number of turns wait without being noticed. */
  @Test
  void countsTurnAsWaitingOnceItIsDue() {
    CountDownLatch busy = keepBusy(1);
    long now = System.nanoTime();
    executor.execute(new Late(() -> done.add("comes later"), now));
    executor.execute(new Late(() -> done.add("has come"), now - 2 * LATER_NANOS));

    assertThat(executor.waitingTurns()).isEqualTo(1);

    busy.countDown();
    Awaitility.await().until(() -> done.size() == 2);
  }

  /** Work that counts its places in the queue. */
  private final class Placed implements QueuedWork {
    private final AtomicInteger places = new AtomicInteger();

    @Override
    public long queuedNanos() {
      return 0;
    }

    @Override
    public long waitingSinceNanos() {
      return 0;
    }

    @Override
    public void entersQueue() {
      places.incrementAndGet();
    }

    @Override
    public void leavesQueue() {
      places.decrementAndGet();
    }

    @Override
    public void run() {
      done.add("places " + places);
    }
  }

  @Test
  void notifiesWorkOnQueueEntryAndExit() {
    CountDownLatch busy = keepBusy(1);
    Placed begins = new Placed();
    Placed takenOut = new Placed();
    executor.execute(begins);
    executor.execute(takenOut);
    assertThat(begins.places).hasValue(1);
    assertThat(takenOut.places).hasValue(1);

    assertThat(executor.takeOut(takenOut)).isTrue();

    assertThat(takenOut.places).hasValue(0);
    busy.countDown();
    Awaitility.await().until(() -> done.size() == 1);
    assertThat(done).containsExactly("places 0");
  }

  @Test
  void removesWorkFromQueueWhenThreadCreationFails() {
    AtomicBoolean none = new AtomicBoolean();
    TurnExecutor without =
        new TurnExecutor(
            1,
            60_000,
            new TaskThreadFactory("none-", true, Thread.NORM_PRIORITY) {
              @Override
              public Thread newThread(Runnable work) {
                if (none.get()) {
                  throw new OutOfMemoryError("unable to create native thread");
                }
                return super.newThread(work);
              }
            },
            new TurnMeter(new ServerMeters()),
            budget,
            /* areShared= */ true);
    none.set(true);
    without.setMaximumPoolSize(2);
    Placed work = new Placed();

    assertThatThrownBy(() -> without.execute(work)).isInstanceOf(OutOfMemoryError.class);

    assertThat(work.places).hasValue(0);
    assertThat(without.getQueue()).isEmpty();
    assertThat(without.getSubmittedCount()).isZero();
    without.end(5000);
  }

  @Test
  void measuresDelayFromPlaceInQueue() {
    Late late = new Late(() -> {}, 100);

    assertThat(late.delayNanos(LATER_NANOS)).isZero();
    assertThat(late.delayNanos(LATER_NANOS + 107)).isEqualTo(7);
    assertThat(new Turn(() -> {}, 100).delayNanos(107)).isEqualTo(7);
  }

  /** Otherwise no stream of HTTP/2 would ever be deferred. */
  @Test
  void http2StreamClassExistsAndIsRunnable() throws ClassNotFoundException {
    assertThat(Runnable.class).isAssignableFrom(Class.forName(UnmeteredWork.STREAM));
  }
}
