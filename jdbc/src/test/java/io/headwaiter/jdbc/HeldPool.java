package io.headwaiter.jdbc;

import io.headwaiter.core.holding.HoldingModel;
import io.headwaiter.jdbc.holding.ConnectionValue;
import io.headwaiter.jdbc.holding.HoldingDecider;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.PriorityQueue;
import java.util.Random;

/** A pool and its customers in virtual time, under one policy. */
final class HeldPool {
  private static final long MICRO = 1_000;
  private static final long WARM_UP_NANOS = 20_000_000_000L;
  private static final long END_NANOS = 50_000_000_000L;
  private static final double SPREAD = 0.5;

  /**
   * A workload. Times are means in microseconds; each time varies by up to a half up and down.
   *
   * @param customers number of customers
   * @param connections size of the pool
   * @param uses how often a request uses a connection
   * @param useMicros length of a use
   * @param pauseMicros pause between two uses
   * @param handOverMicros from taking a connection, or its return to a waiting request, to its work
   * @param thinkMicros time before the first use and after the last
   */
  record Work(
      int customers,
      int connections,
      int uses,
      long useMicros,
      long pauseMicros,
      long handOverMicros,
      long thinkMicros) {}

  private record Event(long atNanos, long order, Runnable what) {}

  private final Work work;
  private final HoldingPolicy policy;
  private final Random dice = new Random(7);
  private final PriorityQueue<Event> events =
      new PriorityQueue<>(Comparator.comparingLong(Event::atNanos).thenComparingLong(Event::order));
  private final Deque<Customer> line = new ArrayDeque<>();
  private final ConnectionValue price;
  private final HoldingDecider holdingDecider;
  private long nowNanos;
  private long order;
  private int idle;
  private long served;

  HeldPool(Work work, HoldingPolicy policy) {
    this.work = work;
    this.policy = policy;
    idle = work.connections();
    price = new ConnectionValue(() -> nowNanos, work::connections);
    holdingDecider = new HoldingDecider(price);
  }

  /** Runs the system, and returns the requests served per second after a warm-up. */
  double requestsPerSecond() {
    for (int i = 0; i < work.customers(); i++) {
      new Customer().begin();
    }
    long before = 0;
    while (nowNanos < END_NANOS) {
      Event next = events.remove();
      if (nowNanos < WARM_UP_NANOS && next.atNanos() >= WARM_UP_NANOS) {
        before = served;
      }
      nowNanos = next.atNanos();
      next.what().run();
    }
    return (served - before) * 1e9 / (END_NANOS - WARM_UP_NANOS);
  }

  private void after(long meanMicros, Runnable what) {
    double factor = 1 - SPREAD + 2 * SPREAD * dice.nextDouble();
    events.add(new Event(nowNanos + (long) (meanMicros * MICRO * factor), order++, what));
  }

  private void giveBack() {
    price.returns();
    if (line.isEmpty()) {
      idle++;
    } else {
      Customer next = line.remove();
      after(work.handOverMicros(), next::got);
    }
  }

  /** A customer that sends one request after the other. */
  private final class Customer {
    private int done;
    private boolean has;
    private long closedNanos;
    private int[] gaps;
    private long[] gapNanos;

    void begin() {
      done = 0;
      gaps = new int[HoldingModel.STAGES];
      gapNanos = new long[HoldingModel.STAGES];
      after(work.thinkMicros(), this::wants);
    }

    private void wants() {
      if (done > 0) {
        gaps[HoldingModel.stage(done)]++;
        gapNanos[HoldingModel.stage(done)] += nowNanos - closedNanos;
      }
      if (has) {
        uses();
        return;
      }
      price.asks();
      if (idle > 0) {
        idle--;
        after(work.handOverMicros(), this::got);
      } else {
        line.add(this);
      }
    }

    private void got() {
      price.answered(true);
      has = true;
      uses();
    }

    private void uses() {
      after(work.useMicros(), this::closes);
    }

    private void closes() {
      done++;
      closedNanos = nowNanos;
      boolean keeps =
          policy == HoldingPolicy.REQUEST
              || (policy == HoldingPolicy.ADAPTIVE && holdingDecider.keeps(done));
      if (!keeps) {
        has = false;
        giveBack();
      }
      if (done < work.uses()) {
        after(work.pauseMicros(), this::wants);
      } else {
        after(work.thinkMicros(), this::ends);
      }
    }

    private void ends() {
      if (has) {
        has = false;
        giveBack();
      }
      holdingDecider.observe(done, gaps, gapNanos, nowNanos - closedNanos);
      served++;
      begin();
    }
  }
}
