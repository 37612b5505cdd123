package io.headwaiter.sim;

/**
 * The random numbers of one customer: SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom
 * number generators", OOPSLA 2014). Each customer has its own generator. So the same customers make
 * the same choices whatever the law does to others, and laws are compared on equal terms.
 */
final class Dice {
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;
  private static final double UNIT = 0x1.0p-53;

  private long state;

  /** Creates generator number {@code which} under a seed. */
  Dice(long seed, long which) {
    state = mix(mix(seed + GOLDEN) + which * GOLDEN);
  }

  private static long mix(long z) {
    long a = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    long b = (a ^ (a >>> 27)) * 0x94D049BB133111EBL;
    return b ^ (b >>> 31);
  }

  /** Returns a number from 0 to 1, without 1. */
  double uniform() {
    state += GOLDEN;
    return (mix(state) >>> 11) * UNIT;
  }

  /** Returns an exponential number of this mean. */
  double exponential(double mean) {
    return -mean * Math.log(1 - uniform());
  }

  /** Returns a geometric number from 1 on, of a mean of at least 1. */
  int geometric(double mean) {
    return mean <= 1 ? 1 : 1 + (int) (Math.log(1 - uniform()) / Math.log(1 - 1 / mean));
  }
}
