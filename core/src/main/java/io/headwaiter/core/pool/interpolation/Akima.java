package io.headwaiter.core.pool.interpolation;

/**
 * Interpolates a curve through points without oscillation where its slope changes (Akima, J. ACM
 * 17, 1970).
 *
 * <pre>
 *   d_i = (y_(i+1) - y_i) / (x_(i+1) - x_i)
 *   t_i = (|d_(i+1) - d_i| d_(i-1) + |d_(i-1) - d_(i-2)| d_i)
 *         / (|d_(i+1) - d_i| + |d_(i-1) - d_(i-2)|)
 * </pre>
 *
 * <p>t_i is the slope at point i. Between two points the curve is the cubic that has their values
 * and slopes. Where both weights are 0, t_i is the slope of the parabola through i and its
 * neighbours. At the first two points it is the slope of the parabola through the first three
 * points, at the last two that of the last three. So three points give their parabola, two a line,
 * one a constant.
 *
 * <p>Worked number: (0,0) (1,1) (2,2) (3,2) (4,2). At x = 2 the weights are |0 - 0| = 0 and |1 - 1|
 * = 0, so t = 1/2. At x = 2.5 the curve is at 2 + 1/16, because the slope at 3 is 0.
 */
public final class Akima {
  private Akima() {}

  /**
   * Returns the value of the curve at v.
   *
   * @param x coordinates of the points, ascending, at least one
   * @param y values at the points, as many as x
   * @param v between the first and the last x
   * @throws IllegalArgumentException if v lies outside, because a cubic does not extrapolate
   */
  public static double at(double[] x, double[] y, double v) {
    int last = x.length - 1;
    if (!(v >= x[0] && v <= x[last])) {
      throw new IllegalArgumentException(
          "must be within " + x[0] + " to " + x[last] + ", got " + v);
    }
    int i = 0;
    while (i < last - 1 && v > x[i + 1]) {
      i++;
    }
    if (last == 0) {
      return y[0];
    }
    double h = x[i + 1] - x[i];
    double t = (v - x[i]) / h;
    double a = slope(x, y, i) * h;
    double b = slope(x, y, i + 1) * h;
    double rise = y[i + 1] - y[i];
    return y[i] + t * (a + t * (3 * rise - 2 * a - b + t * (a + b - 2 * rise)));
  }

  private static double slope(double[] x, double[] y, int i) {
    int n = x.length;
    if (n == 2) {
      return chord(x, y, 0);
    }
    if (i < 2) {
      return ofParabola(x, y, 1, x[i]);
    }
    if (i > n - 3) {
      return ofParabola(x, y, n - 2, x[i]);
    }
    double right = Math.abs(chord(x, y, i + 1) - chord(x, y, i));
    double left = Math.abs(chord(x, y, i - 1) - chord(x, y, i - 2));
    if (right + left <= Double.MIN_NORMAL) {
      return ofParabola(x, y, i, x[i]);
    }
    return (right * chord(x, y, i - 1) + left * chord(x, y, i)) / (right + left);
  }

  private static double chord(double[] x, double[] y, int i) {
    return (y[i + 1] - y[i]) / (x[i + 1] - x[i]);
  }

  /** Returns the slope at v of the parabola through point i and its two neighbours. */
  private static double ofParabola(double[] x, double[] y, int i, double v) {
    double bend = (chord(x, y, i) - chord(x, y, i - 1)) / (x[i + 1] - x[i - 1]);
    return chord(x, y, i - 1) + bend * (2 * v - x[i - 1] - x[i]);
  }
}
