package io.headwaiter.core.pool.model;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Sizes to examine: each one up to {@value #EACH_UP_TO}, then in steps of a sixteenth. Measurements
 * are rarely good enough to tell 100 threads from 103.
 */
public final class SizeSteps {
  private static final int EACH_UP_TO = 32;
  private static final int PART = 16;

  private SizeSteps() {}

  /**
   * Returns sizes from the least to the most, both included, ascending; empty if least is above
   * most.
   */
  public static int[] of(int least, int most) {
    return of(least, most, IntStream.empty());
  }

  /** Returns the same and those of the other sizes that lie between least and most. */
  public static int[] of(int least, int most, IntStream others) {
    if (least > most) {
      return new int[0];
    }
    IntStream steps = IntStream.iterate(least, n -> n < most, SizeSteps::next);
    IntStream within = others.filter(n -> n > least && n < most);
    return IntStream.concat(IntStream.concat(steps, within), IntStream.of(most))
        .sorted()
        .distinct()
        .toArray();
  }

  private static int next(int n) {
    return n < EACH_UP_TO ? n + 1 : n + n / PART;
  }

  /** Returns all sizes between the two neighbours of a size of the ladder. */
  public static int[] around(int[] ladder, int size) {
    int at = Arrays.binarySearch(ladder, size);
    int low = ladder[Math.max(0, at - 1)];
    int high = ladder[Math.min(ladder.length - 1, at + 1)];
    return IntStream.rangeClosed(low, high).toArray();
  }
}
