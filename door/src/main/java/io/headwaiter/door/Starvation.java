package io.headwaiter.door;

/**
 * Detects that the door's thread lacks a processor because other threads of the process use them.
 * The thread is starved if many connections wait in the backlog and, in the last window of 20 ms,
 * it got less than a third of {@code min(elapsed time, CPU time of the process)}. In the first
 * window after many begin to wait it counts as starved. If it gets more than that third, other
 * causes slow it: the clients, a quota or other processes. {@link #note} is for the door's thread,
 * {@link #isStarved} for any thread.
 *
 * <p>Worked: in 20 ms the process had 19 ms, and the door 3 of them: starved. With a quota of a
 * quarter of a processor the process had 25 ms in 100 ms, and the door 10 of them: not starved.
 */
final class Starvation {
  static final long WINDOW_NANOS = 20_000_000L;
  private static final int PARTS = 3;

  private final DoorClocks clocks;
  private boolean manyWait;
  private long sinceNanos;
  private long cpuSinceNanos;
  private long processCpuSinceNanos;
  private volatile boolean isStarved;

  Starvation(DoorClocks clocks) {
    this.clocks = clocks;
  }

  /** Returns whether the thread lacks a processor. */
  boolean isStarved() {
    return isStarved;
  }

  /** Returns whether many connections wait. For the door's thread. */
  boolean manyWait() {
    return manyWait;
  }

  /** Notes whether many connections wait now. */
  void note(boolean many) {
    if (!many) {
      if (manyWait) {
        manyWait = false;
        isStarved = false;
      }
      return;
    }
    long now = clocks.now().getAsLong();
    if (!manyWait) {
      manyWait = true;
      isStarved = true;
      begin(now);
    } else if (now - sinceNanos >= WINDOW_NANOS) {
      isStarved = lacksProcessor(now);
      begin(now);
    }
  }

  private boolean lacksProcessor(long now) {
    long process = clocks.processCpu().getAsLong() - processCpuSinceNanos;
    long cpu = clocks.cpu().getAsLong() - cpuSinceNanos;
    return PARTS * cpu < Math.min(now - sinceNanos, process);
  }

  private void begin(long nowNanos) {
    sinceNanos = nowNanos;
    cpuSinceNanos = clocks.cpu().getAsLong();
    processCpuSinceNanos = clocks.processCpu().getAsLong();
  }
}
