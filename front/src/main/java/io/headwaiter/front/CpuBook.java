package io.headwaiter.front;

import io.headwaiter.door.Door;
import io.headwaiter.front.supply.JvmThreads;
import io.headwaiter.telemetry.ServerMeters;
import io.headwaiter.telemetry.ServerMeters.Totals;
import java.nio.file.Path;
import java.util.List;

/**
 * Puts {@link CpuBreakdown} together, from the making of this book on. The JVM's threads are looked
 * at by the control thread, about once a second; any thread may read.
 */
final class CpuBook {
  private static final long LOOK_NANOS = 1_000_000_000L;

  private final Door door;
  private final ServerMeters meters;
  private final JvmThreads threads = new JvmThreads(Path.of("/"));
  private final CpuBreakdown first;
  private volatile long controlThreadId;
  private volatile long collectorNanos;
  private volatile long compilerNanos;
  private long nextLookNanos;
  private boolean looked;

  CpuBook(Door door, ServerMeters meters) {
    this.door = door;
    this.meters = meters;
    look();
    first = total();
  }

  /** The thread that calls {@link #tick}, for its own time. */
  void setControlThread(long id) {
    controlThreadId = id;
  }

  /** Often; looks at the JVM's threads when it is time. */
  void tick(long nowNanos) {
    if (!looked || nowNanos - nextLookNanos >= 0) {
      looked = true;
      nextLookNanos = nowNanos + LOOK_NANOS;
      look();
    }
  }

  private void look() {
    threads.look();
    collectorNanos = threads.collectorNanos();
    compilerNanos = threads.compilerNanos();
  }

  /** Nanoseconds so far of what does not grow with visits: the compiler, the control thread. */
  long backgroundNanos() {
    return compilerNanos + ThreadCpu.nanosOf(List.of(controlThreadId));
  }

  /** Since this book was made. */
  CpuBreakdown breakdown() {
    return total().since(first);
  }

  private CpuBreakdown total() {
    // What is claimed first, then the whole: what is spent meanwhile is in the rest.
    Totals work = meters.totals();
    long front = ThreadCpu.nanosOf(door.threadIds());
    long control = ThreadCpu.nanosOf(List.of(controlThreadId));
    long gc = collectorNanos;
    long jit = compilerNanos;
    return new CpuBreakdown(
        ThreadCpu.processNanos(),
        front,
        control,
        work.fullHandshakeCpuNanos()
            + work.resumedHandshakeCpuNanos()
            + work.failedHandshakeCpuNanos(),
        work.requestCpuNanos(),
        work.connectionCpuNanos(),
        work.courtesyCpuNanos(),
        work.firstUses().cpuNanos(),
        gc,
        jit);
  }

  void close() {
    threads.close();
  }
}
