package io.headwaiter.core.capacity;

import java.util.Arrays;

/**
 * The work for visits under way, by the age of the visit when the work was done: the time since the
 * visit began. A turn here is one request, or one handshake of a later connection; the handshake
 * with which the visit began is left out. The CPU time also contains all other work for the visit,
 * such as the upkeep of a connection.
 *
 * <p>Bin 0 holds the first turn of each visit, however long that has waited. First pages differ
 * from others, and a group of clients that arrives at one moment asks for nothing else. Bin 0
 * stands for ages below {@value #FIRST_TURN_NANOS} ns; all other turns count as older. Bin 1 ends
 * at {@value #YOUNG_NANOS} ns. Each further bin is half as long as all before it together, so that
 * the 22 bins end at 831 s. Immutable.
 */
public final class VisitWork {
  /** Number of bins. */
  public static final int BINS = 22;

  /** Bin of the first turn of each visit. */
  public static final int FIRST_TURN_BIN = 0;

  /** End of bin {@link #FIRST_TURN_BIN}, in nanoseconds of age. */
  public static final long FIRST_TURN_NANOS = 50_000_000L;

  /** End of bin 1, in nanoseconds of age. */
  public static final long YOUNG_NANOS = 250_000_000L;

  /** No work. */
  public static final VisitWork NONE = new VisitWork(new long[BINS], new long[BINS]);

  private static final double GROWTH = 1.5;
  private static final long[] ENDS = ends();

  private final long[] turns;
  private final long[] cpuNanos;

  /**
   * Copies both arrays.
   *
   * @param turns requests and later handshakes by bin, {@value #BINS} numbers
   * @param cpuNanos CPU time by bin, as many numbers
   * @throws IllegalArgumentException if a length is not {@value #BINS}
   */
  public VisitWork(long[] turns, long[] cpuNanos) {
    if (turns.length != BINS || cpuNanos.length != BINS) {
      throw new IllegalArgumentException(
          "turns and cpuNanos must have "
              + BINS
              + " bins, got "
              + turns.length
              + " and "
              + cpuNanos.length);
    }
    this.turns = turns.clone();
    this.cpuNanos = cpuNanos.clone();
  }

  private static long[] ends() {
    long[] ends = new long[BINS];
    ends[FIRST_TURN_BIN] = FIRST_TURN_NANOS;
    double end = YOUNG_NANOS;
    for (int bin = 1; bin < BINS; bin++) {
      ends[bin] = (long) end;
      end *= GROWTH;
    }
    return ends;
  }

  /** Returns the same turns, with {@code nanosEach} of CPU time each. */
  VisitWork evenly(long nanosEach) {
    long[] nanos = new long[BINS];
    for (int bin = 0; bin < BINS; bin++) {
      nanos[bin] = turns[bin] * nanosEach;
    }
    return new VisitWork(turns, nanos);
  }

  /** Returns the requests and later handshakes of all ages together. */
  public long turns() {
    return Arrays.stream(turns).sum();
  }

  /** Returns the CPU time of all ages together. */
  public long cpuNanos() {
    return Arrays.stream(cpuNanos).sum();
  }

  /**
   * Returns the bin of a turn that is not the first, by age in nanoseconds; -1 beyond the last bin.
   */
  public static int binOf(long ageNanos) {
    for (int bin = 1; bin < BINS; bin++) {
      if (ageNanos < ENDS[bin]) {
        return bin;
      }
    }
    return -1;
  }

  /** Returns where a bin begins, in nanoseconds of age, inclusive. */
  public static long beginNanos(int bin) {
    return bin == 0 ? 0 : ENDS[bin - 1];
  }

  /** Returns where a bin ends, in nanoseconds of age, exclusive. */
  public static long endNanos(int bin) {
    return ENDS[bin];
  }

  /** Returns the requests and later handshakes in a bin. */
  public long turns(int bin) {
    return turns[bin];
  }

  /** Returns the CPU time of all work in a bin. */
  public long cpuNanos(int bin) {
    return cpuNanos[bin];
  }

  /** Returns this total minus an earlier one, bin by bin. */
  public VisitWork since(VisitWork earlier) {
    VisitWork difference = new VisitWork(turns, cpuNanos);
    for (int bin = 0; bin < BINS; bin++) {
      difference.turns[bin] -= earlier.turns[bin];
      difference.cpuNanos[bin] -= earlier.cpuNanos[bin];
    }
    return difference;
  }
}
