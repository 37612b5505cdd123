package io.headwaiter.core.visit;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * CPU time for turns of visits that are over their account: a bucket that fills at the rate the
 * controller grants. A turn is charged with an estimate when it begins, with what it has taken
 * beyond that as it goes on, and with what it took when it ends. As many turns are at work at a
 * time as processors are granted, and at least one. A turn that goes on for longer than a moment
 * mostly waits for something, a slow client or the database: it makes room for another one, but all
 * together have no more than a part of the workers. While the controller grants any number of
 * processors, all may begin at once, nothing is charged, and what was owed is forgiven: nobody else
 * wants the processors.
 *
 * <pre>
 *   balance := min(20 ms, balance + processors * dt)      as time passes
 *   balance := max(-60 s, balance - c)                    for each c that is charged
 *   a turn begins if balance &gt; 0, fewer than max(1, ceil(processors)) began within the last 50 ms,
 *                 and fewer than max(1, workers / 5) are at work
 * </pre>
 *
 * <p>Worked number: 0.02 processors are granted, and turns take 5 ms: four turns a second. A turn
 * that takes 2 s, after another one of 2 s of its visit, is charged 1 s when it begins and the rest
 * as it goes on; the next one begins 99 s after it has begun.
 *
 * <p>Thread-safe.
 */
public final class ExcessBudget {
  // All together never have more than this part of the workers.
  private static final int WORKERS_PART = 5;
  private static final long SAVED_NANOS_MAX = 20_000_000L;
  private static final long OWED_NANOS_MAX = 60_000_000_000L;
  private static final long ESTIMATE_NANOS_MAX = 1_000_000_000L;
  private static final long MOMENT_NANOS = 50_000_000L;

  private double processors = Double.POSITIVE_INFINITY;
  private double balanceNanos = SAVED_NANOS_MAX;
  private long filledNanos;
  private boolean started;
  private int running;
  // What the turn took that ended last.
  private long lastNanos;
  // Those that began within the last moment, the latest last.
  private final Deque<Slot> recent = new ArrayDeque<>();
  private Runnable listener = () -> {};

  /** What a turn has from its beginning to its end. */
  public static final class Slot {
    private final long beganNanos;
    // What it has taken, as far as anybody knows, and how much of that was charged.
    private long takenNanos;
    private long chargedNanos;

    private Slot(long beganNanos) {
      this.beganNanos = beganNanos;
    }
  }

  /**
   * So many processors are granted from now on; the listener is told.
   *
   * @param granted above 0, or infinity
   */
  public void grant(double granted, long nowNanos) {
    Runnable told;
    synchronized (this) {
      fill(nowNanos);
      processors = granted;
      balanceNanos = isBounded() ? balanceNanos : Math.max(0, balanceNanos);
      told = listener;
    }
    told.run();
  }

  /** Whether there are turns that would have to wait: others want the processors. */
  public synchronized boolean isBounded() {
    return processors < Double.POSITIVE_INFINITY;
  }

  /** Sets what is told when turns may begin again; it must not block. */
  public synchronized void listen(Runnable newListener) {
    listener = newListener;
  }

  /**
   * How many turns may be at work, those that wait for something among them.
   *
   * @param workersMax how many turns the workers can do at a time; 0 for any number
   */
  public static int runningMax(int workersMax) {
    return workersMax > 0 ? workersMax / WORKERS_PART : Integer.MAX_VALUE;
  }

  /**
   * Begins a turn; {@link #ended} must follow.
   *
   * @param runningMax of {@link #runningMax}
   * @return null if none may begin now
   */
  public synchronized Slot tryBegin(long nowNanos, int runningMax) {
    fill(nowNanos);
    while (!recent.isEmpty() && nowNanos - recent.peekFirst().beganNanos > MOMENT_NANOS) {
      recent.removeFirst();
    }
    if (isBounded()
        && (balanceNanos <= 0
            || recent.size() >= Math.max(1, Math.ceil(processors))
            || running >= Math.max(1, runningMax))) {
      return null;
    }
    Slot slot = new Slot(nowNanos);
    recent.addLast(slot);
    running++;
    return slot;
  }

  /**
   * Charges a turn that has just begun with what it will probably take: as much as the last one of
   * its visit, or the last one of any, and at most 1 s.
   *
   * @param lastOfVisitNanos CPU time; 0 if there was none
   */
  public synchronized void estimate(Slot slot, long lastOfVisitNanos) {
    long likely = lastOfVisitNanos > 0 ? lastOfVisitNanos : lastNanos;
    charge(slot, Math.min(ESTIMATE_NANOS_MAX, likely));
  }

  /**
   * A turn goes on.
   *
   * @param cpuNanos what it has taken since it began
   */
  public synchronized void goesOn(Slot slot, long cpuNanos) {
    charge(slot, cpuNanos);
  }

  private void charge(Slot slot, long cpuNanos) {
    long more = cpuNanos - slot.takenNanos;
    if (more > 0) {
      slot.takenNanos = cpuNanos;
      if (isBounded()) {
        slot.chargedNanos += more;
        balanceNanos = Math.max(-OWED_NANOS_MAX, balanceNanos - more);
      }
    }
  }

  /**
   * A turn has ended.
   *
   * @param cpuNanos what it took; 0 if it was not done
   */
  public synchronized void ended(Slot slot, long cpuNanos) {
    running--;
    recent.remove(slot);
    lastNanos = cpuNanos > 0 ? cpuNanos : lastNanos;
    charge(slot, cpuNanos);
    long tooMuch = Math.min(slot.chargedNanos, slot.takenNanos - cpuNanos);
    balanceNanos = Math.min(SAVED_NANOS_MAX, balanceNanos + tooMuch);
  }

  private void fill(long nowNanos) {
    if (started && isBounded()) {
      double filled = balanceNanos + (nowNanos - filledNanos) * processors;
      balanceNanos = Math.min(SAVED_NANOS_MAX, filled);
    }
    started = true;
    filledNanos = nowNanos;
  }
}
