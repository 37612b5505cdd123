package io.headwaiter.core.pool.control;

import io.headwaiter.core.pool.Checks;
import io.headwaiter.core.pool.queueing.FiniteSource;

/**
 * Learns the number of worker threads from samples of a server: as few as keep its processors busy,
 * between a floor and a maximum. With few threads the queue is in front of them, where admission
 * can measure it. If threads wait for a database, a lock or another service, more of them are
 * necessary.
 *
 * <p>Evidence is the time in which all threads are taken. If the processors are busy then, more
 * threads would not raise the throughput. If they are idle while turns wait for a thread, there are
 * too few threads, whatever they wait for.
 *
 * <pre>
 *   U      = processor time / (processors A * time)   between two samples with all threads taken
 *   E      = that time, faded over 4 s of it
 *   grow   if turns wait now, E &gt;= 0.2 s and U + 0.03 s / E &lt; 0.97
 *   rho    solves  u(M, rho) = U        for the present M threads; rho = z / c, the time that a
 *                                       turn holds its thread besides its processor time c, over c
 *   wanted = least m with u(m, rho) >= 0.985
 *   M     := min(maximum, max(M + 1, min(wanted, 2 M)))
 *   at once, if turns wait now and H >= M / 2 of the threads wait for slow clients:
 *   M     := min(maximum, M + H)
 *   u(m, rho) = X(m) c / A              {@link FiniteSource} with S = c = 1, Z = rho, N = A
 * </pre>
 *
 * <p>0.03 s is for the clock of processor time, which ticks every 10 ms: with less evidence, the
 * processors must look more idle. After a change the evidence begins again, so a server grows from
 * 10 to 200 threads within 1.5 s.
 *
 * <p>Threads that wait for slow clients use no processor, and their number is known. So the law
 * replaces them without gathering evidence.
 *
 * <p>Threads shrink in two cases:
 *
 * <pre>
 *   some idle in a minute    M := max(M / 2, 1.25 times the most at work in a sample of it)
 *   all taken for P / 2 of a time P, the processors at least 0.99 busy meanwhile, and at most 0.2 of
 *   them by accepting and refusing connections
 *                            M := M / 2, a trial whether fewer are enough
 *   P      = 2 s at first; twice as long, up to 64 s, when threads grow within P of a trial, which
 *            was wrong then; half as long, down to 2 s, when they do not
 * </pre>
 *
 * <p>Surplus threads do harm when all of them have work: each takes as large a share of a processor
 * as the thread that accepts and refuses connections. So trials come soon, from 200 threads to 10
 * in 10 s. A wrong one ends in half a second, because growth is fast. Between 0.97 and 0.99 busy
 * nothing changes. In a flood of connections there is no trial: it would use what the turns leave,
 * and a wrong one would not be seen.
 *
 * <p>The law needs no measurement of z. While processors are busy, z cannot be told from waiting
 * for a processor, but U can be measured. The law does not depend on what holds the threads. So it
 * grows up to the maximum even where more threads do not raise the throughput, like a server with
 * that many threads from the start. Other classes name the bottleneck.
 *
 * <p>Worked number: A = 1, M = 10, U = 0.30: rho = 32, and 45 threads are wanted; the next sizes
 * are 20, 40 and 45.
 *
 * <p>Not thread-safe.
 */
public final class WorkerSizing {
  /** The reason for the present number of threads. */
  public enum State {
    /** The floor is enough: turns do not wait for a thread while processors are idle. */
    FLOOR,
    /** More than the floor, and enough. */
    ENOUGH,
    /** Turns wait for a thread while processors are idle, and the number of threads grows. */
    GROWING,
    /** Turns wait for a thread while processors are idle, and no more threads are allowed. */
    HELD_AT_MAXIMUM
  }

  private static final double BUSY_ENOUGH = 0.985;
  private static final double TRY_FEWER_ABOVE = 0.99;
  private static final double IDLE_BELOW = 0.97;
  private static final double CLOCK_GRAIN_NANOS = 0.03e9;
  private static final double EVIDENCE_NANOS_MIN = 0.2e9;
  private static final double EVIDENCE_TAU_NANOS = 4e9;
  private static final double GROWTH_MAX = 2;
  // A thread between two turns is not at work for a moment, so "all taken" means this fraction.
  private static final double TAKEN_PART = 0.9;
  private static final double MINUTE_NANOS = 60e9;
  private static final double TRIAL_NANOS_MIN = 2e9;
  private static final double TRIAL_NANOS_MAX = 64e9;
  private static final double SHRINK_PART = 0.5;
  private static final double DOOR_PART_MAX = 0.2;
  private static final double ROOM = 1.25;
  private static final double RATIO_MAX = 1e6;
  private static final int HALVINGS = 40;

