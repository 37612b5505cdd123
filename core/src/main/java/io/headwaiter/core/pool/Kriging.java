package io.headwaiter.core.pool;

import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Interpolation between points that lie anywhere, and how far from known ground a pair of sizes is:
 * a Gaussian process on logarithms.
 *
 * <pre>
 *   log f(M, N) = m + sum_k w_k (log f_k - m),    w = K^-1 k(M, N),   m = mean of log f_k
 *   k(a, b) = b^2 (1 + u_a u_b + v_a v_b) + (1 + r + r^2 / 3) exp(-r),    r = sqrt(5) |a - b| / l
 *   K_ij    = k(i, j) + [i = j] * e^2
 *   variance of log f, in units of the process: k(x, x) - k(x)' K^-1 k(x)
 *   u = log M, v = log N less their means,  l = 1: a factor of e in size,  b = 10: a power law in
 *   M and N is known beforehand to be likely,  e^2 = 0.001: chance in the measurement
 * </pre>
 *
 * <p>The weights w are the same for all quantities, so one system of equations serves all request
 * types (Rasmussen and Williams, Gaussian Processes for Machine Learning, 2006, chapter 2; kernel:
 * Matern 5/2 and a line).
 *
 * <p>Domain: M within what was profiled, and N / M within what was profiled.
 */
final class Kriging implements Interpolation {
  private static final double LENGTH = 1.0;
  private static final double LINE_VARIANCE = 100;
  private static final double NUGGET = 1e-3;
  private static final double ROUNDING = 1e-9;

  private final boolean bounded;
  private final double[] u;
  private final double[] v;
  private final double uMean;
  private final double vMean;
  private final double[][] inverse;
  private final int threadsLeast;
  private final int threadsMost;
  private final double ratioLeast;
  private final double ratioMost;

  /** Answers within what was profiled. */
  Kriging(List<ProfilePoint> points) {
    this(points, /* bounded= */ true);
  }

  /**
   * Answers within what was profiled, or everywhere, for who wants to know where to profile next.
   */
  Kriging(List<ProfilePoint> points, boolean bounded) {
    this.bounded = bounded;
    int n = points.size();
    uMean = points.stream().mapToDouble(p -> Math.log(p.threads())).sum() / n;
    vMean = points.stream().mapToDouble(p -> Math.log(p.connections())).sum() / n;
    u = points.stream().mapToDouble(p -> Math.log(p.threads()) - uMean).toArray();
    v = points.stream().mapToDouble(p -> Math.log(p.connections()) - vMean).toArray();
    threadsLeast = points.stream().mapToInt(ProfilePoint::threads).min().orElseThrow();
    threadsMost = points.stream().mapToInt(ProfilePoint::threads).max().orElseThrow();
    ratioLeast = points.stream().mapToDouble(Kriging::ratio).min().orElseThrow();
    ratioMost = points.stream().mapToDouble(Kriging::ratio).max().orElseThrow();
    double[][] k = new double[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        k[i][j] = kernel(u[i], v[i], u[j], v[j]) + (i == j ? NUGGET : 0);
      }
    }
    inverse = inverse(k);
  }

  /** The same through other points. */
  Kriging through(List<ProfilePoint> points) {
    return new Kriging(points, bounded);
  }

  private static double ratio(ProfilePoint p) {
    return (double) p.connections() / p.threads();
  }

  private static double kernel(double u1, double v1, double u2, double v2) {
    double r = Math.sqrt(5) * Math.hypot(u1 - u2, v1 - v2) / LENGTH;
    return LINE_VARIANCE * (1 + u1 * u2 + v1 * v2) + (1 + r + r * r / 3) * Math.exp(-r);
  }

  /** Gauss and Jordan; the matrix is positive definite by its nugget, so no pivoting is needed. */
  private static double[][] inverse(double[][] k) {
    int n = k.length;
    double[][] b = new double[n][n];
    for (int i = 0; i < n; i++) {
      b[i][i] = 1;
    }
    for (int c = 0; c < n; c++) {
      double pivot = k[c][c];
      for (int j = 0; j < n; j++) {
        k[c][j] /= pivot;
        b[c][j] /= pivot;
      }
      for (int r = 0; r < n; r++) {
        double factor = k[r][c];
        for (int j = 0; r != c && j < n; j++) {
          k[r][j] -= factor * k[c][j];
          b[r][j] -= factor * b[c][j];
        }
      }
    }
    return b;
  }

  @Override
  public Optional<String> refusal(int threads, int connections) {
    if (!bounded) {
      return Optional.empty();
    }
    if (threads < threadsLeast || threads > threadsMost) {
      return Optional.of(
          "%d to %d threads were profiled, got %d: profile there first"
              .formatted(threadsLeast, threadsMost, threads));
    }
    double ratio = (double) connections / threads;
    if (ratio < ratioLeast - ROUNDING || ratio > ratioMost + ROUNDING) {
      return Optional.of(
          "%.2f to %.2f connections for each thread were profiled, got %d for %d: profile there first"
              .formatted(ratioLeast, ratioMost, connections, threads));
    }
    return Optional.empty();
  }

  @Override
  public ToDoubleFunction<double[]> at(int threads, int connections) {
    refusal(threads, connections)
        .ifPresent(
            why -> {
              throw new OutsideProfileException(why);
            });
    double[] w = times(inverse, covariances(threads, connections));
    return values -> {
      double mean = 0;
      for (double value : values) {
        mean += Math.log(value) / values.length;
      }
      double log = mean;
      for (int i = 0; i < w.length; i++) {
        log += w[i] * (Math.log(values[i]) - mean);
      }
      return Math.exp(log);
    };
  }

  /** Variance of the logarithm in units of the process, at least 0; 0 on known ground. */
  double variance(int threads, int connections) {
    double[] k = covariances(threads, connections);
    double[] w = times(inverse, k);
    double x = Math.log(threads) - uMean;
    double y = Math.log(connections) - vMean;
    double variance = kernel(x, y, x, y);
    for (int i = 0; i < k.length; i++) {
      variance -= k[i] * w[i];
    }
    return Math.max(0, variance);
  }

  private double[] covariances(int threads, int connections) {
    double x = Math.log(threads) - uMean;
    double y = Math.log(connections) - vMean;
    double[] k = new double[u.length];
    for (int i = 0; i < k.length; i++) {
      k[i] = kernel(u[i], v[i], x, y);
    }
    return k;
  }

  private static double[] times(double[][] a, double[] x) {
    double[] y = new double[x.length];
    for (int i = 0; i < y.length; i++) {
      for (int j = 0; j < x.length; j++) {
        y[i] += a[i][j] * x[j];
      }
    }
    return y;
  }
}
