package io.headwaiter.jetty;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.visit.ExcessBudget;
import io.headwaiter.front.session.SessionUse;
import io.headwaiter.telemetry.ServerMeters;
import java.io.Closeable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.eclipse.jetty.util.thread.ThreadPool;
import org.eclipse.jetty.util.thread.ThreadPoolBudget;
import org.junit.jupiter.api.Test;

/** A visit holds no more threads than it leaves idle. */
class HeldBackTurnsTest {
  /** A pool of ten threads, as {@link Turns} sees it; the test does its work. */
  private static final class TenThreads implements ThreadPool.SizedThreadPool {
    final Deque<Runnable> work = new ArrayDeque<>();
    int threads = 10;

    @Override
    public void execute(Runnable command) {
      work.add(command);
    }

    @Override
    public int getMaxThreads() {
      return threads;
    }

    @Override
    public int getMinThreads() {
      return threads;
    }

    @Override
    public void setMaxThreads(int count) {
      threads = count;
    }

    @Override
    public void setMinThreads(int count) {
      threads = count;
    }

    @Override
    public int getThreads() {
      return threads;
    }

    @Override
    public int getIdleThreads() {
      return 0;
    }

    @Override
    public boolean isLowOnThreads() {
      return false;
    }

    @Override
    public void join() {}

    @Override
    public ThreadPoolBudget getThreadPoolBudget() {
      return null;
    }
  }

  private final TenThreads threads = new TenThreads();
  private final ServerMeters meters = new ServerMeters();
  private final Turns bounded = new Turns(threads, meters);
  private final List<String> done = new ArrayList<>();

  @Test
  void visitHoldsNoMoreThreadsThanItLeaves() {
    Customer customer = new Customer(bounded, meters, /* priceNanos= */ 1e12);
    for (int i = 0; i < 8; i++) {
      String name = "page " + i;
      bounded.execute(customer.selected(() -> done.add(name)));
    }
    assertThat(threads.work).hasSize(5);
    assertThat(bounded.heldBack()).isEqualTo(3);
    assertThat(bounded.waiting()).as("what is held back is none").isEqualTo(5);
    bounded.execute(() -> done.add("other"));
    assertThat(threads.work).hasSize(6);

    while (!threads.work.isEmpty()) {
      threads.work.poll().run();
    }

    assertThat(done).hasSize(9).endsWith("page 5", "page 6", "page 7");
    assertThat(bounded.heldBack()).isZero();
    assertThat(bounded.waiting()).isZero();
  }

  @Test
  void runsHeldBackTurnsOnAddedThreads() {
    Customer customer = new Customer(bounded, meters, /* priceNanos= */ 1e12);
    for (int i = 0; i < 8; i++) {
      bounded.execute(customer.selected(() -> done.add("page")));
    }
    new WorkerGauge(threads, bounded).size(20); // a foreign pool keeps its size
    assertThat(bounded.heldBack()).isEqualTo(3);
    threads.threads = 20;
    bounded.resized();
    assertThat(bounded.heldBack()).isZero();
    assertThat(threads.work).hasSize(8);
  }

  /** The request may wait for this work. */
  @Test
  void doesNotHoldBackWorkOfRequest() {
    Customer customer = new Customer(bounded, meters, /* priceNanos= */ 1e12);
    bounded.execute(
        customer.selected(
            () -> {
              io.headwaiter.front.request.Turn.requestBegins(meters, 0);
              for (int i = 0; i < 12; i++) {
                Turns.read(customer.connection, () -> bounded.execute(() -> done.add("piece")));
              }
            }));
    threads.work.poll().run();
    assertThat(threads.work).hasSize(12);
    assertThat(bounded.heldBack()).isZero();
  }

  /** The request may wait for what the client sends. */
  @Test
  void doesNotHoldBackWorkOfServingConnection() {
    Customer customer = new Customer(bounded, meters, /* priceNanos= */ 1e12);
    customer.serving = true;
    for (int i = 0; i < 12; i++) {
      bounded.execute(customer.selected(() -> done.add("body")));
    }
    assertThat(bounded.heldBack()).isZero();
  }

  @Test
  void limitsThreadsOfVisitOverItsAccount() {
    bounded.start(new ExcessBudget(), /* shared= */ true);
    Customer customer = new Customer(bounded, meters, /* priceNanos= */ 10);
    customer.takes(31);
    for (int i = 0; i < 8; i++) {
      bounded.execute(customer.selected(() -> done.add("page")));
    }
    assertThat(threads.work).hasSize(5);
    while (!threads.work.isEmpty()) {
      threads.work.poll().run();
    }
    assertThat(done).hasSize(8);
    assertThat(meters.deferredTurns()).isEqualTo(8);
  }

  @Test
  void holdsNothingBackInShadowMode() {
    bounded.start(new ExcessBudget(), /* shared= */ false);
    Customer customer = new Customer(bounded, meters, /* priceNanos= */ 1e12);
    for (int i = 0; i < 12; i++) {
      bounded.execute(customer.selected(() -> done.add("page")));
    }
    assertThat(bounded.heldBack()).isZero();
  }

  /** Work that records that it was closed. */
  private final class Closing implements Turns.OfConnection, Closeable {
    private final SessionUse sessionUse;

    Closing(SessionUse sessionUse) {
      this.sessionUse = sessionUse;
    }

    @Override
    public SessionUse sessionUse() {
      return sessionUse;
    }

    @Override
    public boolean isServing() {
      return false;
    }

    @Override
    public void run() {
      throw new AssertionError("closed work is not run");
    }

    @Override
    public void close() {
      done.add("closed");
    }
  }

  @Test
  void closesHeldBackWorkOnStop() throws Exception {
    Customer customer = new Customer(bounded, meters, /* priceNanos= */ 1e12);
    SessionUse sessionUse = customer.selected(() -> {}).sessionUse();
    for (int i = 0; i < 8; i++) {
      bounded.execute(new Closing(sessionUse));
    }

    bounded.stop();

    assertThat(done).hasSize(3);
    assertThat(bounded.heldBack()).isZero();
    while (!threads.work.isEmpty()) {
      ((Closeable) threads.work.poll()).close();
    }
    assertThat(done).hasSize(8).containsOnly("closed");
    assertThat(bounded.waiting()).isZero();
  }
}
