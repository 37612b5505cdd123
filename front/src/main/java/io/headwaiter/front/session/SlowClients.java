package io.headwaiter.front.session;

import io.headwaiter.core.visit.SlowClientChoice;
import io.headwaiter.core.visit.SlowClientChoice.Wait;
import io.headwaiter.front.work.WorkQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The workers that wait for their clients. When other turns wait for a worker, and at least half of
 * the workers wait for clients, it takes workers away from those clients: {@link SlowClientChoice}.
 * Otherwise slow clients go on.
 *
 * <p>Thread-safe; one thread calls {@link #look}.
 */
final class SlowClients {
  private static final long HEAD_DELAY_NANOS = 50_000_000L;
  // Others will come.
  private static final int CHOICE_PART = 4;

  private final WorkQueue work;
  private final Set<ClientPace> waiting = ConcurrentHashMap.newKeySet();

  SlowClients(WorkQueue work) {
    this.work = work;
    // Loads its classes now: when no descriptor is left, a class file cannot be opened.
    SlowClientChoice.choose(List.of(new Wait<>(work, work, 0)), 1);
  }

  void note(ClientPace pace, boolean waits) {
    if (waits) {
      waiting.add(pace);
    } else {
      waiting.remove(pace);
    }
  }

  /** Returns how many workers wait for slow clients. */
  int held(long nowNanos) {
    int held = 0;
    for (ClientPace pace : waiting) {
      held += pace.isSlow(nowNanos) ? 1 : 0;
    }
    return held;
  }

  /** Takes workers away, and returns how many. */
  int look(long nowNanos) {
    if (work.headDelayNanos(nowNanos) < HEAD_DELAY_NANOS) {
      return 0;
    }
    List<Wait<ClientPace>> waits = new ArrayList<>();
    for (ClientPace pace : waiting) {
      Object visit = pace.visit();
      if (visit != null) {
        waits.add(new Wait<>(pace, visit, pace.owedNanos(nowNanos)));
      }
    }
    if (2 * waits.size() < work.workers()) {
      return 0;
    }
    int wanted = Math.max(work.waiting(), work.workers() / CHOICE_PART);
    List<ClientPace> slow = SlowClientChoice.choose(waits, wanted);
    slow.forEach(pace -> pace.giveUp(nowNanos));
    return slow.size();
  }
}
