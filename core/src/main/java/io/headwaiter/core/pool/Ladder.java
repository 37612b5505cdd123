package io.headwaiter.core.pool;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Sizes worth looking at: each one up to {@value #EACH_UP_TO}, then in steps of a sixteenth. A
 * surface that could tell 100 threads from 103 would have to be measured very well.
 */
final class Ladder {
  private static final int EACH_UP_TO = 32;
  private static final int PART = 16;

  private Ladder() {}

  /** From the least to the most, both of them in it, ascending; empty if least is above most. */
  static int[] of(int least, int most) {
    return of(least, most, IntStream.empty());
  }

  /** The same, with those of others that are between them. */
  static int[] of(int least, int most, IntStream others) {
    if (least > most) {
      return new int[0];
    }
    IntStream steps = IntStream.iterate(least, n -> n < most, Ladder::next);
    IntStream within = others.filter(n -> n > least && n < most);
    return IntStream.concat(IntStream.concat(steps, within), IntStream.of(most))
        .sorted()
        .distinct()
        .toArray();
  }

  private static int next(int n) {
    return n < EACH_UP_TO ? n + 1 : n + n / PART;
  }

  /** All sizes between the neighbours of one in a ladder. */
  static int[] around(int[] ladder, int size) {
    int at = Arrays.binarySearch(ladder, size);
    int low = ladder[Math.max(0, at - 1)];
    int high = ladder[Math.min(ladder.length - 1, at + 1)];
    return IntStream.rangeClosed(low, high).toArray();
  }
}