  private final int floor;
  private final int maximum;
  private int threads;
  private int wanted;
  private State state = State.FLOOR;
  private boolean wasTaken;
  private double evidenceNanos;
  private double evidenceBusyNanos;
  private double evidenceAvailableNanos;
  private double busyPart = Double.NaN;
  private double ratio = Double.NaN;
  private double minuteNanos;
  private int minutePeak;
  private double trialAfterNanos = TRIAL_NANOS_MIN;
  private boolean isOnTrial;
  private double steadyNanos;
  private double steadyTakenNanos;
  private double steadyBusyNanos;
  private double steadyAvailableNanos;
  private double steadyDoorNanos;

  /**
   * Creates a law without evidence, at the floor.
   *
   * @param floor the fewest threads, at least 1
   * @param maximum the most, at least the floor
   */
  public WorkerSizing(int floor, int maximum) {
    Checks.above0("floor", floor);
    if (maximum < floor) {
      throw new IllegalArgumentException(
          "maximum must be at least the floor of " + floor + ", got " + maximum);
    }
    this.floor = floor;
    this.maximum = maximum;
    this.wanted = floor;
    this.threads = floor;
  }

  /**
   * Adds one sample.
   *
   * @return the number of worker threads from now on
   */
  public int step(WorkerSample seen) {
    if (seen.threads() != threads) {
      threads = seen.threads();
      isOnTrial = false;
      beginAnew();
    }
    boolean areTooFew = takeIn(seen);
    boolean areHeld = seen.waiting() > 0 && seen.isHeldByClients();
    int next;
    if (areHeld) {
      next = wanted(threads + seen.heldByClients());
    } else {
      next = areTooFew ? more(seen.processors()) : fewer();
    }
    next = Math.max(floor, Math.min(maximum, next));
    state = state(next, areTooFew || areHeld);
    if (next > threads) {
      judgeTrial(areHeld);
    }
    if (next != threads) {
      threads = next;
      beginAnew();
    }
    return threads;
  }

  /** Whether turns wait for a thread while processors are idle, now and with enough evidence. */
  private boolean takeIn(WorkerSample seen) {
    minuteNanos += seen.elapsedNanos();
    steadyNanos += seen.elapsedNanos();
    minutePeak = Math.max(minutePeak, seen.busy());
    boolean isTaken = seen.busy() >= TAKEN_PART * seen.threads();
    boolean counts = isTaken && wasTaken;
    wasTaken = isTaken;
    if (counts) {
      learn(seen);
    }
    if (seen.busy() > seen.threads()) {
      // Threads of an earlier number have not ended: what is seen is no trial of this one.
      beginSteadyTime();
    }
    return counts
        && seen.waiting() > 0
        && evidenceNanos >= EVIDENCE_NANOS_MIN
        && busyPart + CLOCK_GRAIN_NANOS / evidenceNanos < IDLE_BELOW;
  }

  /** Discards evidence from another number of threads. */
  private void beginAnew() {
    evidenceNanos = 0;
    evidenceBusyNanos = 0;
    evidenceAvailableNanos = 0;
    beginMinute();
    beginSteadyTime();
  }

  private void beginMinute() {
    minuteNanos = 0;
    minutePeak = 0;
  }

  private void beginSteadyTime() {
    steadyNanos = 0;
    steadyTakenNanos = 0;
    steadyBusyNanos = 0;
    steadyAvailableNanos = 0;
    steadyDoorNanos = 0;
  }

  private void learn(WorkerSample seen) {
    double dt = seen.elapsedNanos();
    double keep = Math.exp(-dt / EVIDENCE_TAU_NANOS);
    evidenceNanos = evidenceNanos * keep + dt;
    evidenceBusyNanos = evidenceBusyNanos * keep + Math.max(0, seen.processorNanos());
    evidenceAvailableNanos = evidenceAvailableNanos * keep + dt * seen.processors();
    busyPart = Math.min(1, evidenceBusyNanos / evidenceAvailableNanos);
    steadyTakenNanos += dt;
    steadyBusyNanos += seen.processorNanos();
    steadyAvailableNanos += dt * seen.processors();
    steadyDoorNanos += seen.doorNanos();
  }

