package io.headwaiter.sim;

/**
 * The dice of one customer: SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number
 * generators", OOPSLA 2014). Every customer rolls his own, so that the same customers come with the
 * same wishes whatever the law does to others; laws are compared on equal terms.
 */
final class Dice {
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;
  private static final double UNIT = 0x1.0p-53;

  private long state;

  /** The dice of number {@code which} under a seed. */
  Dice(long seed, long which) {
    state = mix(mix(seed + GOLDEN) + which * GOLDEN);
  }

  private static long mix(long z) {
    long a = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    long b = (a ^ (a >>> 27)) * 0x94D049BB133111EBL;
    return b ^ (b >>> 31);
  }

  /** From 0, to but not including 1. */
  double uniform() {
    state += GOLDEN;
    return (mix(state) >>> 11) * UNIT;
  }

  /** Of this mean. */
  double exponential(double mean) {
    return -mean * Math.log(1 - uniform());
  }

  /** At least 1, of a mean of at least 1. */
  int geometric(double mean) {
    return mean <= 1 ? 1 : 1 + (int) (Math.log(1 - uniform()) / Math.log(1 - 1 / mean));
  }
}
