package io.headwaiter.core.visit;

import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * CPU time for turns of visits that are over their account: a bucket that fills at the rate that
 * the controller grants. A turn is charged an estimate when it begins, anything beyond that as it
 * goes on, and the exact amount when it ends. As many expensive turns run at a time as processors
 * are granted, and at least one; of short ones four for each processor. A turn that runs for longer
 * than 50 ms mostly waits, for a slow client or the database. It no longer counts here, so another
 * one may begin, but all together have no more than a part of the workers, and those of one visit
 * no more than a part of that. While the controller grants infinite processors, no other work wants
 * them. Then nothing is charged, the debt is cancelled, and turns begin as fast as the processors
 * do them. Not all at once: when other work comes, it would find all processors taken for seconds.
 *
 * <pre>
 *   balance := min(100 ms, balance + processors * dt)     as time passes
 *   balance := max(-60 s, balance - c)                    for each c that is charged
 *   a turn begins if balance &gt; 0, h &lt; c, the sum of min(h, c) over all visits is below n, and
 *                 either there is room, or fewer than max(1, ceil(processors)) of the turns begun
 *                 within the last 50 ms still run; with infinite processors: if there is room
 *   h             turns of its visit that run
 *   n = max(1, workers / 5),  c = max(2, n / 4)
 *   there is room if fewer than 4 for each processor there is, of those begun within the last
 *                 50 ms, still run, and all running ones are likely to take less than 25 ms of
 *                 each processor yet
 * </pre>
 *
 * <p>A turn is likely to take what its visit tells ({@link VisitAccount#likelyDeferredNanos}), and
 * twice of what it has taken once that is more. One that has run for ten times of that, and 50 ms,
 * mostly waits and is likely to take nothing.
 *
 * <p>Worked number: 0.1 processors are granted, and turns take 5 ms: twenty turns a second. A turn
 * that takes 2 s, after another one of 2 s of its visit, is charged 1 s when it begins and the rest
 * as it goes on; the next one begins 19 s after it has begun. With infinite processors, of which
 * there is one: turns of 5 ms begin four at a time, those of 200 ms one by one.
 *
 * <p>Thread-safe.
 */
public final class ExcessBudget {
  // All together never have more than this part of the workers, and one visit than this part of
  // that.
  private static final int WORKERS_PART = 5;
  private static final int VISIT_PART = 4;
  // A request of a visit may wait for another one of it.
  private static final int OF_VISIT_MIN = 2;
  private static final long SAVED_NANOS_MAX = 100_000_000L;
  private static final long OWED_NANOS_MAX = 60_000_000_000L;
  private static final long ESTIMATE_NANOS_MAX = 1_000_000_000L;
  private static final long MOMENT_NANOS = 50_000_000L;

  private static final int AT_ONCE_PER_PROCESSOR = 4;
  private static final long BEGUN_NANOS_PER_PROCESSOR = 25_000_000L;
  private static final int WAITS_FROM = 10;

  private final int atOnceMax;
  private final double begunNanosMax;
  private double processors = Double.POSITIVE_INFINITY;
  private double balanceNanos = SAVED_NANOS_MAX;
  private long filledNanos;
  private boolean started;
  // CPU time of the turn that ended last.
  private long lastNanos;
  private final Set<Slot> running = new HashSet<>();
  private final IdentityHashMap<Object, Integer> runningOf = new IdentityHashMap<>();
  private Runnable listener = () -> {};

  /** The state of a turn from its beginning to its end. */
  public static final class Slot {
    private final Object visit;
    private final long beganNanos;
    // CPU time that it was expected to take when it began, and that it has taken, as far as known.
    private long likelyNanos;
    private long doneNanos;
    // What is charged for, which is at first what was expected, up to 1 s; and what was charged.
    private long takenNanos;
    private long chargedNanos;

    private Slot(Object visit, long beganNanos) {
      this.visit = visit;
      this.beganNanos = beganNanos;
    }

    /** Returns the object that represents its visit. */
    public Object visit() {
      return visit;
    }

    private boolean isRecent(long nowNanos) {
      return nowNanos - beganNanos <= MOMENT_NANOS;
    }

    /** Returns the CPU time that it is likely to take yet; 0 if it mostly waits. */
    private long comesNanos(long nowNanos) {
      long most = Math.max(likelyNanos, doneNanos);
      boolean waits = nowNanos - beganNanos > WAITS_FROM * most + MOMENT_NANOS;
      if (waits) {
        return 0;
      }
      return doneNanos < likelyNanos ? likelyNanos - doneNanos : doneNanos;
    }
  }

  /** Creates a budget without a bound, also on the turns that begin at a time. */
  public ExcessBudget() {
    this(Integer.MAX_VALUE);
  }

  /**
   * Creates a budget without a bound.
   *
   * @param processors there are, at least 1
   */
  public ExcessBudget(int processors) {
    atOnceMax = (int) Math.min(Integer.MAX_VALUE, (long) AT_ONCE_PER_PROCESSOR * processors);
    begunNanosMax = (double) BEGUN_NANOS_PER_PROCESSOR * processors;
  }

  /**
   * Sets the processors that are granted from now on, and calls the listener.
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

  /** Returns whether turns may have to wait, because other work wants the processors. */
  public synchronized boolean isBounded() {
    return processors < Double.POSITIVE_INFINITY;
  }

  /** Sets the listener that is called when turns may begin again; it must not block. */
  public synchronized void listen(Runnable newListener) {
    listener = newListener;
  }

  /**
   * Returns how many turns may run, including those that wait for something.
   *
   * @param workersMax turns that the workers can run at a time; 0 for any number
   */
  public static int runningMax(int workersMax) {
    return workersMax > 0 ? workersMax / WORKERS_PART : Integer.MAX_VALUE;
  }

  /**
   * Begins the first turn in this queue whose visit does not have its part of the turns that may
   * run. {@link ExcessQueue#removeFirst} with its visit, and {@link #ended} must follow.
   *
   * @param runningMax from {@link #runningMax}
   * @return null if none may begin now
   */
  public synchronized @Nullable Slot tryBeginFirst(
      ExcessQueue<?> waiting, long nowNanos, int runningMax) {
    Object visit = waiting.first(any -> mayHoldMore(any, runningMax));
    return visit == null ? null : tryBegin(visit, nowNanos, runningMax);
  }

  /**
   * Begins a turn; {@link #ended} must follow.
   *
   * @param visit any object that represents its visit, by identity
   * @param runningMax from {@link #runningMax}
   * @return null if none of this visit may begin now
   */
  synchronized @Nullable Slot tryBegin(Object visit, long nowNanos, int runningMax) {
    fill(nowNanos);
    if (!mayHoldMore(visit, runningMax) || !mayBegin(nowNanos, runningMax)) {
      return null;
    }
    Slot slot = new Slot(visit, nowNanos);
    running.add(slot);
    runningOf.merge(visit, 1, Integer::sum);
    return slot;
  }

  /**
   * Returns whether a visit does not have its part of the turns that may run.
   *
   * @param runningMax from {@link #runningMax}
   */
  synchronized boolean mayHoldMore(Object visit, int runningMax) {
    return !isBounded() || runningOf.getOrDefault(visit, 0) < ofVisitMax(runningMax);
  }

  /**
   * Returns whether so many turns run that no other one may begin.
   *
   * @param runningMax from {@link #runningMax}
   */
  public synchronized boolean isFull(int runningMax) {
    if (!isBounded()) {
      return false;
    }
    int most = ofVisitMax(runningMax);
    long counted = runningOf.values().stream().mapToLong(of -> Math.min(of, most)).sum();
    return counted >= Math.max(1, runningMax);
  }

  private static int ofVisitMax(int runningMax) {
    return Math.max(OF_VISIT_MIN, runningMax / VISIT_PART);
  }

  private boolean mayBegin(long nowNanos, int runningMax) {
    long recent = running.stream().filter(slot -> slot.isRecent(nowNanos)).count();
    boolean hasRoom = recent < atOnceMax && !hasMuchBegun(nowNanos);
    if (!isBounded()) {
      return hasRoom;
    }
    return balanceNanos > 0
        && !isFull(runningMax)
        && (hasRoom || recent < Math.max(1, Math.ceil(processors)));
  }

  private boolean hasMuchBegun(long nowNanos) {
    double comes = running.stream().mapToDouble(slot -> slot.comesNanos(nowNanos)).sum();
    return comes >= begunNanosMax;
  }

  /**
   * Charges a turn that has just begun its likely CPU time, or else that of the last turn of any
   * visit, at most 1 s.
   *
   * @param likelyOfVisitNanos CPU time; 0 if nothing is known of its visit
   */
  public synchronized void estimate(Slot slot, long likelyOfVisitNanos) {
    long likely = likelyOfVisitNanos > 0 ? likelyOfVisitNanos : lastNanos;
    slot.likelyNanos = likely;
    charge(slot, Math.min(ESTIMATE_NANOS_MAX, likely));
  }

  /**
   * Charges a turn that goes on.
   *
   * @param cpuNanos CPU time since it began
   */
  public synchronized void goesOn(Slot slot, long cpuNanos) {
    slot.doneNanos = cpuNanos;
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
   * Ends a turn.
   *
   * @param cpuNanos CPU time that it took; 0 if it was not run
   */
  public synchronized void ended(Slot slot, long cpuNanos) {
    if (running.remove(slot)) {
      runningOf.computeIfPresent(slot.visit, (visit, of) -> of > 1 ? of - 1 : null);
    }
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