  private int more(double processors) {
    ratio = ratio(threads, busyPart, processors);
    wanted = Math.max(threads + 1, enough(ratio, processors));
    return (int) Math.min(wanted, GROWTH_MAX * threads);
  }

  private int fewer() {
    int half = (int) (threads * SHRINK_PART);
    if (isSurplusSeen()) {
      isOnTrial = Math.max(floor, half) < threads;
      return wanted(half);
    }
    if (minuteNanos < MINUTE_NANOS) {
      return threads;
    }
    int needed = (int) Math.ceil(minutePeak * ROOM);
    beginMinute();
    return needed < threads ? wanted(Math.max(needed, half)) : threads;
  }

  /** Whether all threads were taken and the processors so busy that fewer may be enough. */
  private boolean isSurplusSeen() {
    if (steadyNanos < trialAfterNanos) {
      return false;
    }
    if (isOnTrial) {
      endTrial(/* wasRight= */ true);
    }
    boolean isSurplus =
        steadyTakenNanos >= steadyNanos / 2
            && steadyBusyNanos >= TRY_FEWER_ABOVE * steadyAvailableNanos
            && steadyDoorNanos <= DOOR_PART_MAX * steadyAvailableNanos;
    beginSteadyTime();
    return isSurplus;
  }

  /** Growth tells that a trial was wrong, unless slow clients are the reason. */
  private void judgeTrial(boolean areHeldByClients) {
    if (isOnTrial && !areHeldByClients) {
      endTrial(/* wasRight= */ false);
    }
    isOnTrial = false;
  }

  private void endTrial(boolean wasRight) {
    double next = wasRight ? trialAfterNanos / 2 : 2 * trialAfterNanos;
    trialAfterNanos = Math.max(TRIAL_NANOS_MIN, Math.min(TRIAL_NANOS_MAX, next));
    isOnTrial = false;
  }

  private int wanted(int number) {
    wanted = Math.max(floor, number);
    return wanted;
  }

  private State state(int next, boolean areTooFew) {
    if (next > threads) {
      return State.GROWING;
    }
    if (next == maximum && areTooFew) {
      return State.HELD_AT_MAXIMUM;
    }
    return next > floor ? State.ENOUGH : State.FLOOR;
  }

  /**
   * Returns rho, the time that a turn holds its thread besides its processor time, in units of
   * that.
   *
   * @param threads M, all of them taken, at least 1
   * @param busyPart fraction of the processors that these kept busy, 0 to 1
   * @param processors A, above 0
   */
  static double ratio(int threads, double busyPart, double processors) {
    double low = 0;
    double high = RATIO_MAX;
    for (int i = 0; i < HALVINGS; i++) {
      // The middle on a scale on which 10 and 100 are as far apart as 100 and 1000.
      double middle = Math.sqrt((low + 1) * (high + 1)) - 1;
      if (busyPart(threads, middle, processors) > busyPart) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /**
   * The fewest threads from floor to maximum that keep the processors busy enough, or the maximum.
   */
  int enough(double heldRatio, double processors) {
    int low = floor;
    int high = maximum;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (busyPart(middle, heldRatio, processors) >= BUSY_ENOUGH) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /** u, the fraction of the processors that this number of threads keeps busy. */
  public static double busyPart(int threads, double heldRatio, double processors) {
    return FiniteSource.turnsPerNano(threads, 1, heldRatio, processors) / processors;
  }

  /** The fewest threads. */
  public int floor() {
    return floor;
  }

  /** The most threads. */
  public int maximum() {
    return maximum;
  }

  /**
   * The number of threads that the last change aimed for; one above the maximum while the maximum
   * prevents growth.
   */
  public int wanted() {
    return wanted;
  }

  /** The reason for the present number of threads, as of the last sample. */
  public State state() {
    return state;
  }

  /**
   * Fraction of the processors that was busy while all threads were taken, 0 to 1; not a number
   * before that was measured.
   */
  public double busyPart() {
    return busyPart;
  }

  /**
   * rho, the time that a turn held its thread besides its processor time, in units of that, when
   * there were last too few threads; not a number before that.
   */
  public double heldRatio() {
    return ratio;
  }
}
