package io.headwaiter.core.pool;

/**
 * How many worker threads a server should have, learned from what it does: as few as keep its
 * processors busy, between a floor and a maximum. Few threads keep the queue in front of them where
 * admission can see it; threads that wait for a database, a lock or another service need company.
 *
 * <p>Evidence is what happens while all threads are taken. If the processors are busy then, more
 * threads would carry nothing more. If they are idle while turns of work wait for a thread, threads
 * are what there is too few of, whatever holds them.
 *
 * <pre>
 *   U      = processor time / (processors A * time)     between looks that both found all threads taken
 *   E      = that time, faded over 4 s of it
 *   grow   if turns wait now, E >= 0.2 s and U + 0.03 s / E < 0.97
 *   rho    solves  u(M, rho) = U        for the M threads there are; rho = z / c, the time that a turn
 *                                       holds its thread beside its processor time c, in units of c
 *   wanted = least m with u(m, rho) >= 0.985
 *   M     := max(M + 1, min(wanted, 2 M, maximum))
 *   u(m, rho) = X(m) c / A              {@link FiniteSource} with S = c = 1, Z = rho, N = A
 * </pre>
 *
 * <p>0.03 s is for the clock of processor time, which ticks every 10 ms: the less evidence there
 * is, the more idle the processors must look. After a change the evidence begins anew, so a server
 * grows from 10 to 200 threads within 1.5 s.
 *
 * <p>Threads become fewer once a minute: by a quarter at most and to no fewer than 1.25 times what
 * was at work at any look of that minute; and by a tenth when all were taken for half of that
 * minute and the processors were at least 0.99 busy meanwhile, to find out whether fewer would do.
 * Between 0.96 and 0.99 nothing changes.
 *
 * <p>The law needs no meter of z: z cannot be told from waiting for a processor while processors
 * are busy, and U can. It does not ask what holds the threads, so it grows up to the maximum where
 * more threads carry nothing more, as a server with that many threads from the start would have
 * them; the bottleneck is named elsewhere.
 *
 * <p>Worked number: A = 1, M = 10, U = 0.30: rho = 32, and 45 threads are wanted; the next sizes
 * are 20, 40 and 45.
 *
 * <p>Not thread-safe.
 */
public final class WorkerSizing {
  /** Why the number of threads is what it is. */
  public enum State {
    /** The floor does: turns never wait for a thread while processors are idle. */
    FLOOR,
    /** More than the floor, and enough. */
    ENOUGH,
    /** Turns wait for a thread while processors are idle, and threads become more. */
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
  // A thread between two turns is not at work for a moment.
  private static final double TAKEN_PART = 0.9;
  private static final double SHRINK_NANOS = 60e9;
  private static final double SHRINK_PART = 0.75;
  private static final double TRY_PART = 0.9;
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
  private double minuteTakenNanos;
  private double minuteBusyNanos;
  private double minuteAvailableNanos;
  private int minutePeak;

  /**
   * A law that has seen nothing.
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
   * Takes in one look.
   *
   * @return worker threads that there should be from now on
   */
  public int step(WorkerLook seen) {
    if (seen.threads() != threads) {
      threads = seen.threads();
      beginAnew();
    }
    boolean areTooFew = takeIn(seen);
    int next = areTooFew ? more(seen.processors()) : fewer();
    next = Math.max(floor, Math.min(maximum, next));
    state = state(next, areTooFew);
    if (next != threads) {
      threads = next;
      beginAnew();
    }
    return threads;
  }

  /** Whether turns wait for a thread while processors are idle, now and beyond doubt. */
  private boolean takeIn(WorkerLook seen) {
    minuteNanos += seen.elapsedNanos();
    minutePeak = Math.max(minutePeak, seen.busy());
    boolean isTaken = seen.busy() >= TAKEN_PART * seen.threads();
    boolean counts = isTaken && wasTaken;
    wasTaken = isTaken;
    if (counts) {
      learn(seen);
    }
    return counts
        && seen.waiting() > 0
        && evidenceNanos >= EVIDENCE_NANOS_MIN
        && busyPart + CLOCK_GRAIN_NANOS / evidenceNanos < IDLE_BELOW;
  }

  /** Nothing that was seen with another number of threads counts. */
  private void beginAnew() {
    evidenceNanos = 0;
    evidenceBusyNanos = 0;
    evidenceAvailableNanos = 0;
    beginMinute();
  }

  private void beginMinute() {
    minuteNanos = 0;
    minuteTakenNanos = 0;
    minuteBusyNanos = 0;
    minuteAvailableNanos = 0;
    minutePeak = 0;
  }

  private void learn(WorkerLook seen) {
    double dt = seen.elapsedNanos();
    double keep = Math.exp(-dt / EVIDENCE_TAU_NANOS);
    evidenceNanos = evidenceNanos * keep + dt;
    evidenceBusyNanos = evidenceBusyNanos * keep + Math.max(0, seen.processorNanos());
    evidenceAvailableNanos = evidenceAvailableNanos * keep + dt * seen.processors();
    busyPart = Math.min(1, evidenceBusyNanos / evidenceAvailableNanos);
    minuteTakenNanos += dt;
    minuteBusyNanos += seen.processorNanos();
    minuteAvailableNanos += dt * seen.processors();
  }

  private int more(double processors) {
    ratio = ratio(threads, busyPart, processors);
    wanted = Math.max(threads + 1, enough(ratio, processors));
    return (int) Math.min(wanted, GROWTH_MAX * threads);
  }

  private int fewer() {
    if (minuteNanos < SHRINK_NANOS) {
      return threads;
    }
    boolean wereTaken = minuteTakenNanos >= minuteNanos / 2;
    boolean wereEnough = minuteBusyNanos >= TRY_FEWER_ABOVE * minuteAvailableNanos;
    int peak = minutePeak;
    beginMinute();
    if (wereTaken) {
      return wereEnough ? wanted((int) (threads * TRY_PART)) : threads;
    }
    int needed = (int) Math.ceil(peak * ROOM);
    return needed < threads ? wanted(Math.max(needed, (int) (threads * SHRINK_PART))) : threads;
  }

  private int wanted(int fewer) {
    wanted = Math.max(floor, fewer);
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
   * How long a turn holds its thread beside its processor time, in units of that.
   *
   * @param threads M, all of them taken, at least 1
   * @param busyPart of the processors that these kept busy, 0 to 1
   * @param processors A, above 0
   */
  static double ratio(int threads, double busyPart, double processors) {
    double low = 0;
    double high = RATIO_MAX;
    for (int i = 0; i < HALVINGS; i++) {
      // In the middle of a scale on which 10 and 100 are as far apart as 100 and 1000.
      double middle = Math.sqrt((low + 1) * (high + 1)) - 1;
      if (busyPart(threads, middle, processors) > busyPart) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** The fewest threads that keep the processors busy enough, no fewer than the floor. */
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

  /** u, part of the processors that so many threads keep busy. */
  static double busyPart(int threads, double heldRatio, double processors) {
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

  /** Threads that the last change was on the way to. */
  public int wanted() {
    return wanted;
  }

  /** Why there are as many as there are, as of the last look. */
  public State state() {
    return state;
  }

  /**
   * Part of the processors that was busy while all threads were taken, 0 to 1; not a number before
   * that was seen.
   */
  public double busyPart() {
    return busyPart;
  }

  /**
   * rho, how long a turn held its thread beside its processor time, in units of that, when the
   * threads last became more; not a number before that.
   */
  public double heldRatio() {
    return ratio;
  }
}
