package io.headwaiter.front.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwaiter.core.visit.ExcessQueue;
import java.lang.reflect.InvocationTargetException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** On platform threads, and on virtual ones where this JDK has them. */
@Timeout(60)
@ParameterizedClass
@MethodSource("threads")
class RequestPermitsTest {
  private static final long LONG = TimeUnit.HOURS.toNanos(1);
  private static final int VIRTUAL_THREADS_SINCE = 21;

  private final ExecutorService threads;
  private final List<Future<Boolean>> waits = new ArrayList<>();
  private final List<Integer> entered = new CopyOnWriteArrayList<>();

  RequestPermitsTest(String kind) throws ReflectiveOperationException {
    threads = kind.equals("virtual") ? virtual() : Executors.newCachedThreadPool();
  }

  static List<String> threads() {
    return Runtime.version().feature() < VIRTUAL_THREADS_SINCE
        ? List.of("platform")
        : List.of("platform", "virtual");
  }

  private static ExecutorService virtual() throws ReflectiveOperationException {
    try {
      return (ExecutorService)
          Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    } catch (InvocationTargetException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  @AfterEach
  void end() {
    threads.shutdownNow();
  }

  private static ConditionFactory await() {
    return Awaitility.await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(2));
  }

  /** Queues the next request; it keeps its permit. */
  private void queue(RequestPermits permits) {
    int number = waits.size();
    waits.add(
        threads.submit(
            () -> {
              boolean has = permits.enter();
              if (has) {
                entered.add(number);
              }
              return has;
            }));
    await().until(() -> permits.waiting() == number + 1 - entered.size());
  }

  private static RequestPermits taken(int count) {
    RequestPermits permits = new RequestPermits(count, LONG);
    for (int i = 0; i < count; i++) {
      assertThat(permits.enter()).isTrue();
    }
    return permits;
  }

  @Test
  void grantsPermitsInOrderOfArrival() {
    RequestPermits permits = taken(2);
    for (int i = 0; i < 3; i++) {
      queue(permits);
    }
    assertThat(permits.busy()).isEqualTo(2);
    for (int i = 1; i <= 3; i++) {
      permits.leave();
      // The permit goes to the head of the line, before any request that comes now.
      assertThat(permits.busy()).isEqualTo(2);
      assertThat(permits.waiting()).isEqualTo(3 - i);
      int count = i;
      await().until(() -> entered.size() == count);
    }
    assertThat(entered).containsExactly(0, 1, 2);
    permits.leave();
    permits.leave();
    assertThat(permits.busy()).isZero();
  }

  @Test
  void waitEndsAtTimeout() {
    RequestPermits permits = new RequestPermits(1, TimeUnit.MILLISECONDS.toNanos(1));
    assertThat(permits.enter()).isTrue();
    long began = System.nanoTime();
    assertThat(permits.enter()).isFalse();
    assertThat(System.nanoTime() - began).isGreaterThanOrEqualTo(1_000_000);
    assertThat(permits.waiting()).isZero();
    assertThat(permits.busy()).isEqualTo(1);
    permits.leave();
    assertThat(permits.enter()).isTrue();
  }

  @Test
  void zeroTimeoutDoesNotWait() {
    RequestPermits permits = new RequestPermits(1, 0);
    assertThat(permits.enter()).isTrue();
    assertThat(permits.enter()).isFalse();
  }

  @Test
  void cancelledRequestLeavesLine() throws Exception {
    RequestPermits permits = taken(1);
    queue(permits);
    queue(permits);
    waits.get(0).cancel(true);
    await().until(() -> permits.waiting() == 1);
    permits.leave();
    assertThat(waits.get(1).get()).isTrue();
    assertThat(entered).containsExactly(1);
  }

  @Test
  void requestsInsideFinishWithFewerPermits() throws Exception {
    RequestPermits permits = taken(3);
    permits.resize(1);
    assertThat(permits.capacity()).isEqualTo(1);
    queue(permits);
    permits.leave();
    permits.leave();
    assertThat(permits.busy()).isEqualTo(1);
    assertThat(permits.waiting()).isEqualTo(1);
    permits.leave();
    assertThat(waits.get(0).get()).isTrue();
    assertThat(permits.busy()).isEqualTo(1);
  }

  @Test
  void waitingRequestsEnterWithMorePermits() throws Exception {
    RequestPermits permits = taken(1);
    for (int i = 0; i < 3; i++) {
      queue(permits);
    }
    permits.resize(3);
    assertThat(permits.waiting()).isEqualTo(1);
    assertThat(waits.get(0).get()).isTrue();
    assertThat(waits.get(1).get()).isTrue();
    permits.resize(0);
    assertThat(waits.get(2).get()).isTrue();
    assertThat(permits.capacity()).as("no bound").isZero();
    assertThat(permits.busy()).isEqualTo(4);
  }

  @Test
  void squeezedInRequestCountsUntilItLeaves() throws Exception {
    RequestPermits permits = taken(1);
    permits.squeezeIn();
    assertThat(permits.busy()).isEqualTo(2);
    queue(permits);
    permits.leave();
    assertThat(permits.waiting()).isEqualTo(1);
    permits.leave();
    assertThat(waits.get(0).get()).isTrue();
  }

  @Test
  void closeEndsAllWaits() throws Exception {
    RequestPermits permits = taken(1);
    queue(permits);
    permits.close();
    assertThat(waits.get(0).get()).isFalse();
    permits.leave();
    assertThat(permits.enter()).isFalse();
    assertThat(permits.busy()).isZero();
  }

  @Test
  void interruptedThreadGetsNoPermitAndStaysInterrupted() throws Exception {
    RequestPermits permits = taken(1);
    Future<Boolean> interrupted =
        threads.submit(
            () -> {
              Thread.currentThread().interrupt();
              return !permits.enter() && Thread.interrupted();
            });
    assertThat(interrupted.get()).isTrue();
    assertThat(permits.waiting()).isZero();
  }

  @Test
  void measuresWaitOfHead() {
    RequestPermits permits = taken(1);
    assertThat(permits.headDelayNanos(System.nanoTime() + LONG)).isZero();
    long before = System.nanoTime();
    queue(permits);
    long after = System.nanoTime();
    queue(permits);
    assertThat(permits.headDelayNanos(before + LONG)).isBetween(LONG - (after - before), LONG);
    assertThat(permits.headDelayNanos(before - LONG)).as("a clock that is behind").isZero();
    permits.resize(5);
    assertThat(permits.headDelayNanos(System.nanoTime() + LONG)).isZero();
  }

  /**
   * Many threads, while the number of permits goes up and down: no request is lost, and never are
   * too many inside.
   */
  @Test
  void boundHoldsDuringResizes() throws Exception {
    RequestPermits permits = new RequestPermits(1, LONG);
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    for (int i = 0; i < 8; i++) {
      waits.add(threads.submit(() -> comeAndGo(permits, inside, most)));
    }
    for (int i = 0; i < 200; i++) {
      permits.resize(1 + i % 3);
    }
    for (Future<Boolean> wait : waits) {
      assertThat(wait.get()).isTrue();
    }
    assertThat(most.get()).isBetween(1, 3);
    assertThat(permits.busy()).isZero();
    assertThat(permits.waiting()).isZero();
  }

  private static boolean comeAndGo(
      RequestPermits permits, AtomicInteger inside, AtomicInteger most) {
    for (int i = 0; i < 500; i++) {
      if (!permits.enter()) {
        return false;
      }
      most.accumulateAndGet(inside.incrementAndGet(), Math::max);
      inside.decrementAndGet();
      permits.leave();
    }
    return true;
  }

  /** Sends the next request of a visit; it keeps its permit, waits, or is held back. */
  private void ask(RequestPermits permits, Object visit) {
    int number = waits.size();
    int before = permits.busy() + permits.waiting() + permits.heldBack();
    waits.add(
        threads.submit(
            () -> {
              boolean has = permits.enter(visit, /* canWait= */ true, nanos -> {});
              if (has) {
                entered.add(number);
              }
              return has;
            }));
    await().until(() -> permits.busy() + permits.waiting() + permits.heldBack() == before + 1);
  }

  @Test
  void visitHoldsNoMoreThanItLeavesIdle() throws Exception {
    RequestPermits permits = new RequestPermits(10, LONG);
    Object greedy = new Object();
    for (int i = 0; i < 7; i++) {
      ask(permits, greedy);
    }
    assertThat(permits.busy()).isEqualTo(5);
    assertThat(permits.heldBack()).isEqualTo(2);
    assertThat(permits.waiting()).as("no waiting work").isZero();
    assertThat(permits.headDelayNanos(System.nanoTime() + LONG)).isZero();

    assertThat(permits.enter(new Object(), /* canWait= */ true, nanos -> {})).isTrue();

    for (int i = 0; i < 3; i++) {
      permits.leave(greedy);
    }
    for (Future<Boolean> wait : waits) {
      assertThat(wait.get()).isTrue();
    }
    assertThat(permits.heldBack()).isZero();
    assertThat(permits.busy()).isEqualTo(5);
  }

  @Test
  void servesLineBeforeHeldBackRequests() throws Exception {
    RequestPermits permits = new RequestPermits(4, LONG);
    Object greedy = new Object();
    for (int i = 0; i < 2; i++) {
      ask(permits, greedy);
      assertThat(permits.enter()).isTrue();
    }
    ask(permits, greedy);
    assertThat(permits.heldBack()).isEqualTo(1);
    Object other = new Object();
    ask(permits, other);
    assertThat(permits.waiting()).isEqualTo(1);

    permits.leave(greedy);

    assertThat(waits.get(3).get()).isTrue();
    assertThat(permits.waiting()).as("its share came to it meanwhile").isEqualTo(1);
    permits.leave(other);
    assertThat(waits.get(2).get()).isTrue();
  }

  @Test
  void heldBackRequestGivesUpAtTimeout() throws Exception {
    RequestPermits permits = new RequestPermits(4, TimeUnit.MILLISECONDS.toNanos(1));
    Object greedy = new Object();
    AtomicInteger waited = new AtomicInteger();
    for (int i = 0; i < 2; i++) {
      assertThat(permits.enter(greedy, true, nanos -> waited.incrementAndGet())).isTrue();
    }
    assertThat(permits.enter(greedy, true, nanos -> waited.incrementAndGet())).isFalse();
    assertThat(waited).as("not for a permit").hasValue(0);
    assertThat(permits.heldBack()).isZero();
    permits.leave(greedy);
    assertThat(permits.enter(greedy, true, nanos -> {})).as("nothing is left over").isTrue();
  }

  @Test
  void refusesVisitWithTooManyHeldBackRequests() throws Exception {
    RequestPermits permits = new RequestPermits(2, LONG);
    Object greedy = new Object();
    for (int i = 0; i < 2 + ExcessQueue.WAITING_MAX; i++) {
      ask(permits, greedy);
    }
    assertThat(permits.heldBack()).isEqualTo(ExcessQueue.WAITING_MAX);

    assertThat(permits.enter(greedy, /* canWait= */ true, nanos -> {})).isFalse();

    assertThat(permits.heldBack()).isEqualTo(ExcessQueue.WAITING_MAX);
    permits.leave(greedy);
    await().until(() -> entered.size() == 3);
    permits.close();
  }

  @Test
  void holdsBackOnlyIfSharedAndMayWait() {
    RequestPermits permits = new RequestPermits(4, 0);
    Object greedy = new Object();
    for (int i = 0; i < 4; i++) {
      assertThat(permits.enter(greedy, /* canWait= */ false, nanos -> {})).isTrue();
    }
    RequestPermits open = new RequestPermits(4, 0, /* areShared= */ false);
    for (int i = 0; i < 4; i++) {
      assertThat(open.enter(greedy, /* canWait= */ true, nanos -> {})).isTrue();
    }
  }

  @Test
  void resizeAndCloseReleaseHeldBackRequests() throws Exception {
    RequestPermits permits = new RequestPermits(4, LONG);
    Object greedy = new Object();
    for (int i = 0; i < 5; i++) {
      ask(permits, greedy);
    }
    assertThat(permits.heldBack()).isEqualTo(3);
    permits.resize(6);
    assertThat(permits.busy()).isEqualTo(3);
    permits.close();
    int refused = 0;
    for (Future<Boolean> wait : waits) {
      refused += wait.get() ? 0 : 1;
    }
    assertThat(refused).isEqualTo(2);
    assertThat(permits.heldBack()).isZero();
  }

  @Test
  void describesPermitsAndRejectsNegativeTimeout() {
    assertThat(taken(2)).hasToString("2 permits, 2 taken, 0 waiting for up to 3600000 ms");
    assertThat(new RequestPermits(-1, 0).toString()).startsWith("any number of permits, 0 taken");
    assertThatThrownBy(() -> new RequestPermits(1, -1)).hasMessageContaining("timeoutNanos");
  }
}
