package io.headwaiter.sim;

/**
 * Alternating phases of many and of few arrivals, of exponential length: a Markov-modulated rate.
 * The same seed gives the same phases.
 */
final class Bursts {
  private final double factor;
  private final double meanSeconds;
  private final Dice dice;
  private boolean high;
  private double phaseEnd;

  /** Creates phases from second 0 on. */
  Bursts(Crowd crowd, long seed) {
    this(crowd, seed, 0);
  }

  /** Creates phases from any second on. */
  Bursts(Crowd crowd, long seed, double beginSecond) {
    this.phaseEnd = beginSecond;
    this.factor = crowd.burstFactor();
    this.meanSeconds = crowd.burstSeconds();
    this.dice = new Dice(seed, -1);
  }

  /** Returns the factor of the rate at a second; calls must not go back in time. */
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
