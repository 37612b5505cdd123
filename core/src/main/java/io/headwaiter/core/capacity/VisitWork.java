package io.headwaiter.core.capacity;

import java.util.Arrays;

/**
 * Work for visits under way, counted by the age of the visit when it was done: how long ago the
 * visit was let in. The handshake with which it began is not among it. What counts is requests, and
 * handshakes of later connections; the CPU time is all of it, that of looking after a connection
 * too.
 *
 * <p>Bin 0 holds the first turn of each visit, however long that has waited: first pages differ
 * from others, and a crowd that comes at one moment asks for nothing else. It counts as ages below
 * {@value #FIRST_TURN_NANOS} ns; all other turns count as older. Bin 1 ends at {@value
 * #YOUNG_NANOS} ns; each further one is half as long as all before it together, so that 22 bins
 * reach past {@link MeterSnapshot#VISIT_AGE_NANOS_MAX}. Immutable.
 */
public final class VisitWork {
  /** How many bins there are. */
  public static final int BINS = 22;

  /** The bin of a visit's first turn. */
  public static final int FIRST_TURN_BIN = 0;

  /** Where it ends. */
  public static final long FIRST_TURN_NANOS = 50_000_000L;

  /** Where bin 1 ends. */
  public static final long YOUNG_NANOS = 250_000_000L;

  /** No work. */
  public static final VisitWork NONE = new VisitWork(new long[BINS], new long[BINS]);

  private static final double GROWTH = 1.5;
  private static final long[] ENDS = ends();

  private final long[] turns;
  private final long[] cpuNanos;

  /**
   * Copies both.
   *
   * @param turns requests and later handshakes by bin, {@value #BINS} numbers
   * @param cpuNanos CPU time by bin, as many numbers
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

  /** The same turns, each of which took so long. */
  VisitWork evenly(long nanosEach) {
    long[] nanos = new long[BINS];
    for (int bin = 0; bin < BINS; bin++) {
      nanos[bin] = turns[bin] * nanosEach;
    }
    return new VisitWork(turns, nanos);
  }

  /** Requests and later handshakes of all ages together. */
  public long turns() {
    return Arrays.stream(turns).sum();
  }

  /** CPU time of all ages together. */
  public long cpuNanos() {
    return Arrays.stream(cpuNanos).sum();
  }

  /** The bin of another turn by its age in nanoseconds; -1 if that is beyond the last bin. */
  public static int binOf(long ageNanos) {
    for (int bin = 1; bin < BINS; bin++) {
      if (ageNanos < ENDS[bin]) {
        return bin;
      }
    }
    return -1;
  }

  /** Where a bin begins, in nanoseconds of age. */
  public static long beginNanos(int bin) {
    return bin == 0 ? 0 : ENDS[bin - 1];
  }

  /** Where a bin ends, in nanoseconds of age; it is not in it. */
  public static long endNanos(int bin) {
    return ENDS[bin];
  }

  /** Requests and later handshakes of visits whose age is in a bin. */
  public long turns(int bin) {
    return turns[bin];
  }

  /** CPU time of all work for them. */
  public long cpuNanos(int bin) {
    return cpuNanos[bin];
  }

  /** What came after an earlier total: this less that, bin by bin. */
  public VisitWork since(VisitWork earlier) {
    VisitWork difference = new VisitWork(turns, cpuNanos);
    for (int bin = 0; bin < BINS; bin++) {
      difference.turns[bin] -= earlier.turns[bin];
      difference.cpuNanos[bin] -= earlier.cpuNanos[bin];
    }
    return difference;
  }
}
