package io.headwaiter.front.supply;

import io.headwaiter.telemetry.TurnClocks;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * CPU time of the Java threads, by purpose: threads of the front, the control thread, the
 * container's poller, worker threads, all others. For a worker thread the time of its turns is left
 * out, because it is recorded where it was spent:
 *
 * <pre>
 *   workers = sum over threads that have run a turn of (its clock - its turns that have ended)
 * </pre>
 *
 * <p>What a thread does between the last look and its end is lost. Virtual threads have no clocks:
 * their turns take nothing, and their time is in the threads that carry them, among all others.
 *
 * <p>To be asked about once a second. Not thread-safe.
 */
final class ThreadAccounts {
  private static final com.sun.management.ThreadMXBean THREADS =
      (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final Map<Long, Seen> known = new HashMap<>();
  private final Map<CpuAccount, Long> nanos = new EnumMap<>(CpuAccount.class);
  private final TurnClocks turns;
  private String pollerName = "";
  private List<Long> frontIds = List.of();
  private long controlId;
  // Threads with turns that were not alive at the last look.
  private Set<Long> missed = Set.of();

  /**
   * @param turns what the threads that run turns have recorded
   */
  ThreadAccounts(TurnClocks turns) {
    this.turns = turns;
  }

  /** Sets the threads of the runtime, and the control thread. */
  void setOurs(List<Long> front, long control) {
    frontIds = front;
    controlId = control;
  }

  /** Sets the name of the poller's thread. */
  void setPollerName(String name) {
    pollerName = name;
    known.values().forEach(Seen::forgetName);
  }

  /** Reads the clocks of all threads. */
  void look() {
    long[] ids = THREADS.getAllThreadIds();
    long[] cpuNanos = THREADS.getThreadCpuTime(ids);
    for (int i = 0; i < ids.length; i++) {
      if (cpuNanos[i] >= 0) {
        add(ids[i], cpuNanos[i]);
      }
    }
    Set<Long> alive = Arrays.stream(ids).boxed().collect(Collectors.toSet());
    known.keySet().retainAll(alive);
    forgetTurns(alive);
  }

  /**
   * Forgets the turns of threads that were alive at neither of the last two looks. A thread that
   * begins during a look is alive at the next one.
   */
  private void forgetTurns(Set<Long> alive) {
    Set<Long> gone = turns.threadIds();
    gone.removeAll(alive);
    gone.stream().filter(missed::contains).forEach(turns::forget);
    missed = gone;
  }

  private void add(long id, long cpuNanos) {
    Seen seen = known.computeIfAbsent(id, i -> new Seen());
    long used = cpuNanos - seen.cpuNanos;
    seen.cpuNanos = cpuNanos;
    CpuAccount account = account(id, seen);
    if (account == CpuAccount.WORKERS) {
      long enteredNanos = turns.enteredNanos(id);
      used -= enteredNanos - seen.enteredNanos;
      seen.enteredNanos = enteredNanos;
    }
    nanos.merge(account, used, Long::sum);
  }

  private CpuAccount account(long id, Seen seen) {
    if (turns.isKnown(id)) {
      return CpuAccount.WORKERS;
    }
    if (frontIds.contains(id)) {
      return CpuAccount.FRONT;
    }
    if (id == controlId) {
      return CpuAccount.CONTROL;
    }
    if (seen.name == null) {
      ThreadInfo info = THREADS.getThreadInfo(id);
      seen.name = info == null ? "" : info.getThreadName();
    }
    return seen.name.equals(pollerName) ? CpuAccount.POLLER : CpuAccount.OTHER;
  }

  /** Returns the nanoseconds seen so far. */
  long nanos(CpuAccount account) {
    return nanos.getOrDefault(account, 0L);
  }

  /** A thread as it was at the last look. */
  private static final class Seen {
    private long cpuNanos;
    private long enteredNanos;
    private @Nullable String name;

    void forgetName() {
      name = null;
    }
  }
}
