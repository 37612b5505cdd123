package io.headwaiter.front.session;

import io.headwaiter.core.visit.SlowClientChoice;
import io.headwaiter.core.visit.SlowClientChoice.Wait;
import io.headwaiter.front.work.WorkQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The workers that wait for their clients. It takes workers away from those clients ({@link
 * SlowClientChoice}) when a turn has waited for 50 ms for a worker and half of the workers wait for
 * clients, or when one has waited for 0.5 s and a quarter of them do. One at a time, it also takes
 * those that keep turns of visits over their accounts from beginning. Otherwise slow clients go on.
 *
 * <p>If that lasts for a second and nobody owes enough, bytes no longer pay: clients that send as
 * slowly as is allowed must not hold the workers for ever.
 *
 * <p>Thread-safe; one thread calls {@link #look}.
 */
final class SlowClients {
  private static final long SHORT_NANOS = 50_000_000L;
  private static final long LONG_NANOS = 500_000_000L;
  private static final long PATIENCE_NANOS = 1_000_000_000L;
  private static final long SAMPLE_NANOS = 200_000_000L;
  private static final long SLOW_NANOS = ClientPace.SLOW_MILLIS * 1_000_000L;
  // More than wait now, because others will come.
  private static final int CHOICE_PART = 4;

  private final WorkQueue work;
  private final Set<ClientPace> waiting = ConcurrentHashMap.newKeySet();
  private final Set<ClientPace> sampled = ConcurrentHashMap.newKeySet();
  private boolean areSampled;
  private long sampledNanos;
  private boolean isShort;
  private long shortSinceNanos;

  SlowClients(WorkQueue work) {
    this.work = work;
    // Loads its classes now: when no descriptor is left, a class file cannot be opened.
    SlowClientChoice.choose(List.of(new Wait<>(work, work, 0)), 1);
  }

  void note(ClientPace pace, boolean waits) {
    keep(waiting, pace, waits);
  }

  void sample(ClientPace pace, boolean isServed) {
    keep(sampled, pace, isServed);
  }

  private static void keep(Set<ClientPace> set, ClientPace pace, boolean isIn) {
    if (isIn) {
      set.add(pace);
    } else {
      set.remove(pace);
    }
  }

  /** Returns how many workers wait for slow clients. */
  int held(long nowNanos) {
    int held = 0;
    for (ClientPace pace : waiting) {
      held += pace.waitedNanos(nowNanos) >= SLOW_NANOS ? 1 : 0;
    }
    return held;
  }

  /** Takes workers away, and returns how many. */
  int look(long nowNanos) {
    waiting.forEach(ClientPace::insist);
    long delayNanos = work.longestDelayNanos(nowNanos);
    takeSamples(delayNanos, nowNanos);
    int wanted = wanted(delayNanos, nowNanos);
    if (wanted == 0) {
      isShort = false;
      return 0;
    }
    if (!isShort) {
      isShort = true;
      shortSinceNanos = nowNanos;
    }
    boolean bytesPay = nowNanos - shortSinceNanos < PATIENCE_NANOS;
    int taken = 0;
    for (ClientPace pace : SlowClientChoice.choose(waits(nowNanos, bytesPay), wanted)) {
      taken += pace.giveUp(nowNanos) ? 1 : 0;
    }
    if (taken > 0) {
      shortSinceNanos = nowNanos;
    }
    return taken;
  }

  /** A sample of 200 threads takes some milliseconds, so there are few, and none in calm. */
  private void takeSamples(long delayNanos, long nowNanos) {
    if (delayNanos < SHORT_NANOS) {
      if (areSampled) {
        areSampled = false;
        sampled.forEach(ClientPace::unsample);
      }
    } else if (!areSampled || nowNanos - sampledNanos >= SAMPLE_NANOS) {
      areSampled = true;
      sampledNanos = nowNanos;
      sampled.forEach(pace -> pace.sample(nowNanos));
    }
  }

  /** Returns how many workers to take from slow clients. */
  private int wanted(long delayNanos, long nowNanos) {
    int held = held(nowNanos);
    if (held == 0) {
      return 0;
    }
    int part = delayNanos < LONG_NANOS ? 2 : 4;
    if (delayNanos >= SHORT_NANOS && part * held >= work.workers()) {
      return Math.max(1, Math.max(work.waiting(), work.workers() / CHOICE_PART));
    }
    return work.isExcessShort() ? 1 : 0;
  }

  private List<Wait<ClientPace>> waits(long nowNanos, boolean bytesPay) {
    List<Wait<ClientPace>> waits = new ArrayList<>();
    for (ClientPace pace : waiting) {
      Object visit = pace.visit();
      long owed = bytesPay ? pace.owedNanos(nowNanos) : pace.waitedNanos(nowNanos);
      if (visit != null && owed > 0) {
        waits.add(new Wait<>(pace, visit, owed));
      }
    }
    return waits;
  }
}
