package io.headwaiter.jetty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwaiter.core.visit.ExcessBudget;
import io.headwaiter.front.supply.ThreadCpu;
import io.headwaiter.telemetry.ServerMeters;
import java.io.Closeable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.eclipse.jetty.util.thread.strategy.ProduceConsume;
import org.junit.jupiter.api.Test;

/** The waiting work of a connector is visible. */
class TurnsTest {
  private final Deque<Runnable> pool = new ArrayDeque<>();
  private final ServerMeters meters = new ServerMeters();
  private final Turns turns = new Turns(pool::add, meters);

  @Test
  void countsAndTimesWaitingTurns() {
    List<String> done = new ArrayList<>();
    turns.execute(() -> done.add("first"));
    long between = System.nanoTime();
    turns.execute(() -> done.add("second"));
    long later = System.nanoTime() + 1_000;
    assertThat(turns.waiting()).isEqualTo(2);
    assertThat(turns.headDelayNanos(later)).isGreaterThanOrEqualTo(later - between);
    pool.poll().run();
    assertThat(turns.waiting()).isEqualTo(1);
    assertThat(turns.headDelayNanos(later)).isLessThanOrEqualTo(later - between);
    pool.poll().run();
    assertThat(done).containsExactly("first", "second");
    assertThat(turns.waiting()).isZero();
    assertThat(turns.headDelayNanos(later)).isZero();
    assertThat(meters.totals().queueDelays()).isEqualTo(2);
    assertThat(meters.totals().queueDelayNanos()).isPositive();
  }

  @Test
  void countsTurnsTakenOutOfOrder() {
    for (int i = 0; i < 3; i++) {
      turns.execute(() -> {});
    }
    pool.pollLast().run();
    pool.poll().run();
    assertThat(turns.waiting()).isEqualTo(1);
    assertThat(turns.headDelayNanos(System.nanoTime())).isPositive();
    pool.poll().run();
    assertThat(turns.headDelayNanos(System.nanoTime())).isZero();
  }

  @Test
  void doesNotCountRejectedTurnAsWaiting() {
    Turns refusing =
        new Turns(
            work -> {
              throw new RejectedExecutionException("full");
            },
            meters);
    assertThatThrownBy(() -> refusing.execute(() -> {}))
        .isInstanceOf(RejectedExecutionException.class);
    assertThat(refusing.waiting()).isZero();
    assertThat(refusing.headDelayNanos(System.nanoTime())).isZero();
  }

  /** Jetty's pool closes work that it will not run any more, and that closes the connection. */
  @Test
  void closesWorkThatPoolCloses() throws Exception {
    class Work implements Runnable, Closeable {
      boolean closed;

      @Override
      public void run() {
        throw new AssertionError("closed work is not run");
      }

      @Override
      public void close() {
        closed = true;
      }
    }
    Work work = new Work();
    turns.execute(work);
    ((Closeable) pool.poll()).close();
    assertThat(work.closed).isTrue();
    assertThat(turns.waiting()).isZero();
    assertThat(meters.totals().queueDelays()).isZero();
  }

  private final List<String> done = new ArrayList<>();

  private void workAll() {
    while (!pool.isEmpty()) {
      pool.poll().run();
    }
  }

  @Test
  void defersVisitOverItsAccountBehindOthers() {
    ExcessBudget budget = new ExcessBudget();
    turns.start(budget, /* shared= */ true);
    budget.grant(1e-9, System.nanoTime());
    Customer customer = new Customer(turns, meters, /* priceNanos= */ 10);
    customer.takes(31);
    customer.asks(() -> burn("first"));
    workAll();
    customer.asks(() -> done.add("second"));
    turns.execute(customer.selected(() -> done.add("third")));
    turns.execute(() -> done.add("other"));
    assertThat(turns.waiting()).as("what is beyond an account is none").isEqualTo(1);

    workAll();
    assertThat(done).containsExactly("first", "other");

    budget.grant(Double.POSITIVE_INFINITY, System.nanoTime());
    workAll();
    assertThat(done).containsExactly("first", "other", "second", "third");
    assertThat(meters.deferredTurns()).isEqualTo(3);
    assertThat(turns.waiting()).isZero();
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
  void defersTurnOverAccountWhenThreadTakesIt() {
    ExcessBudget budget = new ExcessBudget();
    turns.start(budget, /* shared= */ true);
    Customer customer = new Customer(turns, meters, /* priceNanos= */ 10);
    customer.asks(() -> done.add("stream"));
    turns.execute(() -> done.add("other"));
    assertThat(turns.waiting()).isEqualTo(2);
    customer.takes(31);

    workAll();

    assertThat(done).containsExactly("other", "stream");
    assertThat(meters.deferredTurns()).isEqualTo(1);
    assertThat(turns.waiting()).isZero();
  }

  @Test
  void doesNotDeferVisitWithinItsAccount() {
    turns.start(new ExcessBudget(), /* shared= */ true);
    Customer customer = new Customer(turns, meters, /* priceNanos= */ 1e12);
    customer.asks(() -> done.add("stream"));
    turns.execute(customer.selected(() -> done.add("page")));

    workAll();

    assertThat(done).containsExactly("stream", "page");
    assertThat(meters.deferredTurns()).isZero();
  }

  /** A request that is being served may wait for a frame. */
  @Test
  void doesNotDeferReadingOfFrames() {
    ExcessBudget budget = new ExcessBudget();
    turns.start(budget, /* shared= */ true);
    Customer customer = new Customer(turns, meters, /* priceNanos= */ 10);
    customer.takes(31);
    customer.asks(
        new ProduceConsume(
            () -> {
              done.add("read");
              return null;
            },
            turns));

    assertThat(turns.waiting()).isEqualTo(1);
    pool.clear();
  }
}
