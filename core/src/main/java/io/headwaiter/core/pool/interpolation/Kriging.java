package io.headwaiter.core.pool.interpolation;

import java.util.Arrays;
import java.util.function.ToDoubleFunction;

/**
 * Interpolates between points at any places by a Gaussian process on logarithms, and tells how far
 * a place is from the points.
 *
 * <pre>
 *   log f(x) = m + sum_k w_k (log f_k - m),    w = K^-1 k(x),    m = mean of log f_k
 *   k(a, b) = 100 (1 + a . b) + (1 + r + r^2 / 3) exp(-r),    r = sqrt(5) |a - b|
 *   K_ij    = k(x_i, x_j) + [i = j] * 0.001
 *   variance of log f, in units of the process: k(x, x) - k(x)' K^-1 k(x)
 *   x  a place less the mean of all points, each coordinate over its length
 *   100 (1 + a . b): a power law in the coordinates is likely a priori;  0.001: measurement noise
 * </pre>
 *
 * <p>The weights w are the same for all quantities, so one system of equations serves all request
 * types (Rasmussen and Williams, Gaussian Processes for Machine Learning, 2006, chapter 2; kernel:
 * Matern 5/2 and a line).
 */
public final class Kriging {
  private static final double LINE_VARIANCE = 100;
  private static final double NUGGET = 1e-3;
  // Bounds extrapolation along the line, which would otherwise overflow.
  private static final double BEYOND = 1000;

  private final double[] lengths;
  private final double[] centre;
  private final double[][] places;
  private final double[][] inverse;

  /**
   * Prepares interpolation through points.
   *
   * @param points coordinates of each
   * @param lengths for each coordinate, the distance over which a quantity may bend
   */
  public Kriging(double[][] points, double[] lengths) {
    int n = points.length;
    this.lengths = lengths.clone();
    centre = new double[lengths.length];
    for (double[] p : points) {
      for (int c = 0; c < centre.length; c++) {
        centre[c] += p[c] / n;
      }
    }
    places = Arrays.stream(points).map(this::scaled).toArray(double[][]::new);
    double[][] k = new double[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        k[i][j] = kernel(places[i], places[j]) + (i == j ? NUGGET : 0);
      }
    }
    inverse = inverse(k);
  }

  private double[] scaled(double[] point) {
    double[] x = new double[centre.length];
    for (int c = 0; c < x.length; c++) {
      x[c] = (point[c] - centre[c]) / lengths[c];
    }
    return x;
  }

  private static double kernel(double[] a, double[] b) {
    double dot = 0;
    double squares = 0;
    for (int c = 0; c < a.length; c++) {
      dot += a[c] * b[c];
      squares += (a[c] - b[c]) * (a[c] - b[c]);
    }
    double r = Math.sqrt(5 * squares);
    return LINE_VARIANCE * (1 + dot) + (1 + r + r * r / 3) * Math.exp(-r);
  }

  /**
   * Gauss-Jordan inversion; the nugget makes the matrix positive definite, so it needs no pivoting.
   */
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

  /**
   * Returns a function that gives the value of a quantity at a place from its values at the points.
   */
  public ToDoubleFunction<Series> at(double[] point) {
    double[] w = times(inverse, covariances(scaled(point)));
    return series -> {
      double log = series.meanLog();
      for (int i = 0; i < w.length; i++) {
        log += w[i] * (series.log(i) - series.meanLog());
      }
      return series.bounded(Math.exp(log), BEYOND);
    };
  }

  /** Returns a function that gives the rise of a quantity's logarithm from one place to another. */
  public ToDoubleFunction<Series> rise(double[] from, double[] to) {
    double[] w = times(inverse, covariances(scaled(to)));
    double[] low = times(inverse, covariances(scaled(from)));
    return series -> {
      double rise = 0;
      for (int i = 0; i < w.length; i++) {
        rise += (w[i] - low[i]) * (series.log(i) - series.meanLog());
      }
      return rise;
    };
  }

  /** Variance of the logarithm in units of the process, at least 0; about 0 near the points. */
  public double variance(double[] point) {
    double[] x = scaled(point);
    double[] k = covariances(x);
    double[] w = times(inverse, k);
    double variance = kernel(x, x);
    for (int i = 0; i < k.length; i++) {
      variance -= k[i] * w[i];
    }
    return Math.max(0, variance);
  }

  private double[] covariances(double[] x) {
    return Arrays.stream(places).mapToDouble(p -> kernel(p, x)).toArray();
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
