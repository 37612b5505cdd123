package io.headwaiter.core.pool.profile;

import io.headwaiter.core.pool.queueing.FiniteSource;
import java.util.function.ToDoubleFunction;

/**
 * The demand of a session on both pools at given sizes.
 *
 * @param threadNanos sum V_i p_i: time with a thread and without a connection, at least 0
 * @param connectionNanos sum V_i q_i: time with both, at least 0
 * @param connectionRequests sum V_i f_i: requests that take a connection, at least 0
 */
public record PoolDemand(double threadNanos, double connectionNanos, double connectionRequests) {
  private static final double NANOS_PER_SECOND = 1e9;

  /** Returns the demand at one profile point. */
  public static PoolDemand of(ProfilePoint point, RequestMix mix) {
    double without = 0;
    double with = 0;
    double requests = 0;
    for (TypeProfile t : point.types()) {
      double visits = mix.visits(t.type());
      without += visits * t.withoutConnection().meanNanos();
      with += visits * t.connectionNanos();
      requests += visits * t.connectionPart();
    }
    return new PoolDemand(without, with, requests);
  }

  /** lambda_THR = M / sum V_i (p_i + q_i), sessions a second. */
  public double threadRatePerSecond(int threads) {
    return NANOS_PER_SECOND * threads / (threadNanos + connectionNanos);
  }

  /** lambda_DB = N / sum V_i q_i, sessions a second; infinite if no request takes a connection. */
  public double connectionRatePerSecond(int connections) {
    return usesConnections()
        ? NANOS_PER_SECOND * connections / connectionNanos
        : Double.POSITIVE_INFINITY;
  }

  /** The published form: the lesser of both, sessions a second. */
  public double publishedRatePerSecond(int threads, int connections) {
    return Math.min(threadRatePerSecond(threads), connectionRatePerSecond(connections));
  }

  /** The finite-source form, see {@link FiniteSource}; sessions a second. */
  public double finiteSourceRatePerSecond(int threads, int connections) {
    if (!usesConnections()) {
      return threadRatePerSecond(threads);
    }
    double with = connectionNanos / connectionRequests;
    double without = threadNanos / connectionRequests;
    return NANOS_PER_SECOND
        * FiniteSource.turnsPerNano(threads, with, without, connections)
        / connectionRequests;
  }

  /**
   * N / M at which threads and connections are used up together: sum V_i q_i / sum V_i (p_i + q_i),
   * 0 to 1. With the paper's Table I under load: 0.845, or 25.3 connections for 30 threads.
   */
  public double balancedRatio() {
    return connectionNanos / (threadNanos + connectionNanos);
  }

  /** Relative standard deviation of {@link #threadNanos} of a point, by chance. */
  public double threadDeviation(ProfilePoint point, RequestMix mix) {
    return deviation(point, mix, t -> t.withoutConnection().varianceOfMean(), threadNanos);
  }

  /** Relative standard deviation of {@link #connectionNanos} of a point, by chance. */
  public double connectionDeviation(ProfilePoint point, RequestMix mix) {
    return deviation(point, mix, TypeProfile::connectionVarianceOfMean, connectionNanos);
  }

  private static double deviation(
      ProfilePoint point, RequestMix mix, ToDoubleFunction<TypeProfile> variance, double of) {
    double sum = 0;
    for (TypeProfile t : point.types()) {
      double visits = mix.visits(t.type());
      sum += visits * visits * variance.applyAsDouble(t);
    }
    return of > 0 ? Math.sqrt(sum) / of : 0;
  }

  private boolean usesConnections() {
    return connectionRequests > 0 && connectionNanos > 0;
  }
}
