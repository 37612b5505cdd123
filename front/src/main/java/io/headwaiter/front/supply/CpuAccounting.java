package io.headwaiter.front.supply;

import io.headwaiter.door.Door;
import io.headwaiter.telemetry.ServerMeters;
import io.headwaiter.telemetry.ServerMeters.Totals;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Assembles {@link CpuBreakdown}, counted from its creation, and compares the accounts with the
 * process's clock over consecutive stretches. The control thread reads all threads once a second;
 * so does each caller that asks. Thread-safe.
 */
public final class CpuAccounting {
  /** Length of the stretches over which the accounts are compared with the process. */
  private static final long STRETCH_NANOS = 10_000_000_000L;

  private static final long LOOK_NANOS = 1_000_000_000L;
  private static final int LOOKS_MAX = 3;
  // The process's clock advances in ticks of 10 ms, user and system each.
  private static final long INTERRUPTED_NANOS = 10_000_000L;

  private final Door door;
  private final ServerMeters meters;
  private final JvmThreads jvm = new JvmThreads(Path.of("/"));
  private final ThreadAccounts threads;
  private final CpuStretches stretches;
  private final CpuBreakdown first;
  private volatile long controlThreadId;
  private long nextLookNanos;
  private boolean looked;
  private boolean closed;

  /** Creates the accounts of a connector. */
  public CpuAccounting(Door door, ServerMeters meters) {
    this.door = door;
    this.meters = meters;
    threads = new ThreadAccounts(meters.turnClocks());
    stretches = new CpuStretches(STRETCH_NANOS);
    first = total();
  }

  /** Sets the thread that calls {@link #tick}, for its own time. */
  public void setControlThread(long id) {
    controlThreadId = id;
  }

  /** Sets the name of the thread that runs the container's selector and nothing else. */
  public synchronized void setPollerName(String name) {
    threads.setPollerName(name);
  }

  /** Reads all threads when it is time; to be called often. */
  public synchronized void tick(long nowNanos) {
    if (!looked || nowNanos - nextLookNanos >= 0) {
      looked = true;
      nextLookNanos = nowNanos + LOOK_NANOS;
      stretches.add(nowNanos, total());
    }
  }

  /**
   * Returns the CPU time so far that does not grow with visits, in ns: compiler and control thread.
   * It reads the compiler's threads now. While a server is new the compiler takes most of the
   * processors, and any of its time that is not recognized would count as the cost of the few
   * visits.
   */
  public synchronized long backgroundNanos() {
    if (!closed) {
      jvm.lookAtCompilers();
    }
    return jvm.compilerNanos() + ThreadCpu.nanosOf(List.of(controlThreadId));
  }

  /** Returns the times since its creation. */
  synchronized CpuBreakdown breakdown() {
    return total().since(first);
  }

  /** Returns the same in milliseconds, with the results of the stretches. */
  public synchronized Map<String, Object> toMap() {
    Map<String, Object> map = breakdown().toMap();
    map.putAll(stretches.toMap());
    return map;
  }

  /**
   * Reads the accounts between two readings of the process's clock. On busy processors a look may
   * be interrupted for longer than it takes. Time that others use meanwhile is in one clock and not
   * in the other, so the look is repeated.
   */
  private CpuBreakdown total() {
    long before = ThreadCpu.processNanos();
    Map<CpuAccount, Long> accounts = accounts();
    long after = ThreadCpu.processNanos();
    for (int i = 1; i < LOOKS_MAX && after - before > INTERRUPTED_NANOS; i++) {
      before = after;
      accounts = accounts();
      after = ThreadCpu.processNanos();
    }
    return new CpuBreakdown(before + (after - before) / 2, accounts);
  }

  private Map<CpuAccount, Long> accounts() {
    if (!closed) {
      jvm.look();
      threads.setOurs(door.threadIds(), controlThreadId);
      threads.look();
    }
    // Turns that end between the look and this line are in the residual, until the next look.
    Totals work = meters.totals();
    Map<CpuAccount, Long> accounts = new EnumMap<>(CpuAccount.class);
    accounts.put(CpuAccount.FRONT, threads.nanos(CpuAccount.FRONT));
    accounts.put(CpuAccount.CONTROL, threads.nanos(CpuAccount.CONTROL));
    accounts.put(
        CpuAccount.HANDSHAKES,
        work.fullHandshakeCpuNanos()
            + work.resumedHandshakeCpuNanos()
            + work.failedHandshakeCpuNanos()
            + meters.handshakesUnderWayCpuNanos());
    accounts.put(CpuAccount.REQUESTS, work.requestCpuNanos());
    accounts.put(CpuAccount.CONNECTIONS, work.connectionCpuNanos());
    accounts.put(CpuAccount.COURTESY, work.courtesyCpuNanos());
    accounts.put(CpuAccount.FIRST_USES, work.firstUses().cpuNanos());
    accounts.put(CpuAccount.GC, jvm.collectorNanos());
    accounts.put(CpuAccount.JIT, jvm.compilerNanos());
    accounts.put(CpuAccount.POLLER, threads.nanos(CpuAccount.POLLER));
    accounts.put(CpuAccount.WORKERS, threads.nanos(CpuAccount.WORKERS));
    accounts.put(CpuAccount.OTHER, threads.nanos(CpuAccount.OTHER) + jvm.otherNanos());
    return accounts;
  }

  public synchronized void close() {
    closed = true;
    jvm.close();
  }
}
