package io.headwaiter.load.workload;

import java.util.function.DoubleSupplier;
import java.util.random.RandomGenerator;

/**
 * Gaps of a Poisson process with a rate that changes between two values: a Markov-modulated Poisson
 * process with two states (W. Fischer, K. Meier-Hellstern, The MMPP cookbook, Performance
 * Evaluation 18, 1993). Phases of many and of few arrivals, rates {@code rate * factor} and {@code
 * rate * (2 - factor)}, last equally long on average, m seconds, exponentially distributed.
 *
 * <p>Over windows much longer than m the variance of counts is I times their mean, the index of
 * dispersion:
 *
 * <pre>
 *   I = 1 + (factor - 1)^2 * rate * m,   so   m = (I - 1) / ((factor - 1)^2 * rate)
 * </pre>
 *
 * <p>Worked: rate 10, factor 1.8 and I = 20 give m = 19 / 6.4 = 2.97 s. Not thread-safe.
 */
final class BurstyArrivals implements DoubleSupplier {
  private final RandomGenerator random;
  private final double manyPerNano;
  private final double fewPerNano;
  private final double phaseMeanNanos;
  private boolean many;
  private double phaseLeftNanos;

  BurstyArrivals(double ratePerSecond, double factor, double dispersion, RandomGenerator random) {
    double swing = factor - 1;
    this.random = random;
    this.manyPerNano = ratePerSecond * factor / 1e9;
    this.fewPerNano = ratePerSecond * (2 - factor) / 1e9;
    this.phaseMeanNanos = (dispersion - 1) / (swing * swing * ratePerSecond) * 1e9;
    this.many = random.nextBoolean();
    this.phaseLeftNanos = exponential() * phaseMeanNanos;
  }

  private double exponential() {
    return -Math.log1p(-random.nextDouble());
  }

  /** A change of phase redraws the rest of a gap: exponential gaps have no memory. */
  @Override
  public double getAsDouble() {
    double gap = 0;
    while (true) {
      double rate = many ? manyPerNano : fewPerNano;
      double wait = rate > 0 ? exponential() / rate : Double.POSITIVE_INFINITY;
      if (wait < phaseLeftNanos) {
        phaseLeftNanos -= wait;
        return gap + wait;
      }
      gap += phaseLeftNanos;
      many = !many;
      phaseLeftNanos = exponential() * phaseMeanNanos;
    }
  }
}
