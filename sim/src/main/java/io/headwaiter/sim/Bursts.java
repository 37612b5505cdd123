package io.headwaiter.sim;

/**
 * Phases of many and of few arrivals, in turn, of exponential length: a Markov-modulated rate. The
 * same seed gives the same phases.
 */
final class Bursts {
  private final double factor;
  private final double meanSeconds;
  private final Dice dice;
  private boolean high;
  private double phaseEnd;

  /** Phases from second 0 on. */
  Bursts(Crowd crowd, long seed) {
    this(crowd, seed, 0);
  }

  /** Phases from any second on. */
  Bursts(Crowd crowd, long seed, double beginSecond) {
    this.phaseEnd = beginSecond;
    this.factor = crowd.burstFactor();
    this.meanSeconds = crowd.burstSeconds();
    this.dice = new Dice(seed, -1);
  }

  /** By what the rate is multiplied at a second, which must not be before one asked for earlier. */
  double factorAt(double second) {
    if (factor == 1) {
      return 1;
    }
    while (second >= phaseEnd) {
      high = !high;
      phaseEnd += dice.exponential(meanSeconds);
    }
    return high ? factor : 2 - factor;
  }
}
