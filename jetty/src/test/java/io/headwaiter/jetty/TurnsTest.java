package io.headwaiter.jetty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwaiter.telemetry.ServerMeters;
import java.io.Closeable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** The work of a connector can be seen to wait. */
class TurnsTest {
  private final Deque<Runnable> pool = new ArrayDeque<>();
  private final ServerMeters meters = new ServerMeters();
  private final Turns turns = new Turns(pool::add, meters);

  @Test
  void countsWhatWaitsAndMeasuresHowLong() {
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
  void aPoolThatTakesThemOutOfOrderIsFollowed() {
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
  void whatThePoolRefusesDoesNotWait() {
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

  /** Jetty's pool closes what it will not run any more, and that closes the connection. */
  @Test
  void whatThePoolClosesIsClosed() throws Exception {
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
}
