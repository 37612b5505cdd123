package io.headwaiter.door;

/**
 * Tells whether the door's thread lacks a processor because of the other threads of the process:
 * many connections wait in the backlog, and the thread gets less than a third of a processor, or of
 * what the process gets, to accept them. With more than that it is only slower than the clients, or
 * the process is, by its quota or its neighbours. Told by the door's thread; any thread may ask.
 *
 * <pre>
 *   starved = the first 20 ms in which many wait, and then, for each 20 ms that follow:
 *             c &lt; min(t, p) / 3 in the 20 ms before
 *   c  CPU time of the thread        p  CPU time of the process        t  time
 * </pre>
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
