package io.headwaiter.tomcat;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.front.TurnMeter;
import io.headwaiter.telemetry.ServerMeters;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.apache.tomcat.util.threads.TaskThreadFactory;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TurnExecutorTest {
  private final TurnExecutor executor =
      TurnExecutor.of(
          1,
          60_000,
          new TaskThreadFactory("turns-", true, Thread.NORM_PRIORITY),
          new TurnMeter(new ServerMeters()));
  private final List<String> done = Collections.synchronizedList(new ArrayList<>());

  @AfterEach
  void end() {
    executor.end(5000);
  }

  private record Turn(Runnable work, long waitingSinceNanos) implements Runnable, QueuedWork {
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
  void takesTheTurnWhoseCustomerHasWaitedLongest() {
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

  /** Done for somebody who was refused. */
  private record Courtesy(Runnable work) implements Runnable, QueuedWork {
    @Override
    public long queuedNanos() {
      return 0;
    }

    @Override
    public long waitingSinceNanos() {
      return Long.MAX_VALUE;
    }

    @Override
    public boolean isCourtesy() {
      return true;
    }

    @Override
    public void run() {
      work.run();
    }
  }

  @Test
  void nobodyCountsAsWaitingBecauseOfThoseWhoWereRefused() {
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

  /** One that can do without a worker. */
  private final class Refusable implements Runnable, QueuedWork {
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
    public boolean refuseIfLate(long beforeNanos, TurnExecutor workers) {
      boolean isRefused = sinceNanos < beforeNanos && workers.takeOut(this);
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
  void whoHasWaitedTooLongAndNeedsNoWorkerIsTakenOut() {
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
  void whatAWorkerHasTakenIsNotTakenOut() {
    Refusable work = new Refusable("work", 0);
    executor.execute(work);
    Awaitility.await().until(() -> done.size() == 1);
    assertThat(executor.takeOut(work)).isFalse();
    Awaitility.await().until(() -> executor.getSubmittedCount() == 0);
  }

  @Test
  void growsToItsThreadsBeforeAnythingWaitsAlsoAfterTheNumberWasChanged() {
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
  void workThatThrowsCostsNoThread() {
    executor.execute(
        () -> {
          throw new IllegalStateException("on purpose");
        });
    turn("next", 0);
    Awaitility.await().dontCatchUncaughtExceptions().until(() -> done.contains("next"));
    // The thread that died reports its exception last, which may not happen in another test.
    Awaitility.await().dontCatchUncaughtExceptions().until(() -> threads() <= 1);
  }

  private static long threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("turns-"))
        .count();
  }
}
